package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Nmi;
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
import org.junit.jupiter.params.provider.ValueSource;

class NeighborContrastTest {
    private static final NeighborContrast STRUCTURE = NeighborContrast.standard();

    private static Graph graph(ExecutionContext context, Matrix X) {
        return KnnGraph.build(context, X, GraphSpec.standard()).graph();
    }

    private static Selection select(double[][] x, int keep) {
        return select(x, keep, 0, 2);
    }

    private static Selection select(double[][] x, int keep, double blend, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix X = DenseMatrix.of(x)) {
            return STRUCTURE.withBlend(blend).select(context, X, graph(context, X), keep);
        }
    }

    /** Noisy mixtures of few hidden features, with different scales: redundant, so that the bounds matter. */
    private static double[][] mixed(long seed, int p, int n) {
        double[][] x = TestMatrices.product(TestMatrices.uniform(seed, p, 4), TestMatrices.uniform(seed + 1, 4, n));
        double[][] noise = TestMatrices.uniform(seed + 2, p, n);
        for (int i = 0; i < p; i++) for (int a = 0; a < n; a++) x[i][a] = (x[i][a] + 0.3 * noise[i][a]) * (1 + i % 3);
        return x;
    }

    /** Fourth powers of 1e±100 overflow or underflow. */
    @ParameterizedTest
    @ValueSource(ints = {-330, 330, -200, 200, 3})
    void extremeScalesDoNotChangeTheSelection(int exponent) {
        double[][] x = mixed(7, 40, 25);
        double[][] scaled = TestMatrices.copy(x);
        for (double[] row : scaled) for (int a = 0; a < row.length; a++) row[a] = Math.scalb(row[a], exponent);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix M = DenseMatrix.of(scaled);
                SparseMatrix S = SparseMatrix.of(M)) {
            Graph graph = graph(context, X);
            for (double blend : new double[] {0, 0.5}) {
                Selection expected = STRUCTURE.withBlend(blend).select(context, X, graph, 15);
                assertThat(STRUCTURE.withBlend(blend).select(context, M, graph, 15))
                        .isEqualTo(expected);
                assertThat(STRUCTURE
                                .withBlend(blend)
                                .select(context, S, graph, 15)
                                .order())
                        .isEqualTo(expected.order());
            }
            assertThat(M.toArray()).as("unchanged").isDeepEqualTo(scaled);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 30, 25, 30, 0",
        "2, 60, 20, 12, 0",
        "3, 40, 30, 20, 0.5",
        "4, 25, 30, 25, 1",
        "5, 160, 20, 150, 0",
        "6, 150, 18, 130, 0.3"
    })
    void orderEqualsTheNaiveGreedyPath(long seed, int p, int n, int keep, double blend) {
        double[][] x = mixed(seed, p, n);
        Arrays.fill(x[3], 0.25);
        Arrays.fill(x[11], 0);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                SparseMatrix S = SparseMatrix.of(X)) {
            Graph graph = graph(context, X);
            List<Integer> plain = new NaiveNeighborContrast(x, graph, 0.5).greedy(keep, blend);
            for (Matrix M : List.of(X, S))
                assertThat(STRUCTURE
                                .withBlend(blend)
                                .select(context, M, graph, keep)
                                .order())
                        .isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @CsvSource({"30, 0", "30, 0.5", "140, 0", "140, 1"})
    void pathIsTheCorrelationAtEveryLength(int keep, double blend) {
        double[][] x = mixed(8, 150, 16);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = graph(context, X);
            NaiveNeighborContrast plain = new NaiveNeighborContrast(x, graph, 0.5);
            Selection found = STRUCTURE.withBlend(blend).select(context, X, graph, keep);
            assertThat(found.path()).hasSize(keep);
            for (int s = 1; s <= keep; s++)
                assertThat(found.path().get(s - 1))
                        .isCloseTo(plain.criterion(found.order().subList(0, s), blend), within(1e-11));
            int size = Math.max(1, keep / 60);
            for (int s = 0; s < keep; s++) {
                List<Integer> with = new ArrayList<>(found.order().subList(0, s / size * size));
                with.add(found.order().get(s));
                assertThat(found.scores().get(s)).isCloseTo(plain.criterion(with, blend), within(1e-11));
            }
            int peak = found.peak().orElseThrow();
            for (double r : found.path())
                assertThat(r).isLessThanOrEqualTo(found.path().get(peak - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 250})
    void sameBitsForAnyNumberOfThreads(int keep) {
        double[][] x = mixed(4, 700, 60);
        for (double blend : new double[] {0, 0.5}) {
            Selection one = select(x, keep, blend, 1);
            assertThat(select(x, keep, blend, 2)).isEqualTo(one);
            assertThat(select(x, keep, blend, 3)).isEqualTo(one);
            try (ExecutionContext a = ExecutionContext.create(1);
                    ExecutionContext b = ExecutionContext.create(3);
                    DenseMatrix X = DenseMatrix.of(x);
                    SparseMatrix S = SparseMatrix.of(X)) {
                Graph graph = graph(a, X);
                NeighborContrast structure = STRUCTURE.withBlend(blend);
                Selection sparse = structure.select(a, S, graph, keep);
                assertThat(structure.select(b, S, graph, keep)).isEqualTo(sparse);
                assertThat(sparse.order()).isEqualTo(one.order());
            }
        }
    }

    @Test
    void shiftsAndACommonScaleChangeNothing() {
        double[][] x = mixed(6, 80, 50);
        double[][] moved = TestMatrices.map(x, v -> 8 * v);
        for (int a = 0; a < 50; a++) moved[17][a] += 3;
        assertThat(select(moved, 30).order()).isEqualTo(select(x, 30).order());
    }

    @Test
    void permutedSamplesChangeNothingAndPermutedFeaturesPermuteTheSelection() {
        double[][] x = mixed(7, 70, 40);
        List<Integer> order = select(x, 25).order();
        double[][] samples = new double[70][40];
        double[][] features = new double[70][];
        for (int i = 0; i < 70; i++) {
            features[(i * 11 + 5) % 70] = x[i];
            for (int a = 0; a < 40; a++) samples[i][(a * 7 + 3) % 40] = x[i][a];
        }
        assertThat(select(samples, 25).order()).isEqualTo(order);
        assertThat(select(features, 25).order())
                .isEqualTo(order.stream().map(i -> (i * 11 + 5) % 70).toList());
    }

    @Test
    void smallerSelectionIsAPrefixOfALargerOne() {
        double[][] x = mixed(9, 150, 40);
        Selection most = select(x, 119);
        for (int keep : new int[] {1, 2, 30, 118}) {
            Selection fewer = select(x, keep);
            assertThat(fewer.order()).isEqualTo(most.order().subList(0, keep));
            assertThat(fewer.path()).isEqualTo(most.path().subList(0, keep));
        }
    }

    @Test
    void constantFeaturesComeLastAndAllCanBeKept() {
        double[][] x = mixed(10, 40, 30);
        for (int i : new int[] {0, 7, 30}) Arrays.fill(x[i], i);
        Selection all = select(x, 40);
        assertThat(all.order()).doesNotHaveDuplicates().hasSize(40).endsWith(0, 7, 30);
        assertThat(all.path().subList(37, 40)).containsOnly(all.path().get(36));
        assertThat(all.kept().isAll()).isTrue();
    }

    @Test
    void constantDataAreSelectedByIndex() {
        double[][] x = new double[6][5];
        for (double[] row : x) Arrays.fill(row, 0.3);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = NaiveNeighborContrast.graph(5, new int[] {0, 1}, new int[] {2, 4});
            Selection found = STRUCTURE.withBlend(0.5).select(context, X, graph, 3);
            assertThat(found.order()).containsExactly(0, 1, 2);
            assertThat(found.path()).containsOnly(0.0);
        }
    }

    /** Two independent coordinates separate the groups; a copy of one adds nothing. */
    @Test
    void redundantCopyIsNotSelectedSecond() {
        int n = 120;
        double[][] x = TestMatrices.map(TestMatrices.uniform(12, 6, n), v -> 0.3 * v);
        for (int a = 0; a < n; a++) {
            x[1][a] += 2 * (a % 2);
            x[4][a] += 1.8 * (a / 2 % 2);
        }
        x[2] = x[1].clone();
        assertThat(select(x, 2).order()).containsExactly(1, 4);
    }

    @Test
    void equalFeaturesAreSelectedByIndex() {
        for (int seed = 0; seed < 4; seed++) {
            double[][] x = mixed(20 + seed, 300, 37);
            int[] twin = new int[300];
            for (int i = 0; i < 100; i++) {
                int j = 299 - TestMatrices.below(200, seed, 5, i);
                x[j] = x[i].clone();
                twin[j] = i + 1;
            }
            for (int keep : new int[] {100, 299}) {
                List<Integer> order = select(x, keep).order();
                for (int s = 0; s < keep; s++)
                    if (twin[order.get(s)] > 0) assertThat(order.subList(0, s)).contains(twin[order.get(s)] - 1);
            }
        }
    }

    @Test
    void plantedFeaturesAreFoundInNoise() {
        int n = 200;
        double[][] x = TestMatrices.uniform(31, 70, n);
        int[] truth = new int[n];
        for (int a = 0; a < n; a++) truth[a] = a % 4;
        for (int i = 0; i < 20; i++)
            for (int a = 0; a < n; a++)
                x[3 * i][a] = 0.6 * x[3 * i][a] + (TestMatrices.below(2, 77, i, truth[a]) == 1 ? 1.5 : 0);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            Selection found = STRUCTURE.select(context, X, graph(context, X), 20);
            try (KMeansResult groups = KMeans.clusterColumns(
                    context, X, found.kept(), KMeansOptions.of(4).withStarts(10))) {
                assertThat(Nmi.compute(
                                ContingencyTable.of(truth, groups.clustering().toArray())))
                        .isCloseTo(1, within(1e-12));
            }
        }
    }

    /** X takes 8 MB; all pairs of features would take 3.2 GB. */
    @Test
    void memoryDoesNotGrowWithPairsOfFeatures() {
        int p = 20_000;
        int n = 50;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(mixed(14, p, n))) {
            Graph graph = graph(context, X);
            for (double blend : new double[] {0, 0.5}) {
                long before = threads.getCurrentThreadAllocatedBytes();
                STRUCTURE.withBlend(blend).select(context, X, graph, 15);
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(60L << 20);
            }
        }
    }

    @Test
    void edgeWeightsDoNotMatter() {
        double[][] x = mixed(13, 50, 30);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            Graph graph = graph(context, X);
            Graph other = Graph.of(graph.adjacency().map((a, b, w) -> 1 + Math.abs(a - b)), "another");
            assertThat(STRUCTURE.select(context, X, other, 20)).isEqualTo(STRUCTURE.select(context, X, graph, 20));
        }
    }

    @Test
    void invalidInputsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 6, 5));
                DenseMatrix two = DenseMatrix.of(TestMatrices.uniform(1, 6, 2))) {
            Graph graph = NaiveNeighborContrast.graph(5, new int[] {0, 1});
            assertThatThrownBy(() -> STRUCTURE.select(context, X, graph, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("keep must be between 1 and the 6 features, got 0");
            assertThatThrownBy(() -> STRUCTURE.select(context, X, graph, 7))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("keep must be between 1 and the 6 features, got 7");
            assertThatThrownBy(() -> STRUCTURE.select(context, X, NaiveNeighborContrast.graph(4, new int[] {0, 1}), 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the graph has 4 samples, the data have 5");
            assertThatThrownBy(() ->
                            STRUCTURE.select(context, two, NaiveNeighborContrast.graph(2, new int[] {0, 1}), 2))
                    .isInstanceOf(DataException.class)
                    .hasMessage("selecting features needs at least 3 samples, got 2");
            assertThatThrownBy(() -> STRUCTURE.select(context, X, NaiveNeighborContrast.graph(5), 2))
                    .isInstanceOf(DataException.class)
                    .hasMessage("the graph of 5 samples has no edges; selecting by neighbours needs at least 1 edge");
            assertThatThrownBy(() -> STRUCTURE.withBlend(1.5))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("blend must be between 0 and 1, got 1.5");
            assertThatThrownBy(() -> STRUCTURE.withBlend(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
