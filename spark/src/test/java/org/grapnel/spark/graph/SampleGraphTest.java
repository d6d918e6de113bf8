package org.grapnel.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.spark.sql.Row;
import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.SyntheticPoints;
import org.grapnel.spark.testing.TestPanels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An exact search gives the graph of one machine: the same edges with the same bits. */
class SampleGraphTest {
    private static final GraphSpec SPEC = GraphSpec.standard().withNeighbors(4);

    static SearchSizes sizes(int pairs) {
        return new SearchSizes(pairs, 4096, TreeNeighbors.BLOCK, TreeNeighbors.MOST_FEATURES);
    }

    private static void assertSame(Matrix X, GraphSpec spec, int partitions, int width, int blockSize) {
        try (ExecutionContext context = ExecutionContext.create(2);
                SampleGraph distributed = SampleGraph.nearest(
                        TestPanels.create(TestPanels.context(), X, partitions, width), spec, sizes(blockSize))) {
            KnnGraph local = KnnGraph.build(context, X, spec);
            assertSame(distributed, local.graph());
            assertThat(distributed.sigma()).isEqualTo(local.sigma());
            assertThat(distributed.recall()).isEqualTo(local.recall());
            assertThat(distributed.notes()).isEqualTo(GraphSource.of(local).notes());
        }
    }

    static void assertSame(SampleGraph distributed, Graph local) {
        int n = local.size();
        int next = 0;
        for (AdjacencyRows rows : distributed.rows().collect()) {
            assertThat(rows.first()).isEqualTo(next);
            for (int i = 0; i < rows.size(); i++, next++) {
                int[] at = {rows.start()[i]};
                int end = rows.start()[i + 1];
                int sample = next;
                local.adjacency().forEachInRow(sample, (j, weight) -> {
                    assertThat(at[0]).as("edges of %d", sample).isLessThan(end);
                    assertThat(rows.other()[at[0]])
                            .as("a neighbor of %d", sample)
                            .isEqualTo(j);
                    assertThat(rows.weight()[at[0]])
                            .as("the weight of (%d, %d)", sample, j)
                            .isEqualTo(weight);
                    at[0]++;
                });
                assertThat(at[0]).as("edges of %d", sample).isEqualTo(end);
            }
        }
        assertThat(next).isEqualTo(n);
        assertThat(distributed.size()).isEqualTo(n);
        assertThat(distributed.edges()).isEqualTo(local.edges());
        assertThat(distributed.isolated())
                .isEqualTo(local.components().isolated().size());
        assertThat(distributed.meanDegree()).isCloseTo(local.meanDegree(), within(1e-13 * (1 + local.meanDegree())));
        for (LaplacianKind kind : LaplacianKind.values())
            assertThat(distributed.meanDiagonal(kind))
                    .isCloseTo(local.meanDiagonal(kind), within(1e-13 * (1 + local.meanDegree())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void graphEqualsThatOfOneMachineForAnyPartitions(int partitions) {
        double[][] x = SyntheticPoints.clouds(1, 7, 260, 9, 0.3);
        try (DenseMatrix X = DenseMatrix.of(x)) {
            assertSame(X, SPEC, partitions, 23, 50);
            assertSame(SparseMatrix.of(X), SPEC, partitions, 23, 50);
        }
    }

    @Test
    void graphEqualsThatOfOneMachineWithEmptyPartitions() {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(2, 3, 5, 2, 0.3))) {
            assertSame(X, SPEC, 12, 2, 1);
            assertSame(X, SPEC.withNeighbors(1), 12, 2, 100);
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(Metric.class)
    void duplicatesAndTiesAreResolvedAsOnOneMachine(Metric metric) {
        double[][] x = SyntheticPoints.counts(3, 9, 300);
        if (metric == Metric.COSINE) SyntheticPoints.withoutZeros(x);
        try (DenseMatrix X = DenseMatrix.of(x)) {
            for (WeightKind weights : WeightKind.values()) {
                GraphSpec spec = SPEC.withMetric(metric).withWeights(weights);
                assertSame(X, spec, 5, 17, 29);
                assertSame(SparseMatrix.of(X), spec.withNeighbors(9), 2, 200, 64);
            }
        }
    }

    @Test
    void identicalSamplesGiveTheGraphOfOneMachine() {
        try (DenseMatrix X = DenseMatrix.zeros(3, 40)) {
            X.fill(2);
            for (WeightKind weights : WeightKind.values()) assertSame(X, SPEC.withWeights(weights), 3, 7, 10);
        }
    }

    @ParameterizedTest
    @EnumSource(Symmetrization.class)
    void symmetrizationEqualsThatOfOneMachine(Symmetrization how) {
        try (DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(4, 12, 200, 5, 0.5))) {
            for (WeightKind weights : WeightKind.values())
                assertSame(X, SPEC.withSymmetrize(how).withWeights(weights), 4, 30, 60);
            assertSame(X, SPEC.withSymmetrize(how).withSigma(0.4), 4, 30, 60);
        }
    }

    @Test
    void hugeAndTinyEntriesGiveTheGraphOfOneMachine() {
        for (double scale : new double[] {1e-200, 1e200}) {
            double[][] x = SyntheticPoints.clouds(5, 3, 60, 3, 0.3);
            for (double[] row : x) for (int j = 0; j < row.length; j++) row[j] *= scale;
            try (DenseMatrix X = DenseMatrix.of(x)) {
                assertSame(X, SPEC, 3, 10, 20);
            }
        }
    }

    @Test
    void edgesAreListedOnce() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(SyntheticPoints.clouds(6, 3, 50, 3, 0.3));
                SampleGraph distributed =
                        SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 3, 10), SPEC, sizes(20))) {
            Graph local = KnnGraph.build(context, X, SPEC).graph();
            List<Row> edges = distributed.edges(LocalSpark.session()).collectAsList();
            assertThat(edges).hasSize((int) local.edges());
            for (Row edge : edges) {
                assertThat(edge.getLong(0)).isLessThan(edge.getLong(1));
                assertThat(local.adjacency().get((int) edge.getLong(0), (int) edge.getLong(1)))
                        .isEqualTo(edge.getDouble(2));
            }
        }
    }

    @Test
    void invalidInputIsRefusedAsOnOneMachine() {
        double[][] x = SyntheticPoints.clouds(7, 3, 30, 3, 0.3);
        for (double[] row : x) row[17] = 0;
        try (DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix one = DenseMatrix.of(new double[][] {{1}, {2}})) {
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 4);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> SampleGraph.nearest(panels, SPEC.withMetric(Metric.COSINE)))
                    .withMessage(
                            "sample 17 is all zero and has no direction: cosine distances need samples with a non-zero;"
                                    + " leave it out or use the euclidean metric");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SampleGraph.nearest(panels, SPEC.withNeighbors(30)))
                    .withMessage("neighbors must be between 1 and 29, one less than the samples, got 30");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SampleGraph.nearest(TestPanels.create(TestPanels.context(), one, 2, 4), SPEC))
                    .withMessage("neighbours need at least 2 samples, got 1");
        }
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void negativeDotWeightsAreRefusedAsOnOneMachine(Metric metric) {
        double[][] x = {{1, 2, -1, 1.5, -1.2}, {1, 1, 1, 1, 1.1}};
        GraphSpec spec = SPEC.withMetric(metric).withWeights(WeightKind.DOT);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            String local = message(() -> KnnGraph.build(context, X, spec));
            assertThat(local).contains("dot weights need data >= 0");
            assertThat(message(() ->
                            SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 2, 2), spec, sizes(2))))
                    .isEqualTo(local);
        }
    }

    @Test
    void vanishingDistancesAreRefusedAsOnOneMachine() {
        double[][] x = {{1, 2, 3, 1e-300, 2e-300, 1e-300}, {0, 0, 0, 0, 0, 1e-300}};
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x)) {
            String local = message(() -> KnnGraph.build(context, X, SPEC.withNeighbors(2)));
            assertThat(local).contains("differ too little to be squared");
            assertThat(message(() -> SampleGraph.nearest(
                            TestPanels.create(TestPanels.context(), X, 3, 2), SPEC.withNeighbors(2), sizes(2))))
                    .isEqualTo(local);
        }
    }

    private static String message(Runnable run) {
        try {
            run.run();
        } catch (DataException e) {
            return String.valueOf(e.getMessage());
        }
        return "no exception";
    }

    @Test
    void isolatedSamplesAreNoted() {
        // mutual: the far sample is not the nearest neighbour of any other
        double[][] x = {{0, 1, 2, 100}};
        GraphSpec spec =
                SPEC.withNeighbors(1).withSymmetrize(Symmetrization.MUTUAL).withSearch(SearchKind.EXACT);
        try (DenseMatrix X = DenseMatrix.of(x);
                SampleGraph graph = SampleGraph.nearest(TestPanels.create(TestPanels.context(), X, 2, 2), spec)) {
            assertThat(graph.isolated()).isEqualTo(2);
            assertThat(graph.notes())
                    .containsExactly("2 samples without a neighbour: the graph says nothing about them");
        }
    }
}
