package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LouvainTest {
    private static final LouvainOptions STANDARD = LouvainOptions.standard();

    private static Graph graph(double[][] A) {
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            return Graph.of(SparseMatrix.of(dense), "given");
        }
    }

    /**
     * Blocks of equal size, one after the other; a pair has an edge with probability {@code inside} or {@code between}.
     */
    private static double[][] blocks(long seed, int blocks, int size, double inside, double between) {
        int n = blocks * size;
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (CounterRandom.uniform(seed, i, j) < (i / size == j / size ? inside : between))
                    A[i][j] = A[j][i] = 0.5 + CounterRandom.uniform(seed, j, i);
        return A;
    }

    /** Σᵢⱼ (aᵢⱼ − γ·dᵢdⱼ/m)·[same group] / m, over all pairs. */
    private static double naiveModularity(double[][] A, int[] groups, double resolution) {
        int n = A.length;
        double[] d =
                Arrays.stream(A).mapToDouble(row -> Arrays.stream(row).sum()).toArray();
        double m = Arrays.stream(d).sum();
        double Q = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) if (groups[i] == groups[j]) Q += (A[i][j] - resolution * d[i] * d[j] / m) / m;
        return Q;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "4, 1", "5, 0.5", "6, 2", "7, 5", "8, 0.1"})
    void noMoveAndNoMergeGains(long seed, double resolution) {
        double[][] A = blocks(seed, 4, 9, 0.4, 0.1);
        Clustering found = Louvain.cluster(graph(A), STANDARD.withSeed(seed).withResolution(resolution));
        int[] groups = found.toArray();
        double Q = naiveModularity(A, groups, resolution);
        for (int i = 0; i < groups.length; i++)
            for (int c = 0; c <= found.clusters(); c++) { // the last one is a new group
                int[] moved = groups.clone();
                moved[i] = c;
                assertThat(naiveModularity(A, moved, resolution)).isLessThanOrEqualTo(Q + 1e-10);
            }
        for (int a = 0; a < found.clusters(); a++)
            for (int b = 0; b < a; b++) {
                int from = a;
                int into = b;
                int[] merged =
                        Arrays.stream(groups).map(c -> c == from ? into : c).toArray();
                assertThat(naiveModularity(A, merged, resolution)).isLessThanOrEqualTo(Q + 1e-10);
            }
        assertThat(Q).isGreaterThanOrEqualTo(naiveModularity(A, LouvainLevel.identity(groups.length), resolution));
        assertThat(Q).isGreaterThanOrEqualTo(naiveModularity(A, new int[groups.length], resolution) - 1e-10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void plantedBlocksAreFound(long seed) {
        double[][] A = blocks(seed, 6, 25, 0.5, 0.02);
        int[] planted = new int[150];
        for (int i = 0; i < 150; i++) planted[i] = i / 25;
        assertThat(Louvain.cluster(graph(A), STANDARD.withSeed(seed))).isEqualTo(Clustering.ofLabels(6, planted));
    }

    /** Every node has two neighbours at equal distance, so the weight inside nodes of upper levels decides. */
    @Test
    void ringOfCliquesSplitsIntoTheCliques() {
        int cliques = 12;
        double[][] A = blocks(1, cliques, 5, 1, 0);
        for (int c = 0; c < cliques; c++) {
            int from = 5 * c;
            int to = (5 * c + 6) % (5 * cliques);
            A[from][to] = A[to][from] = 0.5;
        }
        int[] planted = new int[5 * cliques];
        for (int i = 0; i < planted.length; i++) planted[i] = i / 5;
        for (long seed = 0; seed < 5; seed++)
            assertThat(Louvain.cluster(graph(A), STANDARD.withSeed(seed)))
                    .isEqualTo(Clustering.ofLabels(cliques, planted));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 1, 20})
    void separateComponentsAreNeverMerged(double resolution) {
        double[][] A = blocks(3, 5, 8, 0.6, 0);
        int[] groups =
                Louvain.cluster(graph(A), STANDARD.withResolution(resolution)).toArray();
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < i; j++)
                if (i / 8 != j / 8) assertThat(groups[i]).isNotEqualTo(groups[j]);
    }

    @Test
    void isolatedSamplesAreGroupsOfTheirOwn() {
        // 0 alone, 1–2, 3 alone with a stored zero to 4, 4–5
        SparseMatrix A = SparseMatrix.ofTriples(
                6, 6, new int[] {1, 2, 3, 4, 4, 5}, new int[] {2, 1, 4, 3, 5, 4}, new double[] {1, 1, 0, 0, 1, 1});
        assertThat(Louvain.cluster(Graph.of(A, "given"), STANDARD)).isEqualTo(Clustering.ofLabels(4, 0, 1, 1, 2, 3, 3));
        assertThat(Louvain.cluster(graph(new double[3][3]), STANDARD)).isEqualTo(Clustering.ofLabels(3, 0, 1, 2));
        assertThat(Louvain.cluster(graph(new double[1][1]), STANDARD)).isEqualTo(Clustering.ofLabels(1, 0));
    }

    @Test
    void higherResolutionMeansMoreGroups() {
        Graph graph = graph(blocks(2, 4, 20, 0.4, 0.05));
        int coarse = Louvain.cluster(graph, STANDARD.withResolution(0.2)).clusters();
        int fine = Louvain.cluster(graph, STANDARD.withResolution(4)).clusters();
        assertThat(coarse).isLessThan(4);
        assertThat(fine).isGreaterThan(4);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0x1p-1000, 0x1p10, 0x1p1015})
    void scaleOfWeightsDoesNotMatter(double by) {
        double[][] A = blocks(4, 5, 12, 0.4, 0.1);
        double[][] scaled = Arrays.stream(A)
                .map(row -> Arrays.stream(row).map(a -> by * a).toArray())
                .toArray(double[][]::new);
        assertThat(Louvain.cluster(graph(scaled), STANDARD)).isEqualTo(Louvain.cluster(graph(A), STANDARD));
    }

    @Tag("slow")
    @Test
    void largeRingIsFastAndDeterministic() {
        int n = 100_000;
        int[] row = new int[6 * n];
        int[] column = new int[6 * n];
        double[] weight = new double[6 * n];
        for (int i = 0, e = 0; i < n; i++)
            for (int step = 1; step <= 3; step++)
                for (int sign = -1; sign <= 1; sign += 2, e++) {
                    int j = Math.floorMod(i + sign * step, n);
                    row[e] = i;
                    column[e] = j;
                    weight[e] = 1 + CounterRandom.uniform(5, Math.min(i, j), Math.max(i, j));
                }
        Graph ring = Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "ring");
        Clustering found = Assertions.assertTimeout(Duration.ofSeconds(60), () -> Louvain.cluster(ring, STANDARD));
        assertThat(Louvain.cluster(ring, STANDARD)).isEqualTo(found);
        assertThat(Modularity.compute(ring, found).get()).isGreaterThan(0.9);
        assertThat(found.sizes()).doesNotContain(0);
    }

    @Test
    void resultHasHighModularity() {
        double[][] A = blocks(7, 4, 12, 0.4, 0.1);
        Clustering found = Louvain.cluster(graph(A), STANDARD);
        assertThat(Modularity.compute(graph(A), found).get())
                .isCloseTo(naiveModularity(A, found.toArray(), 1), within(1e-13));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAnInvalidResolution(double resolution) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STANDARD.withResolution(resolution))
                .withMessage("resolution must be a number > 0, got " + resolution);
    }

    @Test
    void refusesAnEmptyGraph() {
        SparseMatrix none = SparseMatrix.ofTriples(0, 0, new int[0], new int[0], new double[0]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Louvain.cluster(Graph.of(none, "given"), STANDARD))
                .withMessage("communities need at least 1 sample, got 0");
    }

    /**
     * Small integer weights, with an edge to an extra node that makes the largest degree 64: no sum is rounded, so ties
     * are exact.
     */
    private static double[][] exact(long seed, int n) {
        double[][] A = new double[n + 1][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (CounterRandom.uniform(seed, i, j) < 0.15)
                    A[i][j] = A[j][i] = 1 + (int) (3 * CounterRandom.uniform(seed, j, i));
        int most = 0;
        for (int i = 1; i < n; i++)
            if (Arrays.stream(A[i]).sum() > Arrays.stream(A[most]).sum()) most = i;
        A[most][n] = A[n][most] = 64 - Arrays.stream(A[most]).sum();
        return A;
    }

    /** The gain of node i in community c, counted without i, by definition. */
    private static double gain(double[][] A, int[] community, int i, int c, double resolution) {
        double[] d = Arrays.stream(A)
                .mapToDouble(row -> Arrays.stream(row).sum() / 64)
                .toArray();
        double weight = 0;
        double total = 0;
        for (int j = 0; j < A.length; j++) {
            if (j == i || community[j] != c) continue;
            weight += A[i][j] / 64;
            total += d[j];
        }
        return weight - resolution * d[i] * (total / Arrays.stream(d).sum());
    }

    /** Moves nodes until none gains, with gains by definition. */
    private static void settleNaively(double[][] A, int[] community, double resolution, int[] order) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i : order) {
                int own = community[i];
                int best = own;
                double degree = Arrays.stream(A[i]).sum() / 64;
                if (degree == 0) continue;
                double most = gain(A, community, i, own, resolution) + LouvainLevel.MIN_GAIN * degree;
                for (int c = 0; c < A.length; c++) {
                    boolean near = false;
                    for (int j = 0; j < A.length; j++) near |= A[i][j] > 0 && community[j] == c;
                    if (!near || c == own) continue;
                    double gain = gain(A, community, i, c, resolution);
                    if (gain > most) {
                        best = c;
                        most = gain;
                    }
                }
                int lowestEmpty = 0;
                while (lowestEmpty < A.length && has(community, lowestEmpty) > 0) lowestEmpty++;
                if (most < 0 && has(community, own) > 1) best = lowestEmpty;
                if (best == own) continue;
                community[i] = best;
                moved = true;
            }
        }
    }

    private static int has(int[] community, int c) {
        return (int) Arrays.stream(community).filter(other -> other == c).count();
    }

    private static int[] order(int n, long seed) {
        int[] order = LouvainLevel.identity(n);
        for (int last = n - 1; last > 0; last--) {
            int drawn = (int) (CounterRandom.uniform(seed, 0, last) * (last + 1));
            int node = order[last];
            order[last] = order[drawn];
            order[drawn] = node;
        }
        return order;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 1, 4})
    void nodesMoveWhereTheyGainMost(double resolution) {
        for (long seed = 0; seed < 20; seed++) {
            double[][] A = exact(seed, 20);
            for (int groups : new int[] {21, 4}) {
                int[] found = LouvainLevel.identity(21);
                for (int i = 0; i < 21; i++) found[i] %= groups;
                int[] expected = found.clone();
                LouvainLevel.create(graph(A), resolution).moveNodes(found, seed, 3);
                settleNaively(A, expected, resolution, order(21, CounterRandom.split(seed, 3)));
                assertThat(found).as("seed %d, from %d groups", seed, groups).isEqualTo(expected);
            }
        }
    }

    /** A ring of cliques above the size from which settled nodes are skipped: every clique is within one community. */
    @Test
    void cliquesOfALargeRingStayTogether() {
        int cliques = 20_100;
        int size = 5;
        int n = cliques * size;
        int edges = cliques * (size * (size - 1) + 2);
        int[] row = new int[edges];
        int[] column = new int[edges];
        double[] weight = new double[edges];
        int filled = 0;
        for (int c = 0; c < cliques; c++) {
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++) {
                    if (i == j) continue;
                    row[filled] = c * size + i;
                    column[filled] = c * size + j;
                    weight[filled++] = 1;
                }
            int next = (c + 1) % cliques * size;
            row[filled] = c * size + 1;
            column[filled] = next;
            weight[filled++] = 1;
            row[filled] = next;
            column[filled] = c * size + 1;
            weight[filled++] = 1;
        }
        Graph graph = Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "ring");
        Clustering found = Louvain.cluster(graph, LouvainOptions.standard());
        for (int i = 0; i < n; i++) assertThat(found.labelOf(i)).isEqualTo(found.labelOf(i / size * size));
        assertThat(Modularity.compute(graph, found).value().orElseThrow()).isGreaterThan(0.9);
        assertThat(Louvain.cluster(graph, LouvainOptions.standard())).isEqualTo(found);
    }
}
