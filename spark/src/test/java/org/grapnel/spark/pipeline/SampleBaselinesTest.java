package org.grapnel.spark.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.Baselines;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Objective;
import org.grapnel.pipeline.JudgedSamples;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.testing.TestDataFrames;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;

class SampleBaselinesTest {
    private static final int N = 60;
    private static final int GROUPS = 3;

    @Test
    void partOfAGivenGraphIsTheReference() {
        Graph graph = chains();
        try (DenseMatrix X = TestDataFrames.groups(12, N, GROUPS, 0, 1);
                GroupedSamples found = grouped(X, graph, Spec.recommended(GROUPS, 4))) {
            SampleBaselines.SampleScores scores = compute(X, found, Spec.recommended(GROUPS, 4), 20);
            int[] chosen = everyThird();
            Clustering groups = found.last().groups().collect(chosen);
            double expected =
                    Modularity.compute(part(graph, chosen), groups).value().orElseThrow();
            Baselines baselines = scores.baselines().orElseThrow();
            assertThat(baselines.modularity().get()).isCloseTo(expected, within(1e-12));
            assertThat(scores.notes())
                    .containsExactly("compared with baselines on 20 of the 60 samples, evenly spaced");
        }
    }

    @Test
    void aZeroSampleHasNoCosineSoTheGraphIsLeftOut() {
        Spec spec =
                Spec.recommended(GROUPS, 4).withGraph(GraphSpec.recommended().withMetric(Metric.COSINE));
        try (DenseMatrix X = TestDataFrames.groups(12, N, GROUPS, 0, 1)) {
            for (int i = 0; i < X.rows(); i++) X.set(i, 0, 0);
            try (GroupedSamples found = grouped(X, chains(), spec)) {
                SampleBaselines.SampleScores scores = compute(X, asBuilt(found), spec, 20);
                assertThat(scores.notes())
                        .anySatisfy(note -> assertThat(note)
                                .startsWith("compared with baselines without a graph: sample 0 is all zero"));
                assertThat(scores.baselines().orElseThrow().of(Baseline.Kind.ALL_FEATURES))
                        .isPresent();
            }
        }
    }

    @Test
    void moreNeighborsThanChosenSamplesAreLimited() {
        Spec spec =
                Spec.recommended(GROUPS, 4).withGraph(GraphSpec.recommended().withNeighbors(30));
        try (DenseMatrix X = TestDataFrames.groups(12, N, GROUPS, 0, 1);
                GroupedSamples found = grouped(X, chains(), spec)) {
            Baselines baselines =
                    compute(X, asBuilt(found), spec, 10).baselines().orElseThrow();
            Baseline kept = baselines.of(Baseline.Kind.KEPT_FEATURES).orElseThrow();
            assertThat(kept.edgesKept().get()).isEqualTo(1); // with nine neighbours each, all ten samples are joined
        }
    }

    /** Joins each sample to the next of its group. */
    private static Graph chains() {
        List<int[]> edges = new ArrayList<>();
        for (int j = 0; j + GROUPS < N; j++) edges.add(new int[] {j, j + GROUPS});
        for (int j = 0; j + 3 * GROUPS < N; j++) edges.add(new int[] {j, j + 3 * GROUPS});
        for (int j = 0; j + 1 < N; j += 7) edges.add(new int[] {j, j + 1});
        return TestSampleGraphs.of(N, edges);
    }

    private static int[] everyThird() {
        int[] chosen = new int[N / 3];
        Arrays.setAll(chosen, j -> 3 * j);
        return chosen;
    }

    private static Graph part(Graph graph, int[] chosen) {
        List<double[]> edges = new ArrayList<>();
        for (int a = 0; a < chosen.length; a++)
            for (int b = 0; b < chosen.length; b++) {
                double weight = graph.adjacency().get(chosen[a], chosen[b]);
                if (weight != 0) edges.add(new double[] {a, b, weight});
            }
        return Graph.of(
                SparseMatrix.ofTriples(
                        chosen.length,
                        chosen.length,
                        edges.stream().mapToInt(e -> (int) e[0]).toArray(),
                        edges.stream().mapToInt(e -> (int) e[1]).toArray(),
                        edges.stream().mapToDouble(e -> e[2]).toArray()),
                "the expected part");
    }

    private static Panels panels(DenseMatrix X) {
        return TestPanels.create(TestPanels.context(), X, 2, 16);
    }

    private static GroupedSamples grouped(DenseMatrix X, Graph graph, Spec spec) {
        return SampleGroupSearch.run(
                panels(X),
                Optional.of(TestSampleGraphs.distribute(graph, 2)),
                spec,
                FitContext.none(),
                SearchStore.none());
    }

    /** The result with a graph that a search has built. */
    private static GroupedSamples asBuilt(GroupedSamples found) {
        return new GroupedSamples(
                found.last(),
                found.first(),
                false,
                found.components(),
                found.onComponents(),
                found.ofAllFeatures(),
                found.references(),
                found.rounds(),
                found.selection(),
                found.notes());
    }

    private static SampleBaselines.SampleScores compute(DenseMatrix X, GroupedSamples found, Spec spec, int most) {
        SampleGroups groups = found.last().groups();
        SampleMemberships memberships = new SampleMemberships(
                groups, Groups.Origin.GRAPH, found.last().graph().confidence(groups), Optional.empty(), groups);
        try (DenseMatrix W = DenseMatrix.zeros(X.rows(), GROUPS)) {
            Step only = new Step(1, 0, new Objective(1, 1), 0, 0, true, X.rows());
            return new SampleBaselines(
                            panels(X),
                            spec.withThreads(1),
                            FitContext.none(),
                            Optional.empty(),
                            JudgedSamples.evenlySpaced(N, most))
                    .compute(
                            new SampleBaselines.DistributedFactors(
                                    W,
                                    groups.labels().map(SampleBaselinesTest::memberships),
                                    RowSet.of(X.rows(), new int[] {0, 1, 2, 3}),
                                    new Trace(List.of(only)),
                                    new StopReason.IterationLimit(1),
                                    new Certificate(0, 0)),
                            memberships,
                            found);
        }
    }

    private static double[] memberships(int[] labels) {
        double[] rows = new double[labels.length * GROUPS];
        for (int j = 0; j < labels.length; j++) rows[j * GROUPS + labels[j]] = 1;
        return rows;
    }
}
