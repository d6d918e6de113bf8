package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class CholeskyInverseTest {
    @Test
    void inverseIsThatOfTheMatrixPlusItsRidge() {
        for (int r : new int[] {1, 2, 5, 17}) {
            for (int rows : new int[] {1, r, 3 * r}) { // one row: singular without the ridge
                double[][] m = TestMatrices.uniform(110, rows, r);
                double[][] g = TestMatrices.product(TestMatrices.transpose(m), m);
                double trace = 0;
                for (int i = 0; i < r; i++) trace += g[i][i];
                double[][] ridged = TestMatrices.copy(g);
                double[] ones = new double[r];
                for (int i = 0; i < r; i++) ridged[i][i] += 1e-4 * trace;
                Arrays.fill(ones, 1);
                double[] flat = new double[r * r];
                try (DenseMatrix G = DenseMatrix.of(g)) {
                    assertThat(new CholeskyInverse(r).invert(G, flat)).isTrue();
                    assertThat(G.toArray()).isDeepEqualTo(g);
                }
                double[][] inverse = new double[r][r];
                for (int i = 0; i < r; i++) System.arraycopy(flat, i * r, inverse[i], 0, r);
                assertThat(TestMatrices.distance(TestMatrices.product(inverse, ridged), TestMatrices.diagonal(ones)))
                        .isLessThan(1e-10);
            }
        }
    }

    @Test
    void zeroAndNonFiniteMatricesAreNotInverted() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            for (int at = 0; at < 3; at++) {
                double[][] g = TestMatrices.diagonal(1, 2, 3);
                g[2][at] = bad;
                g[at][2] = bad;
                try (DenseMatrix G = DenseMatrix.of(g)) {
                    assertThat(new CholeskyInverse(3).invert(G, new double[9]))
                            .as("%s at (2, %d)", bad, at)
                            .isFalse();
                }
            }
        }
        try (DenseMatrix zero = DenseMatrix.zeros(3, 3)) {
            assertThat(new CholeskyInverse(3).invert(zero, new double[9])).isFalse();
        }
    }
}
