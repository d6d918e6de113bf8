package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class PrincipalComponentsTest {
    private static double[][] centred(double[][] x) {
        double[][] c = TestMatrices.copy(x);
        for (double[] row : c) {
            double mean = 0;
            for (double v : row) mean += v / row.length;
            for (int j = 0; j < row.length; j++) row[j] -= mean;
        }
        return c;
    }

    /** Returns a p × n matrix with well separated variances and a mean far from zero. */
    private static double[][] stretched(long seed, int p, int n, double offset) {
        double[][] left = TestMatrices.signed(seed, p, Math.min(p, n));
        double[][] right = TestMatrices.signed(seed + 1, Math.min(p, n), n);
        for (int q = 0; q < right.length; q++) for (int j = 0; j < n; j++) right[q][j] *= Math.pow(0.6, q);
        return TestMatrices.map(TestMatrices.product(left, right), v -> v + offset);
    }

    @Test
    void componentsAreEigenvectorsOfTheCovariance() {
        for (int[] shape : new int[][] {{2, 30}, {9, 40}, {40, 9}, {30, 31}}) {
            int p = shape[0];
            int n = shape[1];
            double[][] x = stretched(p, p, n, 3);
            double[][] c = centred(x);
            double[][] covariance = TestMatrices.map(TestMatrices.product(c, TestMatrices.transpose(c)), v -> v / n);
            int r = Math.min(4, Math.min(p, n) - 1);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix S = DenseMatrix.of(covariance);
                    DenseMatrix E = DenseMatrix.zeros(p, p);
                    PrincipalComponents pca = PrincipalComponents.compute(context, X, r)) {
                double[] expected = JacobiEigen.decompose(S, E);
                double[][] projected = TestMatrices.product(
                        TestMatrices.transpose(c), pca.directions().toArray());
                assertThat(TestMatrices.distance(pca.scores().toArray(), projected))
                        .isLessThan(1e-9);
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
    void sparseMatrixHasTheComponentsOfTheDenseOne() {
        double[][] x = TestMatrices.mostlyZero(5, 60, 80);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense);
                PrincipalComponents one = PrincipalComponents.compute(context, dense, 3);
                PrincipalComponents other = PrincipalComponents.compute(context, sparse, 3)) {
            assertThat(TestMatrices.distance(
                            other.scores().toArray(), one.scores().toArray()))
                    .isLessThan(1e-6);
            for (int j = 0; j < 3; j++)
                assertThat(other.variance(j)).isCloseTo(one.variance(j), within(1e-12 * one.variance(0)));
        }
    }

    @Test
    void largestLoadingOfEveryDirectionIsPositive() {
        double[][] x = stretched(8, 12, 50, 0);
        double[][] mirrored = TestMatrices.map(x, v -> -v);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix M = DenseMatrix.of(mirrored);
                PrincipalComponents pca = PrincipalComponents.compute(context, X, 3);
                PrincipalComponents other = PrincipalComponents.compute(context, M, 3)) {
            for (int j = 0; j < 3; j++) {
                double largest = 0;
                for (int i = 0; i < 12; i++)
                    if (Math.abs(pca.directions().get(i, j)) > Math.abs(largest))
                        largest = pca.directions().get(i, j);
                assertThat(largest).isPositive();
            }
            assertThat(TestMatrices.distance(
                            other.directions().toArray(), pca.directions().toArray()))
                    .isLessThan(1e-7);
        }
    }

    @Test
    void shiftOfAllSamplesChangesNothing() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(stretched(9, 10, 40, 0));
                DenseMatrix shifted = DenseMatrix.of(stretched(9, 10, 40, 1000));
                PrincipalComponents pca = PrincipalComponents.compute(context, X, 2);
                PrincipalComponents other = PrincipalComponents.compute(context, shifted, 2)) {
            assertThat(TestMatrices.distance(
                            other.scores().toArray(), pca.scores().toArray()))
                    .isLessThan(1e-7);
        }
    }

    @Test
    void missingDirectionsAreZero() {
        double[][] line = TestMatrices.product(TestMatrices.signed(1, 6, 1), TestMatrices.signed(2, 1, 20));
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.map(line, v -> v + 7));
                PrincipalComponents pca = PrincipalComponents.compute(context, X, 3);
                DenseMatrix equal = DenseMatrix.of(TestMatrices.map(line, v -> 0.1));
                PrincipalComponents none = PrincipalComponents.compute(context, equal, 2)) {
            assertThat(pca.variance(0)).isPositive();
            for (int j = 1; j < 3; j++) assertThat(Math.sqrt(pca.variance(j))).isLessThan(1e-7);
            assertThat(none.variance(0)).isZero();
            assertThat(none.scores().nonZeros()).isZero();
            assertThat(none.directions().nonZeros()).isZero();
        }
    }

    @Test
    void threadCountChangesNoBit() {
        double[][] x = TestMatrices.uniform(3, 70, 900);
        double[][] one = null;
        for (int threads = 1; threads <= 3; threads++) {
            try (ExecutionContext context = ExecutionContext.create(threads);
                    DenseMatrix X = DenseMatrix.of(x);
                    PrincipalComponents pca = PrincipalComponents.compute(context, X, 2)) {
                if (one == null) one = pca.scores().toArray();
                assertThat(pca.scores().toArray()).isDeepEqualTo(one);
            }
        }
    }

    /** A power of two changes no digit, however large or small the data become. */
    @Test
    void scaledDataHaveScaledComponents() {
        double[][] rows = {{1, 2, 3, 1}, {0, 5, 1, 2}, {4, 0, 2, 2}};
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(rows);
                PrincipalComponents plain = PrincipalComponents.compute(context, X, 2)) {
            for (int exponent : new int[] {-400, -200, 200, 400}) {
                double unit = Math.scalb(1.0, exponent);
                try (DenseMatrix scaled = DenseMatrix.of(rows).map((i, j, x) -> x * unit);
                        PrincipalComponents found = PrincipalComponents.compute(context, scaled, 2)) {
                    for (int q = 0; q < 2; q++) {
                        for (int i = 0; i < 3; i++)
                            assertThat(found.directions().get(i, q))
                                    .isCloseTo(plain.directions().get(i, q), within(1e-14));
                        for (int j = 0; j < 4; j++)
                            assertThat(found.scores().get(j, q) / unit)
                                    .isCloseTo(plain.scores().get(j, q), within(1e-13));
                        assertThat(found.variance(q) / unit / unit).isCloseTo(plain.variance(q), within(1e-13));
                    }
                    assertThat(found.mean(1)).isEqualTo(2 * unit);
                }
            }
        }
    }

    @Test
    void numbersThatCannotBeSquaredAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{1, 1e200}, {2, 3}})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PrincipalComponents.compute(context, X, 1))
                    .withMessage("the largest value, 1.0E200, is too large to be squared in double precision;"
                            + " divide the data by it, as Preparation.withNormalize(MAX) does");
        }
    }

    @Test
    void tooManyComponentsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(5, 4)) {
            for (int r : new int[] {0, 5})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> PrincipalComponents.compute(context, X, r))
                        .withMessage("components must be between 1 and 4, got " + r);
        }
    }
}
