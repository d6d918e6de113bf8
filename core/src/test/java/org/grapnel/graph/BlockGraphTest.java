package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BlockGraphTest {
    private static int[] classes(long seed, int n, int count) {
        return IntStream.range(0, n)
                .map(j -> 7 - 5 * TestMatrices.below(count, seed, j, 0))
                .toArray();
    }

    private static double[][] dense(Graph graph) {
        double[][] a = new double[graph.size()][graph.size()];
        for (int j = 0; j < a.length; j++) graph.adjacency().row(j, a[j]);
        return a;
    }

    @Test
    void edgesJoinSamplesOfOneClassWithWeightOne() {
        for (int n : new int[] {1, 2, 17, 90}) {
            for (double probability : new double[] {0.05, 0.5, 0.95}) {
                int[] classes = classes(n, n, 3);
                double[][] a = dense(BlockGraph.create(classes, probability, 4));
                for (int j = 0; j < n; j++) {
                    for (int l = 0; l < n; l++) {
                        assertThat(a[j][l]).isIn(0.0, 1.0).isEqualTo(a[l][j]);
                        if (classes[j] != classes[l] || j == l)
                            assertThat(a[j][l]).isZero();
                    }
                }
            }
        }
    }

    @Test
    void probabilityOneFillsABlockAndZeroLeavesItEmpty() {
        int n = 40;
        int[] classes = classes(3, n, 4);
        double[][] full = dense(BlockGraph.create(classes, 1, 9));
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++) assertThat(full[j][l]).isEqualTo(j != l && classes[j] == classes[l] ? 1 : 0);
        assertThat(BlockGraph.create(classes, 0, 9).edges()).isZero();
        assertThat(BlockGraph.create(classes, Double.MIN_VALUE, 9).edges()).isZero();
        assertThat(BlockGraph.create(new int[0], 0.5, 9).size()).isZero();
    }

    /** A skipped pair must be as likely an edge as the first, and pairs must be independent. */
    @Test
    void pairsAreIndependentEdgesWithTheGivenProbability() {
        int seeds = 20_000;
        int[] classes = {1, 0, 1, 1, 0, 1, 1};
        List<int[]> pairs = new ArrayList<>();
        for (int j = 0; j < 7; j++)
            for (int l = j + 1; l < 7; l++) if (classes[j] == classes[l]) pairs.add(new int[] {j, l});
        for (double probability : new double[] {0.1, 0.5, 0.8}) {
            double[] alone = new double[pairs.size()];
            double[][] both = new double[pairs.size()][pairs.size()];
            for (int seed = 0; seed < seeds; seed++) {
                Graph graph = BlockGraph.create(classes, probability, seed);
                double[] edge = pairs.stream()
                        .mapToDouble(pair -> graph.adjacency().get(pair[0], pair[1]))
                        .toArray();
                for (int a = 0; a < edge.length; a++) {
                    alone[a] += edge[a] / seeds;
                    for (int b = 0; b < a; b++) both[a][b] += edge[a] * edge[b] / seeds;
                }
            }
            double square = probability * probability;
            for (int a = 0; a < alone.length; a++) {
                assertThat(alone[a]).isCloseTo(probability, within(5 * deviation(probability, seeds)));
                for (int b = 0; b < a; b++)
                    assertThat(both[a][b]).isCloseTo(square, within(5 * deviation(square, seeds)));
            }
        }
    }

    private static double deviation(double probability, double draws) {
        return Math.sqrt(probability * (1 - probability) / draws);
    }

    /** 5·10¹¹ pairs: a loop over them would not end. */
    @Tag("slow")
    @Test
    void costIsProportionalToEdgesNotPairs() {
        int n = 1_000_000;
        double pairs = n * (n - 1.0) / 2;
        double probability = 2e-6;
        long edges = BlockGraph.create(new int[n], probability, 6).edges();
        assertThat((double) edges).isCloseTo(pairs * probability, within(5 * Math.sqrt(pairs * probability)));
    }

    @Test
    void graphDependsOnTheSeed() {
        int[] classes = classes(1, 60, 3);
        double[][] graph = dense(BlockGraph.create(classes, 0.3, 5));
        assertThat(dense(BlockGraph.create(classes, 0.3, 5))).isDeepEqualTo(graph);
        assertThat(Arrays.deepEquals(dense(BlockGraph.create(classes, 0.3, 6)), graph))
                .isFalse();
    }

    @Test
    void classNamesDoNotMatter() {
        int[] classes = classes(2, 60, 3);
        double[][] graph = dense(BlockGraph.create(classes, 0.3, 5));
        int[] renamed = Arrays.stream(classes).map(c -> 100 - 3 * c).toArray();
        List<String> named = Arrays.stream(classes).mapToObj(c -> "class " + c).toList();
        int[] untouched = classes.clone();
        assertThat(dense(BlockGraph.create(renamed, 0.3, 5))).isDeepEqualTo(graph);
        assertThat(dense(BlockGraph.create(named, 0.3, 5))).isDeepEqualTo(graph);
        assertThat(classes).isEqualTo(untouched);
    }

    @Test
    void probabilityOutsideZeroToOneIsRefused() {
        for (double bad : new double[] {-0.1, 1.5, Double.NaN})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockGraph.create(new int[3], bad, 1))
                    .withMessage("the probability of an edge must be between 0 and 1, got " + bad);
    }

    @Test
    void tooManyEdgesAreRefusedBeforeTheyAreDrawn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlockGraph.create(new int[100_000], 0.9, 1))
                .withMessage("the graph would have about 4.50e+09 edges, allowed are 1.00e+09;"
                        + " lower the probability, which is 0.9");
    }
}
