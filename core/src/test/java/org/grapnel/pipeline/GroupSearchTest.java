package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class GroupSearchTest {
    private static Spec spec(int keep) {
        return Spec.recommended(GroupedData.GROUPS, keep).withThreads(2);
    }

    private static GroupSearch.GroupedGraph run(Matrix X, Optional<GraphSource> given, Spec spec) {
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            return GroupSearch.run(execution, X, given, spec, FitContext.none());
        }
    }

    private static GroupSearch.GroupedGraph run(Matrix X, Spec spec) {
        return run(X, Optional.empty(), spec);
    }

    @Test
    void groupsOfSeparateBlobsAreFound() {
        try (DenseMatrix X = GroupedData.blobs(4)) {
            GroupSearch.GroupedGraph found = run(X, spec(30));
            assertThat(AdjustedRand.compute(found.groups(), GroupedData.truth()))
                    .isEqualTo(1);
            assertThat(AdjustedRand.compute(found.onComponents().orElseThrow(), GroupedData.truth()))
                    .isEqualTo(1);
            assertThat(found.ofAllFeatures()).isPresent();
            assertThat(found.references().orElseThrow().onComponents()).isPresent();
            assertThat(found.graph().graph().components().count()).isLessThanOrEqualTo(GroupedData.GROUPS);
        }
    }

    /** Faint groups, where looks help and others do not. */
    @Test
    void aLookIsAcceptedOnlyIfModularityRises() {
        int looks = 0;
        int accepted = 0;
        for (double shift : new double[] {0, 0.8, 1, 1.2, 1.5, 4})
            for (int keep : new int[] {10, 30, 60})
                try (DenseMatrix X = GroupedData.blobs(shift)) {
                    GroupSearch.GroupedGraph found = run(X, spec(keep));
                    ReferenceGraphs references = found.references().orElseThrow();
                    List<GroupingRounds.Look> all = found.rounds().looks();
                    double reached = references.quality(found.first()).modularity();
                    for (GroupingRounds.Look look : all) {
                        assertThat(look.modularityBefore()).isEqualTo(reached);
                        assertThat(look.agreement()).isBetween(-1.0, 1.0);
                        if (!look.accepted()) continue;
                        assertThat(look.modularity()).isGreaterThan(look.modularityBefore());
                        reached = look.modularity();
                    }
                    assertThat(references.quality(found.groups()).modularity()).isEqualTo(reached);
                    assertThat(all).hasSizeBetween(1, 6);
                    if (found.rounds().accepted() == 0) {
                        assertThat(found.groups()).isEqualTo(found.first());
                        assertThat(found.graph()).isEqualTo(found.firstGraph());
                    } else {
                        assertThat(found.graph().features().orElseThrow().count())
                                .isEqualTo(keep);
                    }
                    looks += all.size();
                    accepted += found.rounds().accepted();
                }
        assertThat(accepted).isPositive().isLessThan(looks);
    }

    /** The features of a look may be fewer than the components of the first graph. */
    @Test
    void moreComponentsThanKeptFeaturesAreNoFault() {
        Spec spec = spec(5);
        try (DenseMatrix X = GroupedData.blobs(1.5)) {
            GroupSearch.GroupedGraph found = run(X, spec.withGraph(spec.graph().withComponents(20)));
            assertThat(found.rounds().looks()).isNotEmpty();
        }
    }

    @Test
    void withoutASelectionThereIsOneRound() {
        try (DenseMatrix X = GroupedData.blobs(1)) {
            assertThat(run(X, Spec.recommended(Model.GNMF, 3)).rounds().looks()).isEmpty();
            assertThat(run(X, spec(GroupedData.FEATURES)).rounds().looks()).isEmpty();
        }
    }

    @Test
    void threadsAndSeedChangeNeitherGroupsNorFeatures() {
        try (Dataset data = Dataset.of(GroupedData.blobs(1.2))) {
            GroupSearch.GroupedGraph found = run(data.X(), spec(20));
            SelectionResult selected = Grapnel.select(Preparation.none().apply(data), spec(20));
            for (int threads = 1; threads <= 3; threads++) {
                Spec other = spec(20).withThreads(threads).withSeed(41L * threads);
                GroupSearch.GroupedGraph again = run(data.X(), other);
                assertThat(again.groups()).isEqualTo(found.groups());
                assertThat(again.first()).isEqualTo(found.first());
                assertThat(again.onComponents()).isEqualTo(found.onComponents());
                assertThat(again.ofAllFeatures()).isEqualTo(found.ofAllFeatures());
                assertThat(again.rounds()).isEqualTo(found.rounds());
                for (int j = 0; j < GroupedData.SAMPLES; j++)
                    assertThat(again.graph().graph().degree(j))
                            .isEqualTo(found.graph().graph().degree(j));
                assertThat(Grapnel.select(Preparation.none().apply(data), other).selection())
                        .isEqualTo(selected.selection());
            }
        }
    }

    @Test
    void anApproximateSearchHasReferencesToo() {
        Spec spec = spec(30);
        Spec approximate = spec.withGraph(spec.graph().withSearch(SearchKind.APPROXIMATE));
        try (DenseMatrix X = GroupedData.blobs(4)) {
            GroupSearch.GroupedGraph found = run(X, approximate);
            assertThat(AdjustedRand.compute(found.groups(), GroupedData.truth()))
                    .isEqualTo(1);
            assertThat(found.references().orElseThrow().onComponents()).isPresent();
            assertThat(found.ofAllFeatures()).isEmpty();
        }
    }

    /** Rings of 50, 40, 30, 20 and 10 samples. */
    private static Graph rings() {
        List<int[]> edges = new ArrayList<>();
        for (int size = 50, from = 0; size > 0; from += size, size -= 10)
            for (int j = 0; j < size; j++) edges.add(new int[] {from + j, from + (j + 1) % size});
        int n = GroupedData.SAMPLES;
        int[] row = new int[2 * edges.size()];
        int[] column = new int[row.length];
        double[] weight = new double[row.length];
        for (int e = 0; e < edges.size(); e++) {
            row[2 * e] = column[2 * e + 1] = edges.get(e)[0];
            row[2 * e + 1] = column[2 * e] = edges.get(e)[1];
            weight[2 * e] = weight[2 * e + 1] = 1;
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "rings");
    }

    @Test
    void theLargestComponentsOfAGivenGraphAreTheGroups() {
        try (DenseMatrix X = GroupedData.cloud()) {
            GroupSearch.GroupedGraph found = run(X, Optional.of(GraphSource.of(rings())), spec(30));
            int[] expected = new int[GroupedData.SAMPLES];
            for (int j = 0; j < expected.length; j++) expected[j] = j < 50 ? 0 : j < 90 ? 1 : j < 120 ? 2 : 0;
            assertThat(found.groups()).isEqualTo(Clustering.ofLabels(3, expected));
            assertThat(found.origin()).isEqualTo(Groups.Origin.COMPONENTS);
            assertThat(found.references()).isEmpty();
            assertThat(found.onComponents()).isPresent();
            assertThat(found.rounds().looks()).isEmpty();
            assertThat(found.notes())
                    .containsExactly(
                            "2 parts of the graph with 30 samples took the largest group, because a given graph has no distances");
        }
    }

    @Test
    void aFitWithAGivenGraphOfSeveralComponentsFollowsThem() {
        try (Dataset data = Dataset.of(GroupedData.cloud());
                Fit fit = Grapnel.fit(
                        Preparation.none().apply(data),
                        Optional.of(GraphSource.of(rings())),
                        Spec.recommended(5, 30).withThreads(2),
                        FitContext.none())) {
            assertThat(fit.groups().origin()).isIn(Groups.Origin.MEMBERSHIPS, Groups.Origin.COMPONENTS);
            assertThat(fit.edgesWithinGroups().get()).isGreaterThan(0.95);
            assertThat(fit.trust().orElseThrow().warnings()).isNotNull();
        }
    }

    @Test
    void aGivenGraphWithoutEdgesIsRefused() {
        int n = GroupedData.SAMPLES;
        Graph none = Graph.of(SparseMatrix.ofTriples(n, n, new int[0], new int[0], new double[0]), "none");
        try (DenseMatrix X = GroupedData.cloud()) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> run(X, Optional.of(GraphSource.of(none)), spec(30)))
                    .withMessage("the graph has no edges, so it cannot be clustered");
        }
    }

    /** Constant features tell nothing apart and are never chosen before others. */
    @Test
    void constantFeaturesChangeNeitherGroupsNorChoice() {
        try (Dataset data = Dataset.of(GroupedData.blobs(4));
                DenseMatrix wide = DenseMatrix.zeros(GroupedData.FEATURES + 20, GroupedData.SAMPLES);
                Dataset withConstants = Dataset.of(wide.map(
                        (i, j, x) -> i < GroupedData.FEATURES ? data.X().get(i, j) : 3))) {
            SelectionResult plain = Grapnel.select(Preparation.none().apply(data), spec(20));
            SelectionResult more = Grapnel.select(Preparation.none().apply(withConstants), spec(20));
            assertThat(more.selection().order()).isEqualTo(plain.selection().order());
            assertThat(AdjustedRand.compute(
                            more.groups().orElseThrow(), plain.groups().orElseThrow()))
                    .isEqualTo(1);
        }
    }

    @Test
    void moreGroupsThanDistinctSamplesAreRefusedInOneLine() {
        DenseMatrix X = DenseMatrix.zeros(60, 12);
        X.map((i, j, x) -> CounterRandom.uniform(3, i, j % 4));
        try (Dataset data = Dataset.of(X)) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> Grapnel.fit(data, Spec.recommended(5, 10)))
                    .withMessage(
                            "memory: only 4 of the 12 samples differ, which cannot form 5 groups; lower Spec.withClusters");
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> Grapnel.select(Preparation.none().apply(data), Spec.recommended(5, 10)))
                    .withMessage(
                            "memory: only 4 of the 12 samples differ, which cannot form 5 groups; lower Spec.withClusters");
        }
    }
}
