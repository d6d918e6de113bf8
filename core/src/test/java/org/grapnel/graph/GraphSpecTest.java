package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class GraphSpecTest {
    private static final GraphSpec STANDARD = GraphSpec.standard();

    /** The mean is 2·edges/samples: 16/9, rounded to 2, for a path of 9 in 9; 4/9 for a path of 3 in 9, raised to 1. */
    @Test
    void specLikeAGraphHasItsMeanNumberOfNeighbors() {
        assertThat(GraphSpec.like(TestGraphs.path(9, 9)))
                .isEqualTo(GraphSpec.standard().withNeighbors(2));
        assertThat(GraphSpec.like(TestGraphs.path(9, 3)).neighbors()).isEqualTo(1);
        assertThat(GraphSpec.like(TestGraphs.path(0, 0)).neighbors()).isEqualTo(1);
    }

    @Test
    void withMethodsChangeOneComponent() {
        GraphSpec spec = STANDARD.withNeighbors(7)
                .withWeights(WeightKind.BINARY)
                .withSigma(2)
                .withMetric(Metric.COSINE)
                .withSymmetrize(Symmetrization.MUTUAL)
                .withSearch(SearchKind.EXACT)
                .withSeed(5);
        assertThat(spec)
                .isEqualTo(new GraphSpec(
                        7,
                        WeightKind.BINARY,
                        OptionalDouble.of(2),
                        Metric.COSINE,
                        Symmetrization.MUTUAL,
                        SearchKind.EXACT,
                        5));
        assertThat(STANDARD)
                .isEqualTo(new GraphSpec(
                        5,
                        WeightKind.GAUSSIAN,
                        OptionalDouble.empty(),
                        Metric.EUCLIDEAN,
                        Symmetrization.MAX,
                        SearchKind.AUTO,
                        0));
        assertThat(Arrays.stream(WeightKind.values()).map(WeightKind::toString))
                .containsExactly("gaussian", "binary", "dot", "local");
        assertThat(Arrays.stream(Symmetrization.values()).map(Symmetrization::toString))
                .containsExactly("max", "mean", "mutual");
        assertThat(Arrays.stream(SearchKind.values()).map(SearchKind::toString))
                .containsExactly("auto", "exact", "approximate");
    }
}
