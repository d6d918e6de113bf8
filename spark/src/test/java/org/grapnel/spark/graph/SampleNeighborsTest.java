package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Metric;
import org.grapnel.graph.Neighbors;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One search serves several graphs, each of which is that of one machine. */
class SampleNeighborsTest {
    private static final GraphSpec SPEC = GraphSpec.standard().withNeighbors(4);
    private static final int FOUND = 7;

    private static double[][] signed(int features, int samples) {
        double[][] x = SyntheticPoints.clouds(1, features, samples, 6, 0.4);
        for (double[] row : x) {
            for (int j = 0; j < samples; j++) row[j] -= 2;
            row[3] = row[samples - 1];
            row[samples / 2] = row[samples - 1];
            row[5] = 40 + row[6]; // an outlier
        }
        return x;
    }

    private static void assertGraph(
            ExecutionContext context, SampleNeighbors found, Panels panels, Matrix X, Neighbors exact, GraphSpec spec) {
        KnnGraph local = KnnGraph.build(context, X, exact, spec);
        try (SampleGraph graph = found.graph(panels, spec)) {
            SampleGraphTest.assertSame(graph, local.graph());
            assertThat(graph.sigma()).isEqualTo(local.sigma());
            assertThat(graph.recall()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void graphsOfOneSearchEqualThoseOfOneMachine(int partitions) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(signed(6, 160));
                SparseMatrix S = SparseMatrix.of(X)) {
            Neighbors exact = ExactSearch.search(context, X, FOUND, Metric.EUCLIDEAN);
            Panels panels = TestPanels.create(TestPanels.context(), partitions == 3 ? S : X, partitions, 30);
            try (SampleNeighbors found = SampleNeighbors.search(
                    panels, SPEC, FOUND, SearchSizes.of(panels).withPairs(60))) {
                assertThat(found.count()).isEqualTo(FOUND);
                assertThat(found.recall()).isEmpty();
                assertLists(found, exact);
                assertGraph(context, found, panels, X, exact, SPEC);
                assertGraph(context, found, panels, X, exact, SPEC.withNeighbors(FOUND));
                GraphSpec mean = SPEC.withSymmetrize(Symmetrization.MEAN);
                assertGraph(context, found, panels, X, exact, mean.withWeights(WeightKind.BINARY));
                assertGraph(context, found, panels, X, exact, mean.withWeights(WeightKind.LOCAL));
                GraphSpec mutual = SPEC.withSymmetrize(Symmetrization.MUTUAL).withComponents(3);
                assertGraph(context, found, panels, X, exact, mutual);
                assertGraph(context, found, panels, X, exact, mutual.withWeights(WeightKind.LOCAL));
            }
        }
    }

    private static void assertLists(SampleNeighbors found, Neighbors exact) {
        for (DirectedNeighbors part : found.lists().collect())
            for (int at = 0; at < part.index().length; at++) {
                int i = part.first() + at / FOUND;
                assertThat(part.index()[at]).as("neighbour of %d", i).isEqualTo(exact.index(i, at % FOUND));
                assertThat(part.distance()[at]).isEqualTo(exact.distance(i, at % FOUND));
            }
    }

    @Test
    void graphOnScoresHasTheLeastWeightOfOneMachine() {
        double[][] x = SyntheticPoints.clouds(4, 9, 120, 5, 0.4);
        for (double[] row : x) row[5] += 40;
        GraphSpec spec = GraphSpec.recommended().withComponents(4);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            Optional<ComponentScores> scores = ComponentScores.compute(context, X, spec);
            Matrix points = scores.orElseThrow().points();
            KnnGraph local = KnnGraph.build(context, X, scores, spec);
            Panels panels = TestPanels.create(TestPanels.context(), points, 3, 30);
            try (SampleNeighbors found = SampleNeighbors.search(panels, spec, 6);
                    SampleGraph graph = found.graph(panels, spec)) {
                SampleGraphTest.assertSame(graph, local.graph());
                assertThat(graph.sigma()).isEqualTo(local.sigma());
                double least = graph.rows()
                        .collect()
                        .get(0)
                        .weight()[graph.rows().collect().get(0).start()[5]];
                assertThat(least).isBetween(0.005, 0.01); // an edge of the outlier, one-sided
            }
        }
    }

    @Test
    void emptyPartitionsChangeNothing() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(2, 3, 9, 2, 0.3))) {
            Neighbors exact = ExactSearch.search(context, X, FOUND, Metric.EUCLIDEAN);
            Panels panels = TestPanels.create(TestPanels.context(), X, 12, 2);
            try (SampleNeighbors found = SampleNeighbors.search(panels, SPEC, FOUND)) {
                assertGraph(context, found, panels, X, exact, SPEC.withWeights(WeightKind.LOCAL));
            }
        }
    }

    @Test
    void approximateSearchServesGraphsWithItsRecall() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(3, 8, 2000, 9, 0.5))) {
            GraphSpec spec = SPEC.withSearch(SearchKind.APPROXIMATE);
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 300);
            SearchSizes sizes = SearchSizes.of(panels).withSmall(100).withBlock(250);
            try (SampleNeighbors found = SampleNeighbors.search(panels, spec, FOUND, sizes);
                    SampleGraph graph = found.graph(panels, spec.withWeights(WeightKind.LOCAL))) {
                assertThat(found.recall().orElseThrow()).isGreaterThanOrEqualTo(SearchKind.RECALL);
                assertThat(graph.recall()).isEqualTo(found.recall());
                assertThat(graph.isolated()).isZero();
            }
        }
    }

    @Test
    void impossibleRequestsAreRefused() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(5, 3, 30, 3, 0.3));
                DenseMatrix less = DenseMatrix.of(SyntheticPoints.clouds(5, 3, 20, 3, 0.3))) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 4);
            GraphSpec dot = SPEC.withWeights(WeightKind.DOT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SampleNeighbors.search(panels, dot.withComponents(2), 5))
                    .withMessageContaining("weights dot on principal components need the features of both samples");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SampleGraph.nearest(panels, SPEC.withComponents(2)))
                    .withMessageContaining("need the scores of the samples");
            try (SampleNeighbors found = SampleNeighbors.search(panels, SPEC, 5)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> found.graph(panels, SPEC.withNeighbors(6)))
                        .withMessage("cannot take the nearest 6 of 5 neighbours; search for more");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> found.graph(panels, dot))
                        .withMessageContaining("search with weights dot");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> found.graph(TestPanels.create(TestPanels.context(), less, 3, 4), SPEC))
                        .withMessage("the neighbours are those of 30 samples, but there are 20 points");
            }
        }
    }
}
