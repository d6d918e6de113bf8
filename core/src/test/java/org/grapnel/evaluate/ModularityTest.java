package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModularityTest {
    @Test
    void insideIsTheFirstTermOfModularity() {
        // a square of weights 1, 2, 3, 4, cut into two pairs: 1 and 3 stay inside
        Graph square = Graph.of(
                SparseMatrix.ofTriples(
                        4, 4, new int[] {0, 1, 1, 2, 2, 3, 3, 0}, new int[] {1, 0, 2, 1, 3, 2, 0, 3}, new double[] {
                            1, 1, 2, 2, 3, 3, 4, 4
                        }),
                "a square");
        assertThat(Modularity.inside(square, Clustering.ofLabels(2, 0, 0, 1, 1)).get())
                .isCloseTo(0.4, within(1e-15));
        assertThat(Modularity.inside(square, Clustering.ofLabels(1, 0, 0, 0, 0)).get())
                .isCloseTo(1, within(1e-15));
        assertThat(Modularity.inside(graph(new double[3][3]), Clustering.ofLabels(2, 0, 0, 1)))
                .hasToString("undefined: the graph of 3 samples has no edges");
    }

    private static Graph graph(double[][] A) {
        try (DenseMatrix dense = DenseMatrix.of(A)) {
            return Graph.of(SparseMatrix.of(dense), "given");
        }
    }

    /** Each pair has an edge with probability {@code share}, with weights between 0 and 3. */
    private static double[][] random(long seed, int n, double share) {
        double[][] A = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (CounterRandom.uniform(seed, i, j) < share)
                    A[i][j] = A[j][i] = 3 * CounterRandom.uniform(seed, j, i);
        return A;
    }

    private static double[][] scaled(double[][] A, double by) {
        double[][] scaled = new double[A.length][A.length];
        for (int i = 0; i < A.length; i++) for (int j = 0; j < A.length; j++) scaled[i][j] = by * A[i][j];
        return scaled;
    }

    /** Σᵢⱼ (aᵢⱼ − dᵢdⱼ/m)·[same group] / m, over all pairs. */
    private static double naiveModularity(double[][] A, int[] groups) {
        int n = A.length;
        double[] d = new double[n];
        double m = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                d[i] += A[i][j];
                m += A[i][j];
            }
        double Q = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) if (groups[i] == groups[j]) Q += (A[i][j] - d[i] * d[j] / m) / m;
        return Q;
    }

    private static double of(double[][] A, int clusters, int... groups) {
        return Modularity.compute(graph(A), Clustering.ofLabels(clusters, groups))
                .get();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void equalsTheSumOverAllPairs(long seed) {
        double[][] A = random(seed, 30, 0.2);
        int[] groups = RandomPartitions.random(seed, 30, 4);
        assertThat(of(A, 5, groups)).isCloseTo(naiveModularity(A, groups), within(1e-14));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void singleGroupHasModularityZero(long seed) {
        assertThat(of(random(seed, 30, 0.2), 1, new int[30])).isCloseTo(0, within(1e-14));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void numberingOfGroupsDoesNotMatter(long seed) {
        double[][] A = random(seed, 30, 0.2);
        int[] groups = RandomPartitions.random(seed, 30, 4);
        int[] renamed = RandomPartitions.renamed(groups, new int[] {3, 0, 5, 1});
        assertThat(of(A, 6, renamed)).isCloseTo(of(A, 4, groups), within(1e-14));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 1e-3, 7, 1e306})
    void scaleOfWeightsDoesNotMatter(double by) {
        double[][] A = random(9, 30, 0.2);
        int[] groups = RandomPartitions.random(9, 30, 4);
        assertThat(of(scaled(A, by), 4, groups)).isCloseTo(of(A, 4, groups), within(1e-13));
    }

    @Test
    void twoSeparateCliquesHaveModularityOneHalf() {
        double[][] A = new double[10][10];
        int[] groups = new int[10];
        for (int i = 0; i < 10; i++) {
            groups[i] = i / 5;
            for (int j = 0; j < 10; j++) if (i != j && i / 5 == j / 5) A[i][j] = 2;
        }
        assertThat(of(A, 2, groups)).isCloseTo(0.5, within(1e-15));
    }

    @Test
    void undefinedWithoutEdges() {
        assertThat(Modularity.compute(graph(new double[3][3]), Clustering.ofLabels(1, 0, 0, 0)))
                .hasToString("undefined: the graph of 3 samples has no edges");
    }

    @Test
    void refusesGroupsOfOtherSamples() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Modularity.compute(graph(new double[3][3]), Clustering.ofLabels(1, 0, 0)))
                .withMessage("the graph has 3 samples, the clustering has 2");
    }
}
