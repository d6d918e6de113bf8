package org.grapnel.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GraphGroups;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Metric;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleArrangement;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleGraphGroupsTest {
    private static final GraphSpec SPEC = GraphSpec.standard().withNeighbors(5);

    /** Clouds of the given sizes in the plane, around 0, 10, 30, 60, … on a line; samples of different clouds alternate. */
    private static DenseMatrix clouds(double width, int... sizes) {
        return clouds(10, width, sizes);
    }

    private static DenseMatrix clouds(double gap, double width, int... sizes) {
        List<double[]> points = new ArrayList<>();
        for (int q = 0; ; q++) {
            int before = points.size();
            for (int g = 0; g < sizes.length; g++)
                if (q < sizes[g])
                    points.add(new double[] {
                        gap / 2 * g * (g + 1) + width * CounterRandom.gaussian(3, q, 2L * g),
                        7 + width * CounterRandom.gaussian(3, q, 2L * g + 1)
                    });
            if (points.size() == before) break;
        }
        DenseMatrix X = DenseMatrix.zeros(2, points.size());
        for (int j = 0; j < points.size(); j++) for (int f = 0; f < 2; f++) X.set(f, j, points.get(j)[f]);
        return X;
    }

    private static GraphGroups.GraphGrouping assertSame(Matrix X, GraphSpec spec, int clusters, int partitions) {
        return assertSame(X, spec, clusters, partitions, SampleGraphGroups.KMeansLimits.STANDARD);
    }

    private static GraphGroups.GraphGrouping assertSame(
            Matrix X, GraphSpec spec, int clusters, int partitions, SampleGraphGroups.KMeansLimits limits) {
        Panels panels = TestPanels.create(TestPanels.context(), X, partitions, 17 + X.cols() / 10);
        try (ExecutionContext context = ExecutionContext.create(1);
                SampleGraph graph = SampleGraph.nearest(panels, spec)) {
            GraphGroups.GraphGrouping known =
                    GraphGroups.find(context, KnnGraph.build(context, X, spec), X, spec, clusters, 0);
            SampleGraphGroups.GraphGrouping found =
                    SampleGraphGroups.find(graph, panels, spec, clusters, Optional.empty(), limits);
            assertSame(found, known);
            if (found.graph() != graph) found.graph().close();
            try (SampleArrangement order = SampleArrangement.byPlace(panels, 5)) {
                SampleGraphGroups.GraphGrouping again =
                        SampleGraphGroups.find(graph, panels, spec, clusters, Optional.of(order), limits);
                assertSame(again, known);
                if (again.graph() != graph) again.graph().close();
            }
            return known;
        }
    }

    private static void assertSame(SampleGraphGroups.GraphGrouping found, GraphGroups.GraphGrouping known) {
        assertThat(found.notes()).isEqualTo(known.notes());
        assertThat(found.fromComponents()).isEqualTo(known.fromComponents());
        TestSampleGraphs.assertSame(found.graph(), known.graph());
        Clustering groups = TestSampleGraphs.collect(found.groups());
        if (known.fromComponents()) assertThat(groups).isEqualTo(known.clustering());
        else assertThat(AdjustedRand.compute(groups, known.clustering())).isEqualTo(1);
        found.groups().close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void asManyComponentsAsGroupsAreTheGroups(int partitions) {
        try (DenseMatrix X = clouds(0.3, 20, 30, 25)) {
            assertThat(assertSame(X, SPEC, 3, partitions).fromComponents()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, EUCLIDEAN", "4, EUCLIDEAN", "3, COSINE"})
    void moreComponentsThanGroupsAreJoinedAsOnOneMachine(int partitions, Metric metric) {
        try (DenseMatrix X = clouds(0.2, 20, 30, 25, 40, 22)) {
            GraphSpec spec = SPEC.withMetric(metric).withWeights(WeightKind.BINARY);
            assertSame(X, spec, 2, partitions);
            assertSame(SparseMatrix.of(X), spec, 2, partitions);
        }
    }

    @Tag("full")
    @Test
    void someSamplesOfLargeComponentsSearchForTheOthers() {
        try (DenseMatrix X = clouds(0.5, 2060, 2100, 2400)) {
            GraphGroups.GraphGrouping known = assertSame(X, SPEC, 2, 3);
            assertThat(known.fromComponents()).isTrue();
            assertThat(known.notes()).hasSize(1);
        }
    }

    @Test
    void localWeightsOfJoiningEdgesEqualThoseOfOneMachine() {
        GraphSpec spec = SPEC.withWeights(WeightKind.LOCAL);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = clouds(0.3, 20, 25, 3, 22)) {
            KnnGraph local = KnnGraph.build(context, X, spec);
            Panels panels = TestPanels.create(TestPanels.context(), X, 3, 10);
            try (SampleGraph graph = TestSampleGraphs.distribute(local.graph(), 3)) {
                SampleGraphGroups.GraphGrouping found =
                        SampleGraphGroups.find(graph, panels, spec, 2, Optional.empty());
                assertSame(found, GraphGroups.find(context, local, X, spec, 2, 0));
                found.graph().close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void fewerComponentsThanGroupsAreClusteredByTheirSpectrum(int partitions) {
        try (DenseMatrix X = clouds(4.0, 1.0, 60, 50, 40)) {
            assertThat(assertSame(X, SPEC.withNeighbors(9), 3, partitions).fromComponents())
                    .isFalse();
        }
    }

    @Test
    void smallComponentsFollowTheirNeighbors() {
        // one large cloud of two, and small ones that are joined to it
        try (DenseMatrix X = clouds(1.9, 70, 60, 4, 3)) {
            GraphGroups.GraphGrouping known = assertSame(X, SPEC.withNeighbors(2), 2, 4);
            assertThat(known.notes().get(0)).contains("small parts of the graph");
        }
        try (DenseMatrix X = clouds(1.3, 70, 60, 6, 6)) {
            assertSame(X, SPEC, 2, 3);
        }
    }

    @Test
    void moreSamplesThanTheDriverMayHoldGiveTheSameGroups() {
        try (DenseMatrix X = clouds(4.0, 0.9, 60, 50, 40)) {
            assertThat(assertSame(X, SPEC.withNeighbors(9), 3, 3, new SampleGraphGroups.KMeansLimits(20, 40))
                            .fromComponents())
                    .isFalse();
        }
    }

    private static void assertSameOfGiven(Graph local, int clusters, int partitions) {
        try (ExecutionContext context = ExecutionContext.create(1);
                SampleGraph graph = TestSampleGraphs.distribute(local, partitions)) {
            SampleGraphGroups.GraphGrouping found = SampleGraphGroups.find(graph, clusters);
            assertThat(found.graph()).isSameAs(graph);
            assertSame(found, GraphGroups.find(context, local, clusters, 0));
        }
    }

    /** Rings of the given sizes, each with chords. */
    private static Graph rings(int isolated, int... sizes) {
        List<int[]> edges = new ArrayList<>();
        int first = 0;
        for (int size : sizes) {
            for (int i = 0; i < size; i++)
                for (int step = 1; step <= 2 && 2 * step < size; step++) {
                    int a = first + i;
                    int b = first + (i + step) % size;
                    edges.add(new int[] {Math.min(a, b), Math.max(a, b)});
                }
            first += size;
        }
        return TestSampleGraphs.of(first + isolated, edges);
    }

    @Test
    void givenGraphKeepsItsLargestComponents() {
        assertSameOfGiven(rings(0, 30, 20, 25), 3, 3);
        assertSameOfGiven(rings(1, 30, 20, 3, 25), 2, 4);
        assertSameOfGiven(rings(3, 8, 9), 12, 3);
        assertSameOfGiven(rings(0, 30), 1, 2);
    }

    @Test
    void givenGraphIsClusteredByItsSpectrum() {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < 120; i++)
            for (int j = i + 1; j < 120; j++)
                if (i / 40 == j / 40 && CounterRandom.uniform(6, i, j) < 0.3) edges.add(new int[] {i, j});
        edges.add(new int[] {39, 40});
        edges.add(new int[] {79, 80});
        edges.add(new int[] {121, 122});
        assertSameOfGiven(TestSampleGraphs.of(124, edges), 3, 3);
    }

    @Test
    void isolatedSamplesThatCountTakeTheLargestGroup() {
        // no component is large, so all count, and the spectrum places those with edges
        assertSameOfGiven(rings(2, 4, 4), 5, 2);
        try (SampleGraph graph = TestSampleGraphs.distribute(rings(1, 3), 2)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> SampleGraphGroups.find(graph, 5))
                    .withMessage("5 groups need at least as many samples, and the graph has 4");
        }
    }
}
