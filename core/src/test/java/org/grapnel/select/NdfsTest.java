package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NdfsTest {
    private static final int GROUPS = 3;

    /** Three groups of samples. Features 0 to 5 differ between them, the others are noise; sample a is in group a mod 3. */
    private static double[][] planted(int seed, int p, int n) {
        double[][] x = TestMatrices.map(TestMatrices.signed(seed, p, n), v -> 2 + 0.4 * v);
        for (int i = 0; i < 6; i++) for (int a = 0; a < n; a++) if (a % GROUPS == i % GROUPS) x[i][a] += 2;
        return x;
    }

    private static Clustering groups(int n) {
        return Clustering.ofLabels(
                GROUPS, IntStream.range(0, n).map(a -> a % GROUPS).toArray());
    }

    private static Graph graph(ExecutionContext context, Matrix X) {
        return KnnGraph.build(context, X, GraphSpec.standard()).graph();
    }

    private static Selection select(double[][] x, int keep, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix X = DenseMatrix.of(x)) {
            return Ndfs.of(groups(X.cols())).select(context, X, graph(context, X), keep);
        }
    }

    private static Ndfs.NdfsResult solve(double[][] x, int iterations) {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            return Ndfs.of(groups(X.cols())).solve(context, X, graph(context, X), iterations);
        }
    }

    @ParameterizedTest
    @CsvSource({"30, 60", "60, 60", "300, 45"})
    void plantedFeaturesComeFirst(int p, int n) {
        for (int seed = 0; seed < 5; seed++)
            assertThat(select(planted(seed, p, n), 6, 2).order()).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }

    @ParameterizedTest
    @CsvSource({"20, 50", "120, 30"})
    void theObjectiveNeverRises(int p, int n) {
        for (int seed = 0; seed < 5; seed++) {
            double[][] x = TestMatrices.signed(seed, p, n);
            List<Double> objective = solve(x, 100).objective();
            assertThat(objective).hasSize(100);
            for (int t = 1; t < 100; t++)
                assertThat(objective.get(t))
                        .as("iteration %d", t)
                        .isLessThanOrEqualTo(objective.get(t - 1) * (1 + 1e-9));
        }
    }

    /** The wide and the tall system give the same W: W = UX(XᵀUX + βI)⁻¹F, against plain elimination. */
    @ParameterizedTest
    @CsvSource({"8, 12", "12, 12", "25, 9"})
    void bothSystemsSolveTheNormalEquations(int p, int n) {
        double[][] x = TestMatrices.map(TestMatrices.signed(5, p, n), v -> v + 3);
        double[][] F = TestMatrices.signed(6, n, 2);
        for (int k = 0; k < 2; k++) {
            double mean = 0;
            for (double[] row : F) mean += row[k] / n;
            for (double[] row : F) row[k] -= mean;
        }
        double[] u =
                IntStream.range(0, p).mapToDouble(i -> i % 4 == 3 ? 0 : 1.0 + i).toArray();
        double beta = 0.7;
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                RidgeSystem wide = new SampleRidge(context, CenteredFeatures.measure(context, X), 2);
                RidgeSystem sparse =
                        new SampleRidge(context, CenteredFeatures.measure(context, SparseMatrix.of(X)), 2);
                RidgeSystem tall = new FeatureRidge(context, CenteredFeatures.measure(context, X), 2)) {
            double[][] norms = new double[3][p];
            double[][] expected = wide.solve(u, F, beta, norms[0]);
            double[][] again = sparse.solve(u, F, beta, norms[1]);
            double[][] other = tall.solve(u, F, beta, norms[2]);
            for (int i = 0; i < p; i++) {
                assertThat(norms[1][i]).isCloseTo(norms[0][i], within(1e-10));
                assertThat(norms[2][i]).isCloseTo(norms[0][i], within(1e-10));
                assertThat(norms[0][i] == 0).isEqualTo(u[i] == 0);
            }
            for (int a = 0; a < n; a++) {
                assertThat(again[a]).containsExactly(expected[a], within(1e-10));
                assertThat(other[a]).containsExactly(expected[a], within(1e-10));
            }
            // residual = βB, so (K + βI)·residual = βF
            CenteredFeatures features = CenteredFeatures.measure(context, X);
            double[][] z = new double[p][n];
            for (int i = 0; i < p; i++) {
                features.row(i, z[i]);
            }
            for (int a = 0; a < n; a++)
                for (int k = 0; k < 2; k++) {
                    double left = beta * expected[a][k];
                    for (int i = 0; i < p; i++)
                        for (int b = 0; b < n; b++) left += z[i][a] * u[i] * z[i][b] * expected[b][k];
                    assertThat(left).isCloseTo(beta * F[a][k], within(1e-9));
                }
        }
    }

    @Test
    void theListDoesNotDependOnThreads() {
        double[][] x = planted(3, 80, 50);
        assertThat(select(x, 80, 1)).isEqualTo(select(x, 80, 3));
    }

    @ParameterizedTest
    @CsvSource({"20, 40", "90, 40"})
    void permutingFeaturesPermutesTheList(int p, int n) {
        double[][] x = planted(1, p, n);
        double[][] reversed = new double[p][];
        for (int i = 0; i < p; i++) reversed[i] = x[p - 1 - i];
        List<Integer> expected =
                select(x, 10, 2).order().stream().map(i -> p - 1 - i).toList();
        assertThat(select(reversed, 10, 2).order()).isEqualTo(expected);
    }

    @Test
    void neitherUnitsNorOffsetsMatter() {
        double[][] x = planted(2, 30, 40);
        List<Integer> expected = select(x, 10, 2).order();
        assertThat(select(TestMatrices.map(x, v -> 1024 * v), 10, 2).order()).isEqualTo(expected);
        assertThat(select(TestMatrices.map(x, v -> v + 64), 10, 2).order()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"20, 40", "90, 40"})
    void constantFeaturesComeLast(int p, int n) {
        double[][] x = planted(4, p, n);
        Arrays.fill(x[0], 0.1);
        Arrays.fill(x[7], 5000);
        Selection all = select(x, p, 2);
        assertThat(all.order().subList(p - 2, p)).containsExactly(0, 7);
        assertThat(all.scores().subList(p - 2, p)).containsExactly(0.0, 0.0);
    }

    @ParameterizedTest
    @CsvSource({"20, 40", "90, 40"})
    void denseAndSparseGiveTheSameList(int p, int n) {
        double[][] x = TestMatrices.map(planted(6, p, n), v -> v < 2 ? 0 : v);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = graph(context, X);
            Selection dense = Ndfs.of(groups(n)).select(context, X, graph, 10);
            Selection sparse = Ndfs.of(groups(n)).select(context, SparseMatrix.of(X), graph, 10);
            assertThat(sparse.order()).isEqualTo(dense.order());
            for (int s = 0; s < 10; s++)
                assertThat(sparse.scores().get(s)).isCloseTo(dense.scores().get(s), within(1e-8));
            assertThat(X.toArray()).isDeepEqualTo(x);
        }
    }

    @Test
    void messagesSayWhatIsWrong() {
        assertThatThrownBy(() -> Ndfs.of(Clustering.ofLabels(1, 0, 0)))
                .hasMessage("ndfs needs at least 2 groups, got 1");
        assertThatThrownBy(() -> Ndfs.requireAccepted(9000, 5000))
                .hasMessageContaining("at most 4,096; got 9,000 features and 5,000 samples");
        assertThat(Ndfs.accepts(1_000_000, 4096)).isTrue();
        assertThat(Ndfs.accepts(50, 1_000_000)).isTrue();
        double[][] x = planted(1, 10, 12);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph empty =
                    Graph.of(SparseMatrix.ofTriples(12, 12, new int[0], new int[0], new double[0]), "without edges");
            assertThatThrownBy(() -> Ndfs.of(groups(12)).select(context, X, empty, 3))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("has no edges");
            assertThatThrownBy(() -> Ndfs.of(groups(11)).select(context, X, graph(context, X), 3))
                    .hasMessage("the groups have 11 samples, the data have 12");
        }
    }
}
