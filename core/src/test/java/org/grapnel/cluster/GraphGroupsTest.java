package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class GraphGroupsTest {
    private static final GraphSpec SPEC = GraphSpec.standard();

    /** Clouds of the given sizes, {@code gap} apart. */
    private static DenseMatrix clouds(double gap, int... sizes) {
        int n = 0;
        for (int size : sizes) n += size;
        DenseMatrix X = DenseMatrix.zeros(2, n);
        int at = 0;
        for (int g = 0; g < sizes.length; g++)
            for (int q = 0; q < sizes[g]; q++, at++) {
                X.set(0, at, gap * g + CounterRandom.gaussian(5, at, 0));
                X.set(1, at, CounterRandom.gaussian(5, at, 1));
            }
        return X;
    }

    private static GraphGroups.GraphGrouping find(DenseMatrix X, int clusters, long seed) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            return GraphGroups.find(context, KnnGraph.build(context, X, SPEC), X, SPEC, clusters, seed);
        }
    }

    /** Cliques of the given sizes, without an edge between them. */
    private static Graph cliques(int... sizes) {
        int n = 0;
        int entries = 0;
        for (int size : sizes) {
            n += size;
            entries += size * (size - 1);
        }
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int e = 0;
        int from = 0;
        for (int size : sizes) {
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++) {
                    if (i == j) continue;
                    row[e] = from + i;
                    column[e] = from + j;
                    value[e++] = 1;
                }
            from += size;
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, value), "given");
    }

    private static int[] given(Graph graph, int clusters) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return GraphGroups.find(context, graph, clusters, 0).clustering().toArray();
        }
    }

    @Test
    void exactlyAsManyComponentsAreTheGroups() {
        try (DenseMatrix X = clouds(50, 30, 40, 50)) {
            GraphGroups.GraphGrouping found = find(X, 3, 0);
            assertThat(found.fromComponents()).isTrue();
            assertThat(found.clustering().sizes()).containsExactly(30, 40, 50);
            assertThat(found.notes()).isEmpty();
        }
    }

    @Test
    void fewerComponentsAreSplitBySpectralClustering() {
        try (DenseMatrix X = clouds(7, 40, 40, 40, 40)) {
            GraphGroups.GraphGrouping found = find(X, 4, 0);
            for (int j = 0; j < 160; j++)
                assertThat(found.clustering().labelOf(j))
                        .isEqualTo(found.clustering().labelOf(j / 40 * 40));
        }
    }

    @Test
    void moreComponentsAreJoinedAndSaid() {
        try (DenseMatrix X = clouds(50, 40, 40, 40)) {
            GraphGroups.GraphGrouping found = find(X, 2, 0);
            assertThat(found.fromComponents()).isTrue();
            assertThat(found.clustering().clusters()).isEqualTo(2);
            assertThat(found.graph().components().count()).isEqualTo(2);
            assertThat(found.notes()).hasSize(1);
        }
    }

    @Test
    void smallComponentsTakeTheGroupOfTheirNeighbours() {
        try (DenseMatrix X = clouds(60, 120, 6, 120)) {
            // the first cloud is two, so that spectral clustering decides
            for (int j = 0; j < 60; j++) X.set(1, j, X.get(1, j) + 7);
            for (int j = 120; j < 126; j++) X.set(0, j, 30 + 0.001 * j);
            GraphGroups.GraphGrouping found = find(X, 3, 0);
            assertThat(found.notes())
                    .containsExactly(
                            "1 small part of the graph (fewer than 9 samples) was joined to its nearest neighbours:"
                                    + " sample 120 with 5 others");
            assertThat(found.clustering().sizes()).contains(120).doesNotContain(6);
            for (int j = 121; j < 126; j++)
                assertThat(found.clustering().labelOf(j))
                        .isEqualTo(found.clustering().labelOf(120));
        }
    }

    @Test
    void seedAndThreadsChangeNoGroup() {
        try (DenseMatrix X = clouds(5, 50, 50, 50)) {
            Clustering one = find(X, 3, 0).clustering();
            for (long seed = 1; seed < 6; seed++) {
                Clustering other = find(X, 3, seed).clustering();
                for (int j = 0; j < 150; j++)
                    for (int l = 0; l < j; l++)
                        assertThat(other.labelOf(j) == other.labelOf(l)).isEqualTo(one.labelOf(j) == one.labelOf(l));
            }
            for (int threads = 1; threads <= 3; threads++) {
                try (ExecutionContext context = ExecutionContext.create(threads)) {
                    assertThat(GraphGroups.find(context, KnnGraph.build(context, X, SPEC), X, SPEC, 3, 0)
                                    .clustering())
                            .isEqualTo(one);
                }
            }
        }
    }

    @Test
    void givenGraphOfAsManyComponentsHasThemAsGroups() {
        assertThat(given(cliques(6, 8, 7), 3)).containsExactly(labels(6, 8, 7));
    }

    @Test
    void surplusComponentsOfAGivenGraphTakeTheLargestGroup() {
        Graph graph = cliques(6, 9, 7, 2);
        try (ExecutionContext context = ExecutionContext.create(1)) {
            GraphGroups.GraphGrouping found = GraphGroups.find(context, graph, 2, 0);
            assertThat(found.clustering().sizes()).containsExactly(9 + 6 + 2, 7);
            assertThat(found.notes())
                    .containsExactly("2 parts of the graph with 8 samples took the largest group, because a given graph"
                            + " has no distances");
        }
    }

    /** Twelve cliques have the eigenvalue 0 twelve times; each must still be one group, also through the spectrum. */
    @Test
    void multipleEigenvaluesAreSeparated() {
        Graph graph = cliques(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9);
        try (ExecutionContext context = ExecutionContext.create(2);
                SpectralClusteringResult spectral = SpectralClustering.cluster(context, graph, 12, 0)) {
            assertThat(spectral.clustering().sizes()).containsOnly(9);
            for (int j = 0; j < 108; j++)
                assertThat(spectral.clustering().labelOf(j))
                        .isEqualTo(spectral.clustering().labelOf(j / 9 * 9));
            assertThat(GraphGroups.find(context, graph, 12, 0).clustering().sizes())
                    .containsOnly(9);
        }
    }

    @Test
    void oneGroupHoldsAllSamples() {
        assertThat(given(cliques(3, 2), 1)).containsOnly(0);
        try (DenseMatrix X = clouds(50, 10, 10)) {
            assertThat(find(X, 1, 0).clustering().sizes()).containsExactly(20);
        }
    }

    @Test
    void impossibleRequestsAreRefused() {
        Graph empty = Graph.of(SparseMatrix.ofTriples(4, 4, new int[0], new int[0], new double[0]), "given");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> given(empty, 2))
                .withMessage("the graph has no edges, so it cannot be clustered");
        assertThat(given(empty, 1)).containsOnly(0);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> given(cliques(3), 4))
                .withMessage("4 groups need at least as many samples, and the graph has 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> given(cliques(3), 0))
                .withMessage("clusters must be at least 1, got 0");
    }

    private static int[] labels(int... sizes) {
        int n = 0;
        for (int size : sizes) n += size;
        int[] labels = new int[n];
        int at = 0;
        for (int g = 0; g < sizes.length; g++) for (int q = 0; q < sizes[g]; q++) labels[at++] = g;
        return labels;
    }
}
