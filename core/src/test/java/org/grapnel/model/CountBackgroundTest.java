package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

class CountBackgroundTest {
    @Test
    void divergenceIsThatOfItsDefinition() {
        DenseMatrix X = DenseMatrix.of(new double[][] {{1, 4, 0}, {2, 0, 5}});
        CountBackground background = CountBackground.of(X);
        for (int i = 0; i < 2; i++) {
            double expected = 0;
            for (int j = 0; j < 3; j++) {
                double x = X.get(i, j);
                double b = background.get(i, j);
                expected += b - x + (x > 0 ? x * Math.log(x / b) : 0);
            }
            assertThat(background.divergence(X, i)).isCloseTo(expected, within(1e-14));
        }
    }

    @Test
    void divergenceIsFiniteWhereTheBackgroundOrTheRatioUnderflows() {
        double least = Double.MIN_VALUE;
        double[][][] data = {
            {{1e20, 1e-300}, {1, 1e20}}, {{1e20, 1e-320}, {1, 1e20}}, {{least, least, 1e20}, {0, 1, 1e20}}
        };
        for (double[][] rows : data) {
            DenseMatrix X = DenseMatrix.of(rows);
            CountBackground background = CountBackground.of(X);
            for (int i = 0; i < 2; i++) assertThat(background.divergence(X, i)).isBetween(0.0, 1e22);
        }
    }

    @Test
    void divergenceIsExactWhereTheBackgroundUnderflows() {
        DenseMatrix X = DenseMatrix.of(new double[][] {{1e-300, 0}, {0, 1}});
        CountBackground background = CountBackground.of(X);
        assertThat(background.get(0, 0)).isZero();
        double expected = 1e-300 * 300 * Math.log(10); // the mean is x/2, and the depth 2x
        assertThat(background.divergence(X, 0)).isCloseTo(expected, within(1e-12 * expected));
        assertThat(background.divergence(X, 1)).isZero();
    }

    @Test
    void leastNumberThatCountsFollowsTheLargestOfAllOrOfASample() {
        DenseMatrix X = DenseMatrix.of(new double[][] {{7, 0}, {1, 2}});
        assertThat(CountBackground.least(X)).isEqualTo(7e-100);
        assertThat(CountBackground.leastOfSamples(X)).containsExactly(7e-100, 2e-100);
        assertThat(CountBackground.least(DenseMatrix.zeros(2, 2))).isZero();
    }
}
