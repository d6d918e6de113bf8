package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Draw;
import org.grapnel.linalg.SmallEigen;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

class PcaTest {
    private static double[][] centred(double[][] x) {
        double[][] c = Draw.copy(x);
        for (double[] row : c) {
            double mean = 0;
            for (double v : row) mean += v / row.length;
            for (int j = 0; j < row.length; j++) row[j] -= mean;
        }
        return c;
    }

    /** p × n with directions whose variances are well apart, and a mean far from zero. */
    private static double[][] stretched(long seed, int p, int n, double offset) {
        double[][] left = Draw.signed(seed, p, Math.min(p, n));
        double[][] right = Draw.signed(seed + 1, Math.min(p, n), n);
        for (int q = 0; q < right.length; q++) for (int j = 0; j < n; j++) right[q][j] *= Math.pow(0.6, q);
        return Draw.map(Draw.product(left, right), v -> v + offset);
    }

    @Test
    void itIsTheEigendecompositionOfTheCovariance() {
        for (int[] shape : new int[][] {{2, 30}, {9, 40}, {40, 9}, {30, 31}}) {
            int p = shape[0];
            int n = shape[1];
            double[][] x = stretched(p, p, n, 3);
            double[][] c = centred(x);
            double[][] covariance = Draw.map(Draw.product(c, Draw.transpose(c)), v -> v / n);
            int r = Math.min(4, Math.min(p, n) - 1);
            try (Compute on = Compute.of(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix S = DenseMatrix.of(covariance);
                    DenseMatrix E = DenseMatrix.zeros(p, p);
                    Pca pca = Pca.of(on, X, r)) {
                double[] expected = SmallEigen.decompose(S, E);
                double[][] projected =
                        Draw.product(Draw.transpose(c), pca.directions().toArray());
                assertThat(Draw.distance(pca.scores().toArray(), projected)).isLessThan(1e-9);
                for (int j = 0; j < r; j++) {
                    assertThat(pca.variance(j)).isCloseTo(expected[j], within(1e-10 * expected[0]));
                    double along = 0;
                    for (int i = 0; i < p; i++)
                        along += E.get(i, j) * pca.directions().get(i, j);
                    assertThat(Math.abs(along)).as("direction %d", j).isCloseTo(1, within(1e-9));
                }
            }
        }
    }

    @Test
    void aSparseMatrixHasTheComponentsOfTheDenseOne() {
        double[][] x = Draw.mostlyZero(5, 60, 80);
        try (Compute on = Compute.of(2);
                DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense);
                Pca one = Pca.of(on, dense, 3);
                Pca other = Pca.of(on, sparse, 3)) {
            assertThat(Draw.distance(other.scores().toArray(), one.scores().toArray()))
                    .isLessThan(1e-6);
            for (int j = 0; j < 3; j++)
                assertThat(other.variance(j)).isCloseTo(one.variance(j), within(1e-12 * one.variance(0)));
        }
    }

    @Test
    void theLargestLoadingOfEveryDirectionIsPositive() {
        double[][] x = stretched(8, 12, 50, 0);
        double[][] mirrored = Draw.map(x, v -> -v);
        try (Compute on = Compute.of(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix M = DenseMatrix.of(mirrored);
                Pca pca = Pca.of(on, X, 3);
                Pca other = Pca.of(on, M, 3)) {
            for (int j = 0; j < 3; j++) {
                double largest = 0;
                for (int i = 0; i < 12; i++)
                    if (Math.abs(pca.directions().get(i, j)) > Math.abs(largest))
                        largest = pca.directions().get(i, j);
                assertThat(largest).isPositive();
            }
            assertThat(Draw.distance(
                            other.directions().toArray(), pca.directions().toArray()))
                    .isLessThan(1e-7);
        }
    }

    @Test
    void aShiftOfAllSamplesChangesNothing() {
        try (Compute on = Compute.of(1);
                DenseMatrix X = DenseMatrix.of(stretched(9, 10, 40, 0));
                DenseMatrix shifted = DenseMatrix.of(stretched(9, 10, 40, 1000));
                Pca pca = Pca.of(on, X, 2);
                Pca other = Pca.of(on, shifted, 2)) {
            assertThat(Draw.distance(other.scores().toArray(), pca.scores().toArray()))
                    .isLessThan(1e-7);
        }
    }

    @Test
    void directionsThatTheSamplesDoNotHaveAreZero() {
        double[][] line = Draw.product(Draw.signed(1, 6, 1), Draw.signed(2, 1, 20));
        try (Compute on = Compute.of(1);
                DenseMatrix X = DenseMatrix.of(Draw.map(line, v -> v + 7));
                Pca pca = Pca.of(on, X, 3);
                DenseMatrix equal = DenseMatrix.of(Draw.map(line, v -> 0.1));
                Pca none = Pca.of(on, equal, 2)) {
            assertThat(pca.variance(0)).isPositive();
            for (int j = 1; j < 3; j++) assertThat(Math.sqrt(pca.variance(j))).isLessThan(1e-7);
            assertThat(none.variance(0)).isZero();
            assertThat(none.scores().nonZeros()).isZero();
            assertThat(none.directions().nonZeros()).isZero();
        }
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        double[][] x = Draw.uniform(3, 70, 900);
        double[][] one = null;
        for (int threads = 1; threads <= 3; threads++) {
            try (Compute on = Compute.of(threads);
                    DenseMatrix X = DenseMatrix.of(x);
                    Pca pca = Pca.of(on, X, 2)) {
                if (one == null) one = pca.scores().toArray();
                assertThat(pca.scores().toArray()).isDeepEqualTo(one);
            }
        }
    }

    @Test
    void moreComponentsThanThereAreAreRefused() {
        try (Compute on = Compute.of(1);
                DenseMatrix X = DenseMatrix.zeros(5, 4)) {
            for (int r : new int[] {0, 5})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Pca.of(on, X, r))
                        .withMessage("components must be between 1 and 4, got " + r);
        }
    }

    @Test
    void aStartHasTheSpreadOfItsFirstComponent() {
        try (Compute on = Compute.of(1);
                DenseMatrix X = DenseMatrix.of(stretched(4, 8, 60, 2));
                Pca pca = Pca.of(on, X, 2);
                DenseMatrix start = PlaneStart.pca(on, X)) {
            double scale = 1e-4 / Math.sqrt(pca.variance(0));
            for (int i = 0; i < 60; i++)
                for (int j = 0; j < 2; j++)
                    assertThat(start.get(i, j)).isCloseTo(scale * pca.scores().get(i, j), within(1e-16));
        }
    }

    @Test
    void aDirectionThatTheSamplesDoNotHaveStartsByChance() {
        double[][] one = Draw.signed(6, 1, 50);
        try (Compute on = Compute.of(1);
                DenseMatrix line = DenseMatrix.of(one);
                DenseMatrix equal = DenseMatrix.zeros(4, 50);
                DenseMatrix chance = PlaneStart.random(50, 0);
                DenseMatrix fromLine = PlaneStart.pca(on, line);
                DenseMatrix fromEqual = PlaneStart.pca(on, equal)) {
            for (int i = 0; i < 50; i++) assertThat(fromLine.get(i, 1)).isEqualTo(chance.get(i, 1));
            for (int i = 0; i < 50; i++) assertThat(fromLine.get(i, 0)).isNotEqualTo(chance.get(i, 0));
            assertThat(fromEqual.toArray()).isDeepEqualTo(chance.toArray());
        }
    }
}
