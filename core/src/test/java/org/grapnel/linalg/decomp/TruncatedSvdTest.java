package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TruncatedSvdTest {
    private static double[] singularValues(double[][] x) {
        double[][] xtx = TestMatrices.product(TestMatrices.transpose(x), x);
        try (DenseMatrix S = DenseMatrix.of(xtx);
                DenseMatrix E = DenseMatrix.zeros(xtx.length, xtx.length)) {
            double[] values = JacobiEigen.decompose(S, E);
            for (int j = 0; j < values.length; j++) values[j] = Math.sqrt(Math.max(0, values[j]));
            return values;
        }
    }

    /** Returns a p × n matrix of the given rank with well separated singular values. */
    private static double[][] ofRank(long seed, int p, int n, int rank) {
        double[][] left = TestMatrices.signed(seed, p, rank);
        double[][] right = TestMatrices.signed(seed + 1, rank, n);
        for (int q = 0; q < rank; q++) for (int j = 0; j < n; j++) right[q][j] /= 1 << q;
        return TestMatrices.product(left, right);
    }

    private static double[][] rebuilt(TruncatedSvd svd, int r) {
        double[][] u = svd.U().toArray();
        for (double[] row : u) for (int j = 0; j < r; j++) row[j] *= svd.sigma(j);
        return TestMatrices.product(u, TestMatrices.transpose(svd.V().toArray()));
    }

    private static void assertOrthonormal(DenseMatrix M, int columns) {
        double[][] m = M.toArray();
        double[][] g = TestMatrices.product(TestMatrices.transpose(m), m);
        for (int i = 0; i < columns; i++)
            for (int j = 0; j < columns; j++) assertThat(g[i][j]).isCloseTo(i == j ? 1 : 0, within(1e-9));
    }

    @Test
    void allTripletsOfASmallMatrixRebuildIt() {
        for (int[] shape : new int[][] {{1, 1}, {1, 6}, {6, 1}, {5, 5}, {4, 30}, {30, 4}, {12, 9}}) {
            double[][] x = TestMatrices.uniform(1, shape[0], shape[1]);
            int r = Math.min(shape[0], shape[1]);
            double[] expected = singularValues(x);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix dense = DenseMatrix.of(x);
                    SparseMatrix sparse = SparseMatrix.of(dense)) {
                for (Matrix X : new Matrix[] {dense, sparse}) {
                    try (TruncatedSvd svd = TruncatedSvd.compute(context, X, r, 7)) {
                        for (int j = 0; j < r; j++)
                            assertThat(svd.sigma(j)).isCloseTo(expected[j], within(1e-9 * expected[0]));
                        assertThat(TestMatrices.distance(rebuilt(svd, r), x)).isLessThan(1e-9);
                        assertOrthonormal(svd.U(), r);
                        assertOrthonormal(svd.V(), r);
                    }
                }
            }
        }
    }

    @Test
    void leadingTripletsMatchTheWholeDecomposition() {
        double[][] x = ofRank(3, 60, 50, 25);
        double[] expected = singularValues(x);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                TruncatedSvd svd = TruncatedSvd.compute(context, X, 4, 0)) {
            double[][] v = svd.V().toArray();
            double[][] u = svd.U().toArray();
            double[][] xv = TestMatrices.product(x, v);
            for (int j = 0; j < 4; j++) {
                assertThat(svd.sigma(j)).isCloseTo(expected[j], within(1e-9 * expected[0]));
                for (int i = 0; i < 60; i++)
                    assertThat(xv[i][j]).isCloseTo(svd.sigma(j) * u[i][j], within(1e-8 * expected[0]));
            }
            assertOrthonormal(svd.U(), 4);
            assertOrthonormal(svd.V(), 4);
        }
    }

    @Test
    void missingDirectionsAreZero() {
        for (int seed = 0; seed < 20; seed++) {
            for (int rank : new int[] {1, 2, 3}) {
                double[][] x = ofRank(10 + seed, 14, 11, rank);
                try (ExecutionContext context = ExecutionContext.create(1);
                        DenseMatrix X = DenseMatrix.of(x);
                        TruncatedSvd svd = TruncatedSvd.compute(context, X, 6, seed)) {
                    assertThat(TestMatrices.distance(rebuilt(svd, 6), x)).isLessThan(1e-9);
                    assertOrthonormal(svd.U(), rank);
                    assertOrthonormal(svd.V(), rank);
                    for (int j = rank; j < 6; j++) {
                        String what = "direction " + j + " of rank " + rank + ", seed " + seed;
                        assertThat(svd.sigma(j)).as(what).isLessThan(1e-7 * svd.sigma(0));
                        for (int i = 0; i < 14; i++)
                            assertThat(svd.U().get(i, j)).as("U, " + what).isZero();
                        for (int i = 0; i < 11; i++)
                            assertThat(svd.V().get(i, j)).as("V, " + what).isZero();
                    }
                }
            }
        }
    }

    @Test
    void zeroMatrixHasNoDirections() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(5, 4);
                TruncatedSvd svd = TruncatedSvd.compute(context, X, 3, 1)) {
            assertThat(svd.sigma(0)).isZero();
            assertThat(svd.U().nonZeros()).isZero();
            assertThat(svd.V().nonZeros()).isZero();
        }
    }

    @Test
    void resultDependsOnTheSeedAndNotOnThreads() {
        double[][] x = TestMatrices.uniform(30, 200, 90);
        double[][] one = null;
        for (int threads : new int[] {1, 2, 5}) {
            try (ExecutionContext context = ExecutionContext.create(threads);
                    DenseMatrix X = DenseMatrix.of(x);
                    TruncatedSvd svd = TruncatedSvd.compute(context, X, 5, 3)) {
                if (one == null) one = svd.U().toArray();
                assertThat(svd.U().toArray()).isDeepEqualTo(one);
            }
        }
    }

    @Test
    void tooManyTripletsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(5, 4)) {
            for (int r : new int[] {0, 5})
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> TruncatedSvd.compute(context, X, r, 1))
                        .withMessage("rank must be between 1 and 4, got " + r);
        }
    }
}
