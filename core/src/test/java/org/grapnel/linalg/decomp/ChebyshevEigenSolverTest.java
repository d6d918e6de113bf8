package org.grapnel.linalg.decomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares eigenpairs with the whole decomposition and with their definition. */
class ChebyshevEigenSolverTest {
    /** AᵀA for a random A: positive semi-definite, of rank at most {@code rank}. */
    private static double[][] semidefinite(long seed, int n, int rank) {
        double[][] a = TestMatrices.signed(seed, rank, n);
        return TestMatrices.product(TestMatrices.transpose(a), a);
    }

    private static ChebyshevEigenSolver.BlockOperator operator(SparseMatrix M) {
        RowSet all = RowSet.all(M.rows());
        return (context, V, MV) -> M.times(context, all, V, MV);
    }

    private static Eigenpairs of(ExecutionContext context, double[][] a, ChebyshevEigenSolver.EigenOptions options) {
        try (DenseMatrix dense = DenseMatrix.of(a)) {
            return ChebyshevEigenSolver.solve(context, a.length, operator(SparseMatrix.of(dense)), norm(a), options);
        }
    }

    /** Returns the largest sum of magnitudes in a row, an upper bound on the eigenvalues. */
    private static double norm(double[][] a) {
        return Arrays.stream(a)
                .mapToDouble(row -> Arrays.stream(row).map(Math::abs).sum())
                .max()
                .orElse(0);
    }

    /** Returns all eigenvalues, largest first. */
    private static double[] whole(double[][] a) {
        try (DenseMatrix S = DenseMatrix.of(a);
                DenseMatrix E = DenseMatrix.zeros(a.length, a.length)) {
            return JacobiEigen.decompose(S, E);
        }
    }

    private static void assertPairs(double[][] a, Eigenpairs found, double tight) {
        int n = a.length;
        double[] all = whole(a);
        double norm = Math.max(1e-300, norm(a));
        double[][] v = found.vectors().toArray();
        for (int j = 0; j < found.values().size(); j++) {
            assertThat(found.values().get(j))
                    .as("value %d", j)
                    .isCloseTo(Math.max(0, all[n - 1 - j]), within(tight * norm));
            double residual = 0;
            double most = 0;
            for (int i = 0; i < n; i++) {
                double x = -found.values().get(j) * v[i][j];
                for (int l = 0; l < n; l++) x += a[i][l] * v[l][j];
                residual += x * x;
                if (Math.abs(v[i][j]) > Math.abs(most)) most = v[i][j];
            }
            assertThat(Math.sqrt(residual)).as("residual %d", j).isLessThan(tight * norm);
            assertThat(most).as("sign %d", j).isPositive();
            for (int l = 0; l <= j; l++) {
                double dot = 0;
                for (double[] row : v) dot += row[j] * row[l];
                assertThat(dot).as("%d with %d", j, l).isCloseTo(j == l ? 1 : 0, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "5,5", "30,7", "97,3", "130,10", "130,30"})
    void pairsMatchTheWholeDecomposition(int n, int count) {
        double[][] a = semidefinite(n, n, n + 20);
        try (ExecutionContext context = ExecutionContext.create(2);
                Eigenpairs found = of(
                        context, a, ChebyshevEigenSolver.EigenOptions.of(count).withMaxRounds(400))) {
            assertPairs(a, found, 2e-8);
        }
    }

    /** A multiple eigenvalue is found as often as it occurs, also if it is cut off. */
    @ParameterizedTest
    @CsvSource({"120,9,9", "120,9,5", "120,9,12", "130,1,4", "160,20,12"})
    void multipleEigenvaluesAreFoundWithTheirMultiplicity(int n, int parts, int count) {
        double[][] a = new double[n][n]; // disjoint rings
        int size = n / parts;
        for (int i = 0; i < n; i++) {
            int part = Math.min(parts - 1, i / size);
            int first = part * size;
            int length = part == parts - 1 ? n - first : size;
            int next = first + (i - first + 1) % length;
            a[i][i]++;
            a[next][next]++;
            a[i][next]--;
            a[next][i]--;
        }
        try (ExecutionContext context = ExecutionContext.create(2);
                Eigenpairs found = of(
                        context, a, ChebyshevEigenSolver.EigenOptions.of(count).withMaxRounds(400))) {
            assertPairs(a, found, 2e-8);
            for (int j = 0; j < Math.min(parts, count); j++)
                assertThat(found.values().get(j)).isLessThan(1e-8);
            if (count > parts) assertThat(found.values().get(parts)).isGreaterThan(1e-6);
        }
    }

    @Test
    void zeroOperatorHasZeroEigenvalues() {
        double[][] a = new double[130][130];
        try (ExecutionContext context = ExecutionContext.create(1);
                Eigenpairs found = of(context, a, ChebyshevEigenSolver.EigenOptions.of(4))) {
            assertThat(found.values()).containsOnly(0.0);
            assertThat(found.residual()).isZero();
            assertPairs(a, found, 1e-12);
        }
    }

    @Test
    void threadCountChangesNoBit() {
        double[][] a = semidefinite(3, 400, 420);
        double[][][] vectors = new double[3][][];
        for (int threads = 1; threads <= 3; threads++)
            try (ExecutionContext context = ExecutionContext.create(threads);
                    Eigenpairs found = of(
                            context, a, ChebyshevEigenSolver.EigenOptions.of(6).withMaxRounds(5))) {
                vectors[threads - 1] = found.vectors().toArray();
            }
        assertThat(Arrays.deepEquals(vectors[0], vectors[1])).isTrue();
        assertThat(Arrays.deepEquals(vectors[0], vectors[2])).isTrue();
    }

    @Test
    void unconvergedPairsReportTheirResidual() {
        double[][] a = semidefinite(5, 300, 310);
        try (ExecutionContext context = ExecutionContext.create(1);
                Eigenpairs brief =
                        of(context, a, ChebyshevEigenSolver.EigenOptions.of(8).withMaxRounds(1));
                Eigenpairs longer =
                        of(context, a, ChebyshevEigenSolver.EigenOptions.of(8).withMaxRounds(30))) {
            assertThat(brief.rounds()).isEqualTo(1);
            assertThat(brief.residual()).isGreaterThan(longer.residual());
        }
    }

    @Test
    void largeOperatorIsOnlyApplied() {
        int n = 5_000; // a diagonal matrix with eigenvalues (i/n)², never stored as a dense matrix
        int[] at = IntStream.range(0, n).toArray();
        double[] value = IntStream.range(0, n)
                .mapToDouble(i -> i < 6 ? i * 1e-3 : 0.5 + 0.5 * i / n)
                .toArray();
        SparseMatrix D = SparseMatrix.ofTriples(n, n, at, at, value);
        try (ExecutionContext context = ExecutionContext.create(2);
                Eigenpairs found = ChebyshevEigenSolver.solve(
                        context, n, operator(D), 1, ChebyshevEigenSolver.EigenOptions.of(6))) {
            for (int j = 0; j < 6; j++) {
                assertThat(found.values().get(j)).isCloseTo(j * 1e-3, within(1e-9));
                assertThat(found.vectors().get(j, j)).isCloseTo(1, within(1e-6));
            }
        }
    }

    @Test
    void invalidOptionsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChebyshevEigenSolver.EigenOptions.of(0))
                .withMessage("the number of eigenpairs must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChebyshevEigenSolver.EigenOptions.of(1).withTolerance(0))
                .withMessage("tolerance must be a number between 0 and 1, got 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChebyshevEigenSolver.EigenOptions.of(1).withMaxRounds(0))
                .withMessage("rounds must be at least 1, got 0");
        try (ExecutionContext context = ExecutionContext.create(1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(context, new double[2][2], ChebyshevEigenSolver.EigenOptions.of(3)))
                    .withMessage("an operator of dimension 2 has no more eigenpairs than that, asked for 3");
        }
    }
}
