package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.decomp.JacobiEigen;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McfsTest {
    private static double[] unit(double[] x) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double norm =
                Math.sqrt(Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum());
        return Arrays.stream(x).map(v -> norm < 1e-13 ? 0 : (v - mean) / norm).toArray();
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int a = 0; a < x.length; a++) sum += x[a] * y[a];
        return sum;
    }

    /**
     * Asserts the optimality conditions of the lasso: active correlations are ±C with the sign of their coefficient,
     * and the others are not larger.
     */
    private static void assertOptimal(double[][] x, double[] y, Lars path) {
        double[] residual = unit(y);
        for (int i = 0; i < x.length; i++) {
            double[] xi = unit(x[i]);
            for (int a = 0; a < y.length; a++) residual[a] -= path.beta(i) * xi[a];
        }
        for (int i = 0; i < x.length; i++) {
            double correlation = dot(unit(x[i]), residual);
            if (path.beta(i) != 0)
                assertThat(correlation)
                        .as("feature %d", i)
                        .isCloseTo(Math.signum(path.beta(i)) * path.level(), within(1e-9));
            else assertThat(Math.abs(correlation)).as("feature %d", i).isLessThanOrEqualTo(path.level() + 1e-9);
        }
    }

    private static Lars[] regress(double[][] x, double[][] targets, int most) {
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Y = DenseMatrix.of(targets)) {
            return Mcfs.of(Y).regress(context, X, most, new double[x.length]);
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 40, 4", "10, 40, 10", "200, 20, 15", "200, 20, 200", "30, 30, 29", "60, 25, 8"})
    void everyRegressionEndsOnTheLassoPath(int p, int n, int most) {
        for (int seed = 0; seed < 12; seed++) {
            double[][] x = TestMatrices.product(TestMatrices.signed(seed, p, 6), TestMatrices.signed(seed + 50, 6, n));
            double[][] noise = TestMatrices.signed(seed + 100, p, n);
            for (int i = 0; i < p; i++) for (int a = 0; a < n; a++) x[i][a] += 0.2 * noise[i][a] + i;
            double[][] targets = TestMatrices.signed(seed + 150, n, 3);
            Lars[] paths = regress(x, targets, most);
            for (int k = 0; k < 3; k++) {
                double[] y = TestMatrices.transpose(targets)[k];
                int used = 0;
                for (int i = 0; i < p; i++) if (paths[k].beta(i) != 0) used++;
                assertThat(used).isBetween(1, Math.min(most, n - 1));
                assertOptimal(x, y, paths[k]);
                // at the end of the path C = 0; before it, the limit is reached
                if (paths[k].level() > 1e-9) assertThat(used).isEqualTo(Math.min(most, n - 1));
            }
        }
    }

    @Test
    void featuresCanLeaveThePath() {
        int drops = 0;
        for (int seed = 0; seed < 20; seed++) {
            double[][] x =
                    TestMatrices.product(TestMatrices.signed(seed, 12, 4), TestMatrices.signed(seed + 50, 4, 30));
            double[][] noise = TestMatrices.signed(seed + 100, 12, 30);
            for (int i = 0; i < 12; i++) for (int a = 0; a < 30; a++) x[i][a] += 0.1 * noise[i][a];
            double[][] targets = TestMatrices.signed(seed + 150, 30, 1);
            boolean[] ever = new boolean[12];
            for (int most = 1; most <= 12; most++) {
                Lars path = regress(x, targets, most)[0];
                for (int i = 0; i < 12; i++) {
                    if (ever[i] && path.beta(i) == 0) drops++;
                    ever[i] |= path.beta(i) != 0;
                }
                assertOptimal(x, TestMatrices.transpose(targets)[0], path);
            }
        }
        assertThat(drops).isPositive();
    }

    @Test
    void copiesAndConstantsDoNotBreakThePath() {
        double[][] x = TestMatrices.signed(3, 40, 15);
        for (int i = 0; i < 20; i++) x[39 - i] = TestMatrices.map(new double[][] {x[i]}, v -> -2 * v + 1)[0];
        Arrays.fill(x[4], 0.1);
        Arrays.fill(x[5], 0);
        double[][] targets = TestMatrices.signed(9, 15, 2);
        Lars[] paths = regress(x, targets, 40);
        for (int k = 0; k < 2; k++) {
            assertOptimal(x, TestMatrices.transpose(targets)[k], paths[k]);
            assertThat(paths[k].beta(4)).isZero();
            assertThat(paths[k].level()).isLessThan(1e-9);
        }
    }

    /**
     * The eigenvectors of Ly = λDy from those of the normalised Laplacian, smallest first, without the constant one.
     */
    private static double[][] eigenvectors(Graph graph, int K) {
        int n = graph.size();
        double[][] normalised = new double[n][n];
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                normalised[a][b] =
                        (a == b ? 1 : 0) - graph.adjacency().get(a, b) / Math.sqrt(graph.degree(a) * graph.degree(b));
        double[][] vectors = new double[n][K];
        try (DenseMatrix L = DenseMatrix.of(normalised);
                DenseMatrix E = DenseMatrix.zeros(n, n)) {
            JacobiEigen.decompose(L, E);
            for (int a = 0; a < n; a++)
                for (int k = 0; k < K; k++) vectors[a][k] = E.get(a, n - 2 - k) / Math.sqrt(graph.degree(a));
        }
        return vectors;
    }

    private static double[][] planted() {
        double[][] x = TestMatrices.uniform(5, 60, 90);
        for (int i = 0; i < 6; i++) for (int a = 0; a < 90; a++) x[7 * i + 2][a] += 3 * ((a % 3 + i) % 3 == 0 ? 1 : 0);
        return x;
    }

    @Test
    void plantedFeaturesAreKeptForDenseAndSparseDataAndAnyThreads() {
        double[][] x = planted();
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext context = ExecutionContext.create(3);
                DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X)) {
            Graph graph = KnnGraph.build(context, X, GraphSpec.standard().withNeighbors(8))
                    .graph();
            try (DenseMatrix Y = DenseMatrix.of(eigenvectors(graph, 2))) {
                Mcfs mcfs = Mcfs.of(Y);
                Selection found = mcfs.select(context, X, graph, 6);
                assertThat(found.order().subList(0, 4)).isSubsetOf(2, 9, 16, 23, 30, 37);
                assertThat(mcfs.select(one, X, graph, 6)).isEqualTo(found);
                for (Matrix M : List.of(X, S))
                    assertThat(mcfs.select(one, M, graph, 60).order())
                            .hasSize(60)
                            .doesNotHaveDuplicates();
                assertThat(mcfs.select(one, S, graph, 6).order()).isEqualTo(found.order());
            }
        }
    }

    @Test
    void unusedFeaturesFollowByCorrelation() {
        double[][] x = TestMatrices.signed(8, 50, 12);
        double[][] targets = TestMatrices.signed(9, 12, 1);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Y = DenseMatrix.of(targets)) {
            Selection all = Mcfs.of(Y).select(context, X, NaiveNeighborContrast.graph(12), 50);
            double[] y = unit(TestMatrices.transpose(targets)[0]);
            double before = Double.POSITIVE_INFINITY;
            for (int s = 0; s < 50; s++) {
                double score = all.scores().get(s);
                if (s > 0) assertThat(score).isLessThanOrEqualTo(all.scores().get(s - 1));
                if (score > 0) continue;
                double correlation = Math.abs(dot(unit(x[all.order().get(s)]), y));
                assertThat(correlation).isLessThanOrEqualTo(before + 1e-12);
                before = correlation;
            }
            assertThat(all.scores()).contains(0.0);
        }
    }

    @Test
    void inputsThatDoNotFitAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 6, 5));
                DenseMatrix Y = DenseMatrix.of(TestMatrices.uniform(1, 4, 2));
                DenseMatrix none = DenseMatrix.zeros(5, 0);
                DenseMatrix constant = DenseMatrix.zeros(5, 1)) {
            assertThatThrownBy(() -> Mcfs.of(none)).hasMessage("at least 1 eigenvector is needed, got 0");
            assertThatThrownBy(() -> Mcfs.of(Y).select(context, X, NaiveNeighborContrast.graph(5), 2))
                    .hasMessage("the eigenvectors have 4 samples, the data have 5");
            assertThatThrownBy(() -> Mcfs.of(constant).select(context, X, NaiveNeighborContrast.graph(5), 2))
                    .hasMessage("eigenvector 0 is constant");
            assertThatThrownBy(() -> Mcfs.of(constant).select(context, X, NaiveNeighborContrast.graph(5), 9))
                    .hasMessage("keep must be between 1 and the 6 features, got 9");
        }
    }
}
