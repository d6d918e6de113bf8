package org.grapnel.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.CancellingListener;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.RestartSummary;
import org.grapnel.Spec;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.EdgePreservation;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FitBaselinesTest {
    private static final int N = 90;
    private static final int P = 40;

    /** Three groups, each marked by two of forty features; a third of the other numbers is zero. */
    private static DenseMatrix X() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                X.set(
                        i,
                        j,
                        Math.max(0, 1.5 * CounterRandom.uniform(3, i, j) - 0.5) + (i < 6 && i / 2 == j % 3 ? 3 : 0));
        return X;
    }

    private static Dataset data(Matrix X, boolean labels) {
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < N; j++) truth.add("group " + j % 3);
        return new Dataset(
                X,
                Dataset.numbered("f", P),
                Dataset.numbered("", N),
                labels ? Optional.of(truth) : Optional.empty(),
                DataSource.memory());
    }

    private static Spec spec(Model model) {
        Spec spec = Spec.paper(model, 3).withThreads(2);
        return model.isSparse() ? spec.withKeep(6) : spec;
    }

    private static List<Baseline.Kind> kinds(Baselines controls) {
        return controls.all().stream().map(Baseline::kind).toList();
    }

    /** The second graph is known only where neighbours are searched on principal components. */
    @Test
    void theRecommendedMethodHasEveryBaseline() {
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(
                        data,
                        Spec.recommended(3, 6)
                                .withGraph(GraphSpec.recommended().withComponents(10))
                                .withThreads(2))) {
            Baselines controls = fit.baselines().orElseThrow();
            assertThat(kinds(controls)).containsExactly(Baseline.Kind.values());
            assertThat(controls.notes()).isEmpty();
            Baseline graph = controls.of(Baseline.Kind.GRAPH_OF_ALL_FEATURES).orElseThrow();
            assertThat(graph.scores().orElseThrow().ari().get()).isEqualTo(1);
            assertThat(graph.ariWithGroups().get()).isEqualTo(1);
        }
    }

    @Test
    void aModelWithGraphAndSelectionHasAllBaselinesOfOneGraph() {
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20))) {
            Baselines controls = fit.baselines().orElseThrow();
            List<Baseline.Kind> all = new ArrayList<>(List.of(Baseline.Kind.values()));
            all.remove(Baseline.Kind.GRAPH_OF_ALL_FEATURES);
            assertThat(kinds(controls)).containsExactlyElementsOf(all);
            assertThat(controls.starts()).isEqualTo(10);
            assertThat(controls.notes()).isEmpty();
            Baseline kept = controls.of(Baseline.Kind.KEPT_FEATURES).orElseThrow();
            Baseline random = controls.of(Baseline.Kind.RANDOM_FEATURES).orElseThrow();
            Baseline graph = controls.of(Baseline.Kind.GRAPH_ALONE).orElseThrow();
            assertThat(kept.scores().orElseThrow().ari().get()).isEqualTo(1);
            assertThat(kept.ariWithGroups().get()).isEqualTo(1);
            assertThat(random.scores().orElseThrow().ari().get()).isLessThan(0.9);
            assertThat(random.draws()).isEqualTo(5);
            assertThat(random.features()).isEqualTo(6);
            assertThat(random.what()).isEqualTo("k-means on 6 random features (mean of 5)");
            assertThat(kept.edgesKept().get()).isGreaterThan(random.edgesKept().get());
            assertThat(graph.edgesKept().isDefined()).isFalse();
            assertThat(graph.silhouette().get()).isGreaterThan(0.5);
            Baseline communities = controls.of(Baseline.Kind.COMMUNITIES).orElseThrow();
            assertThat(communities.what()).isEqualTo("Louvain communities of the graph (" + communities.groups() + ")");
            assertThat(controls.of(Baseline.Kind.PRINCIPAL_COMPONENTS)
                            .orElseThrow()
                            .what())
                    .isEqualTo("k-means on 40 principal components");
            for (Baseline control : controls.all())
                assertThat(control.silhouette().isDefined())
                        .as(control.what())
                        .isEqualTo(control.kind() != Baseline.Kind.COMMUNITIES);
        }
    }

    /** All components together are a rotation, which k-means does not see. */
    @Test
    void kMeansOnAllComponentsFindsTheGroupsOfAllFeatures() {
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20))) {
            Baselines controls = fit.baselines().orElseThrow();
            Baseline all = controls.of(Baseline.Kind.ALL_FEATURES).orElseThrow();
            Baseline components =
                    controls.of(Baseline.Kind.PRINCIPAL_COMPONENTS).orElseThrow();
            assertThat(components.scores()).isEqualTo(all.scores());
            assertThat(components.silhouette().get()).isCloseTo(all.silhouette().get(), within(1e-9));
            assertThat(components.modularity().get()).isCloseTo(all.modularity().get(), within(1e-9));
        }
    }

    @Test
    void modularityIsThatOfTheGroupsOnTheGraphOfTheFit() {
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20))) {
            Baselines controls = fit.baselines().orElseThrow();
            Graph graph = fit.graph().orElseThrow().graph();
            assertThat(controls.modularity())
                    .isEqualTo(Modularity.compute(graph, fit.groups().clustering()));
            double best = controls.of(Baseline.Kind.COMMUNITIES)
                    .orElseThrow()
                    .modularity()
                    .get();
            for (Baseline control : controls.all())
                assertThat(control.modularity().get()).as(control.what()).isLessThanOrEqualTo(best + 1e-9);
        }
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(data, spec(Model.NMF_L20))) {
            Baselines controls = fit.baselines().orElseThrow();
            assertThat(controls.modularity().reason()).isEqualTo("modularity needs a graph");
            for (Baseline control : controls.all())
                assertThat(control.modularity().isDefined()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void aModelIsNotComparedWithItself(Model model) {
        try (Dataset data = data(X(), false);
                Fit fit = Grapnel.fit(data, spec(model))) {
            Baselines controls = fit.baselines().orElseThrow();
            boolean selects = model.isSparse() && !fit.support().isAll();
            List<Baseline.Kind> wanted = new ArrayList<>();
            if (selects && !model.isKMeans()) wanted.add(Baseline.Kind.KEPT_FEATURES);
            if (selects) wanted.add(Baseline.Kind.RANDOM_FEATURES);
            if (model != Model.KMEANS) wanted.add(Baseline.Kind.ALL_FEATURES);
            if (model != Model.KMEANS) wanted.add(Baseline.Kind.PRINCIPAL_COMPONENTS);
            if (model.usesGraph()) wanted.add(Baseline.Kind.GRAPH_ALONE);
            if (model.usesGraph()) wanted.add(Baseline.Kind.COMMUNITIES);
            assertThat(kinds(controls)).isEqualTo(wanted);
            for (Baseline control : controls.all()) {
                assertThat(control.scores()).isEmpty();
                assertThat(control.ariWithGroups().isDefined()).isTrue();
            }
        }
    }

    @Test
    void baselinesDoNotChangeTheFitAndAreOptional() {
        try (Dataset data = data(X(), true);
                Fit with = Grapnel.fit(data, spec(Model.GNMF_L20));
                Fit without = Grapnel.fit(data, spec(Model.GNMF_L20).withBaselines(false))) {
            assertThat(without.baselines()).isEmpty();
            assertThat(without.Ht().toArray()).isEqualTo(with.Ht().toArray());
            assertThat(without.groups()).isEqualTo(with.groups());
        }
    }

    @Test
    void theSameBitsForAnyNumberOfThreads() {
        List<List<Baseline>> found = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++)
            try (Dataset data = data(X(), true);
                    Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20).withThreads(threads))) {
                found.add(fit.baselines().orElseThrow().all());
            }
        assertThat(found.get(1)).isEqualTo(found.get(0));
        assertThat(found.get(2)).isEqualTo(found.get(0));
    }

    @Test
    void sparseDataGiveTheSameBaselines() {
        try (DenseMatrix X = X();
                Dataset dense = data(X.copy(), true);
                Dataset sparse = data(SparseMatrix.of(X), true);
                Fit a = Grapnel.fit(dense, spec(Model.GNMF_L20));
                Fit b = Grapnel.fit(sparse, spec(Model.GNMF_L20))) {
            assertThat(b.support()).isEqualTo(a.support());
            Baselines dense2 = a.baselines().orElseThrow();
            Baselines sparse2 = b.baselines().orElseThrow();
            assertThat(kinds(sparse2)).isEqualTo(kinds(dense2));
            for (int i = 0; i < dense2.all().size(); i++) {
                Baseline one = dense2.all().get(i);
                Baseline other = sparse2.all().get(i);
                assertThat(other.ariWithGroups().get())
                        .isCloseTo(one.ariWithGroups().get(), within(1e-9));
                assertThat(other.groups()).isEqualTo(one.groups());
                assertThat(other.modularity().get()).isCloseTo(one.modularity().get(), within(1e-9));
                if (one.kind() != Baseline.Kind.COMMUNITIES)
                    assertThat(other.silhouette().get())
                            .isCloseTo(one.silhouette().get(), within(1e-9));
                assertThat(other.edgesKept()).isEqualTo(one.edgesKept());
            }
        }
    }

    @Test
    void oneGroupHasBaselines() {
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20).withClusters(1))) {
            for (Baseline control : fit.baselines().orElseThrow().all()) {
                if (control.kind() != Baseline.Kind.COMMUNITIES) // which find their number themselves
                assertThat(control.ariWithGroups().get()).isEqualTo(1);
                assertThat(control.silhouette().isDefined()).isFalse();
            }
        }
    }

    @Test
    void aGivenGraphIsABaselineUnlessItHasNoEdges() {
        try (Dataset data = data(X(), false);
                ExecutionContext context = ExecutionContext.create(1)) {
            Graph own = KnnGraph.build(context, data.X(), GraphSpec.standard().withNeighbors(8))
                    .graph();
            Graph none = Graph.of(SparseMatrix.ofTriples(N, N, new int[0], new int[0], new double[0]), "none");
            try (Fit fit = Grapnel.fit(
                            Preparation.none().apply(data),
                            Optional.of(GraphSource.of(own)),
                            spec(Model.GNMF_L20),
                            FitContext.none());
                    Fit bare = Grapnel.fit(
                            Preparation.none().apply(data),
                            Optional.of(GraphSource.of(none)),
                            spec(Model.GNMF_L20),
                            FitContext.none())) {
                Baseline kept = fit.baselines()
                        .orElseThrow()
                        .of(Baseline.Kind.KEPT_FEATURES)
                        .orElseThrow();
                assertThat(kept.edgesKept().get()).isBetween(0.1, 1.0);
                Baselines without = bare.baselines().orElseThrow();
                assertThat(without.of(Baseline.Kind.GRAPH_ALONE)).isEmpty();
                assertThat(without.of(Baseline.Kind.COMMUNITIES)).isEmpty();
                assertThat(without.notes()).contains("the graph alone is left out: it has no edges");
            }
        }
    }

    /** A graph keeps all of its own edges, and none of those it does not have. */
    @Test
    void keptEdgesAreCountedWithoutWeights() {
        Graph path = Graph.of(
                SparseMatrix.ofTriples(3, 3, new int[] {0, 1, 1, 2}, new int[] {1, 0, 2, 1}, new double[] {1, 1, 5, 5}),
                "path");
        Graph edge = Graph.of(
                SparseMatrix.ofTriples(3, 3, new int[] {1, 2}, new int[] {2, 1}, new double[] {.1, .1}), "edge");
        assertThat(EdgePreservation.compute(path, path).get()).isEqualTo(1);
        assertThat(EdgePreservation.compute(path, edge).get()).isEqualTo(0.5);
        assertThat(EdgePreservation.compute(edge, path).get()).isEqualTo(1);
        assertThat(EdgePreservation.compute(
                                Graph.of(SparseMatrix.ofTriples(3, 3, new int[0], new int[0], new double[0]), "-"),
                                path)
                        .reason())
                .isEqualTo("the graph has no edges");
    }

    @Test
    void aCancelledFitHasNoBaselines() {
        List<String> notes = new ArrayList<>();
        CancellingListener listener = new CancellingListener() {
            private boolean asked;

            @Override
            public void onIteration(Step step) {
                asked |= step.iteration() == 3;
            }

            @Override
            public boolean isCancelled() {
                return asked;
            }

            @Override
            public void onNote(String text) {
                notes.add(text);
            }
        };
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(
                        Preparation.none().apply(data),
                        Optional.empty(),
                        spec(Model.GNMF_L20).withRestarts(4),
                        listener.context())) {
            assertThat(fit.baselines()).isEmpty();
            assertThat(fit.restarts().orElseThrow().count()).isEqualTo(1);
            assertThat(notes)
                    .containsExactly(
                            "only 0 of the 4 restarts were finished",
                            "not compared with simpler ways: the run was asked to stop");
        }
    }

    /** A large fit with few iterations leaves no budget for some baselines; notes say so. */
    @Test
    void baselinesThatCostMoreThanTheFitAreLeftOut() {
        int n = 3000;
        DenseMatrix X = DenseMatrix.zeros(400, n);
        for (int i = 0; i < 400; i++) for (int j = 0; j < n; j++) X.set(i, j, CounterRandom.uniform(1, i, j));
        Spec brief = Spec.paper(Model.NMF_L20, 30)
                .withKeep(100)
                .withThreads(2)
                .withStop(new StopSpec(0, 2, Optional.empty()));
        try (Dataset data = Dataset.of(X);
                Fit fit = Grapnel.fit(data, brief)) {
            Baselines controls = fit.baselines().orElseThrow();
            assertThat(controls.of(Baseline.Kind.ALL_FEATURES)).isEmpty();
            assertThat(controls.notes())
                    .contains("k-means on all features is left out: it would have cost more than the fit");
        }
    }

    @Test
    void theBestRestartEqualsASingleFitWithItsSeed() {
        List<String> seen = new ArrayList<>();
        CancellingListener listener = new CancellingListener() {
            @Override
            public void onRestart(int number, int of) {
                seen.add(number + " of " + of);
            }
        };
        Spec spec = spec(Model.GNMF_L20).withSeed(7).withBaselines(false);
        try (Dataset data = data(X(), true);
                Fit fit = Grapnel.fit(
                        Preparation.none().apply(data), Optional.empty(), spec.withRestarts(4), listener.context())) {
            RestartSummary restarts = fit.restarts().orElseThrow();
            assertThat(seen).containsExactly("1 of 4", "2 of 4", "3 of 4", "4 of 4");
            assertThat(restarts.count()).isEqualTo(4);
            assertThat(fit.spec().seed()).isEqualTo(7);
            double least =
                    restarts.objectives().stream().mapToDouble(x -> x).min().orElseThrow();
            assertThat(restarts.objectives().indexOf(least)).isEqualTo(restarts.best());
            assertThat(fit.solution().objective().total()).isEqualTo(least);
            assertThat(restarts.stability().jaccard().get()).isBetween(0.0, 1.0);
            try (Fit alone = Grapnel.fit(data, spec.withSeed(7 + restarts.best()))) {
                assertThat(fit.Ht().toArray()).isEqualTo(alone.Ht().toArray());
                assertThat(fit.groups()).isEqualTo(alone.groups());
                assertThat(alone.restarts()).isEmpty();
            }
            for (int i = 0; i < 4; i++)
                try (Solution one = Grapnel.solve(
                        data.X(), fit.graph().map(GraphSource::graph), spec.withSeed(7 + i), FitContext.none())) {
                    assertThat(one.objective().total())
                            .isEqualTo(restarts.objectives().get(i));
                }
        }
    }

    @Test
    void ofEqualObjectivesTheFirstWins() {
        DenseMatrix X = DenseMatrix.of(new double[][] {{1, 1, 9, 9}, {2, 2, 7, 7}, {1, 1, 8, 8}});
        try (Dataset data = Dataset.of(X);
                Fit fit = Grapnel.fit(data, Spec.paper(Model.KMEANS, 2).withRestarts(3))) {
            assertThat(fit.restarts().orElseThrow().best()).isZero();
        }
    }

    @Test
    void restartsOfAFixedStartAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec(Model.NMF).withRestarts(0))
                .withMessage("restarts must be at least 1, got 0");
        try (Dataset data = data(X(), true)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Grapnel.fit(
                            data, spec(Model.NMF).withStart(Start.nndsvd()).withRestarts(2)))
                    .withMessage("restarts must be 1 for a nndsvd start, which is always the same, got 2");
        }
    }
}
