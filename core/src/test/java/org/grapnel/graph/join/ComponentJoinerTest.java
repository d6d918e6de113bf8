package org.grapnel.graph.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.graph.ConnectedComponents;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class ComponentJoinerTest {
    private static final GraphSpec SPEC = GraphSpec.standard().withNeighbors(3);

    /** Clouds of the given sizes around 0, 10, 30, 60, … on a line in the plane. */
    private static DenseMatrix clouds(int... sizes) {
        int n = 0;
        for (int size : sizes) n += size;
        DenseMatrix X = DenseMatrix.zeros(2, n);
        int at = 0;
        for (int g = 0; g < sizes.length; g++)
            for (int q = 0; q < sizes[g]; q++, at++) {
                X.set(0, at, 100 + 5 * g * (g + 1) + 0.3 * CounterRandom.gaussian(1, at, 0));
                X.set(1, at, 100 + 0.3 * CounterRandom.gaussian(1, at, 1));
            }
        return X;
    }

    private static ComponentJoiner.JoinedGraph join(Matrix X, GraphSpec spec, int groups) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            return ComponentJoiner.join(context, KnnGraph.build(context, X, spec), X, spec, groups);
        }
    }

    @Test
    void searchersAreEvenlySpreadRanks() {
        for (int size : new int[] {1, 2047, 2048, 2049, 5000, 123_457}) {
            int[] ranks = ComponentJoiner.searchers(size);
            assertThat(ranks)
                    .hasSize(Math.min(size, ComponentJoiner.MOST_SEARCHERS))
                    .isSorted();
            int next = 0;
            for (int rank = 0; rank < size; rank++) {
                boolean expected = next < ranks.length && ranks[next] == rank;
                assertThat(ComponentJoiner.isSearcher(rank, size)).isEqualTo(expected);
                if (expected) next++;
            }
        }
    }

    @Test
    void moreComponentsThanGroupsAreJoinedByTheirShortestEdges() {
        try (DenseMatrix X = clouds(20, 20, 20, 20)) {
            ComponentJoiner.JoinedGraph joined = join(X, SPEC, 2);
            int[] label = ConnectedComponents.labels(joined.graph());
            // the gaps are 10, 20 and 30: the two shortest are closed
            for (int j = 0; j < 80; j++) assertThat(label[j]).isEqualTo(j < 60 ? 0 : 1);
            assertThat(joined.edges()).hasSize(2);
            for (ComponentJoiner.JoiningEdge edge : joined.edges()) {
                double shortest = Double.POSITIVE_INFINITY;
                int a = edge.from() / 20;
                int b = edge.to() / 20;
                for (int i = 20 * a; i < 20 * a + 20; i++)
                    for (int j = 20 * b; j < 20 * b + 20; j++)
                        shortest = Math.min(shortest, Math.hypot(X.get(0, i) - X.get(0, j), X.get(1, i) - X.get(1, j)));
                assertThat(edge.length()).isCloseTo(shortest, within(1e-9));
                assertThat(edge.weight()).isPositive();
                assertThat(joined.graph().adjacency().get(edge.from(), edge.to()))
                        .isEqualTo(edge.weight());
            }
            assertThat(joined.notes()).hasSize(1);
            assertThat(joined.notes().get(0))
                    .startsWith("the graph has 4 parts, more than 2 groups: joined by the shortest edges, of samples ");
        }
    }

    @Test
    void smallComponentsAreJoinedFirstAndNamed() {
        try (DenseMatrix X = clouds(30, 4, 30)) {
            ComponentJoiner.JoinedGraph joined = join(X, SPEC, 2);
            int[] label = ConnectedComponents.labels(joined.graph());
            for (int j = 0; j < 64; j++) assertThat(label[j]).isEqualTo(j < 34 ? 0 : 1);
            assertThat(joined.notes())
                    .containsExactly(
                            "1 small part of the graph (fewer than 5 samples) was joined to its nearest neighbours:"
                                    + " sample 30 with 3 others");
        }
    }

    @Test
    void asManyLargeComponentsAsGroupsStayAsTheyAre() {
        try (DenseMatrix X = clouds(20, 20, 20)) {
            ComponentJoiner.JoinedGraph joined = join(X, SPEC, 3);
            assertThat(joined.edges()).isEmpty();
            assertThat(joined.notes()).isEmpty();
        }
    }

    @Test
    void sparseSamplesAndEveryWeightAreJoinedAlike() {
        try (DenseMatrix X = clouds(20, 20, 20);
                SparseMatrix S = SparseMatrix.of(X)) {
            for (WeightKind weights : WeightKind.values()) {
                ComponentJoiner.JoinedGraph one = join(X, SPEC.withWeights(weights), 1);
                ComponentJoiner.JoinedGraph two = join(S, SPEC.withWeights(weights), 1);
                assertThat(one.graph().components().count()).isEqualTo(1);
                assertThat(two.edges()).hasSameSizeAs(one.edges());
                for (int e = 0; e < one.edges().size(); e++) {
                    assertThat(two.edges().get(e).length())
                            .isCloseTo(one.edges().get(e).length(), within(1e-9));
                    assertThat(one.edges().get(e).weight()).isPositive();
                }
            }
        }
    }

    @Test
    void leastSizeFollowsTheRule() {
        assertThat(ComponentJoiner.leastSize(100, 4)).isEqualTo(5);
        assertThat(ComponentJoiner.leastSize(1000, 4)).isEqualTo(25);
        assertThat(ComponentJoiner.leastSize(1001, 4)).isEqualTo(26);
    }

    @Test
    void wrongArgumentsAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = clouds(10, 10);
                DenseMatrix other = clouds(10)) {
            KnnGraph built = KnnGraph.build(context, X, SPEC);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ComponentJoiner.join(context, built, X, SPEC, 0))
                    .withMessage("groups must be at least 1, got 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ComponentJoiner.join(context, built, other, SPEC, 2))
                    .withMessage("the graph has 20 samples, X has 10 columns");
        }
    }
}
