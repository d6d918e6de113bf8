package org.grapnel.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
    private static final int P = 20;
    private static final int N = 60;
    private static final int KEEP = 6;

    /** Three groups, each marked faintly by two features, so that not every method finds them; the other features belong together, no noise. */
    private static Dataset data(boolean labels) {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                X.set(
                        i,
                        j,
                        CounterRandom.uniform(3, i, j)
                                + 0.6 * CounterRandom.uniform(4, i % 4, j)
                                + (i < 6 && i / 2 == j % 3 ? 0.5 : 0));
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < N; j++) truth.add("group " + j % 3);
        return new Dataset(
                X,
                Dataset.numbered("f", P),
                Dataset.numbered("", N),
                labels ? Optional.of(truth) : Optional.empty(),
                DataSource.memory());
    }

    private static PreparedData prepared() {
        return Preparation.none().apply(data(true));
    }

    private static ComparisonProtocol protocol() {
        return ComparisonProtocol.of(3).withRepeats(3).withSeed(5).withThreads(2);
    }

    private static List<NamedMethod> methods() {
        return List.of(
                new NamedMethod("ours", ClusteringMethod.model(Spec.recommended(3, KEEP))),
                new NamedMethod(
                        "paper",
                        ClusteringMethod.model(Spec.paper(Model.GNMF_L20, 3).withKeep(KEEP))),
                new NamedMethod("nmf", ClusteringMethod.model(Spec.paper(Model.NMF, 3))),
                new NamedMethod("kmeans", ClusteringMethod.model(Spec.paper(Model.KMEANS, 3))),
                new NamedMethod("all", ClusteringMethod.allFeatures()),
                new NamedMethod("random", ClusteringMethod.randomFeatures(KEEP)),
                new NamedMethod("variance", ClusteringMethod.selectedFeatures(Strategy.VARIANCE, KEEP)),
                new NamedMethod("laplacian", ClusteringMethod.selectedFeatures(Strategy.LAPLACIAN_SCORE, KEEP)),
                new NamedMethod("mcfs", ClusteringMethod.selectedFeatures(Strategy.MCFS, KEEP)),
                new NamedMethod("ndfs", ClusteringMethod.selectedFeatures(Strategy.NDFS, KEEP)),
                new NamedMethod("structure", ClusteringMethod.selectedFeatures(Strategy.STRUCTURE, KEEP)),
                new NamedMethod("pca", ClusteringMethod.principalComponents()),
                new NamedMethod("graph", ClusteringMethod.graphAlone()),
                new NamedMethod("louvain", ClusteringMethod.communities()));
    }

    private static List<Trial> run(List<NamedMethod> methods, ComparisonProtocol protocol, List<Trial> done) {
        try (PreparedData data = prepared()) {
            return Comparison.create(data, Optional.empty(), methods, protocol)
                    .run(done, ComparisonListener.none(), FitContext.none());
        }
    }

    /** Removes the times. */
    private static List<Trial> timeless(List<Trial> trials) {
        return trials.stream()
                .map(t -> {
                    Map<Measure, Double> values = new EnumMap<>(Measure.class);
                    values.putAll(t.values());
                    values.remove(Measure.SECONDS);
                    List<Trial.CurvePoint> curve = t.curve().stream()
                            .map(at -> new Trial.CurvePoint(at.iteration(), 0, at.objective()))
                            .toList();
                    return new Trial(
                            t.method(), t.repeat(), values, t.stop(), t.converged(), t.kept(), curve, t.notes());
                })
                .toList();
    }

    private static List<Trial> of(String method, List<Trial> trials) {
        return trials.stream().filter(t -> t.method().equals(method)).toList();
    }

    @Test
    void aTrialEqualsAFitWithItsSeed() {
        List<Trial> trials = run(methods(), protocol(), List.of());
        for (String name : List.of("ours", "paper", "nmf")) {
            Spec spec = name.equals("ours")
                    ? Spec.recommended(3, KEEP)
                    : name.equals("nmf")
                            ? Spec.paper(Model.NMF, 3)
                            : Spec.paper(Model.GNMF_L20, 3).withKeep(KEEP);
            for (Trial trial : of(name, trials)) {
                try (PreparedData data = prepared();
                        Fit fit = Grapnel.fit(data, spec.withSeed(5 + trial.repeat()))) {
                    assertThat(trial.get(Measure.NMI))
                            .as(name)
                            .isEqualTo(fit.scores().orElseThrow().nmi().value());
                    assertThat(trial.get(Measure.OBJECTIVE))
                            .hasValue(fit.solution().objective().total());
                    assertThat(trial.get(Measure.RELATIVE_ERROR)).hasValue(fit.relativeError());
                    assertThat(trial.kept()).hasValue(fit.support());
                    assertThat(trial.curve())
                            .hasSize(fit.solution().trace().steps().size());
                    assertThat(trial.stop()).isEqualTo(fit.solution().stop().code());
                }
            }
        }
    }

    @Test
    void allMethodsStartAtTheSamePointsAndRepeatsDiffer() {
        NamedMethod gnmf = new NamedMethod(
                "gnmf", ClusteringMethod.model(Spec.paper(Model.GNMF, 3).withLambda(0)));
        NamedMethod nmf = new NamedMethod("nmf", ClusteringMethod.model(Spec.paper(Model.NMF, 3)));
        NamedMethod palm = new NamedMethod(
                "palm", ClusteringMethod.model(Spec.paper(Model.NMF, 3).withSolver(SolverSpec.of(SolverKind.PALM))));
        List<Trial> trials = run(List.of(gnmf, nmf, palm), protocol(), List.of());
        for (int i = 0; i < 3; i++) {
            double start = of("nmf", trials).get(i).curve().get(0).objective();
            assertThat(of("gnmf", trials).get(i).curve().get(0).objective()).isEqualTo(start);
            assertThat(of("palm", trials).get(i).curve().get(0).objective()).isEqualTo(start);
        }
        assertThat(of("nmf", trials).stream().map(t -> t.curve().get(0).objective()))
                .doesNotHaveDuplicates();
    }

    @Test
    void kmeansOnAllFeaturesIsTheKMeansModel() {
        List<Trial> trials = timeless(run(methods(), protocol(), List.of()));
        for (int i = 0; i < 3; i++) {
            Trial model = of("kmeans", trials).get(i);
            Trial all = of("all", trials).get(i);
            assertThat(all.get(Measure.NMI)).isEqualTo(model.get(Measure.NMI));
            assertThat(all.get(Measure.OBJECTIVE)).isEqualTo(model.get(Measure.OBJECTIVE));
            assertThat(all.curve()).isEqualTo(model.curve());
        }
    }

    /** All components together are a rotation, which k-means does not see. */
    @Test
    void kmeansOnAllComponentsIsKMeansOnAllFeatures() {
        List<Trial> trials = run(methods(), protocol(), List.of());
        for (int i = 0; i < 3; i++) {
            Trial components = of("pca", trials).get(i);
            assertThat(components.get(Measure.NMI))
                    .isEqualTo(of("all", trials).get(i).get(Measure.NMI));
            assertThat(components.kept())
                    .hasValueSatisfying(kept -> assertThat(kept.isAll()).isTrue());
            assertThat(components.stop()).isEqualTo("labels");
        }
    }

    @Test
    void communitiesFindTheirNumberThemselves() {
        for (int clusters : List.of(3, 7)) {
            List<NamedMethod> one = List.of(new NamedMethod("louvain", ClusteringMethod.communities()));
            List<Trial> trials =
                    run(one, ComparisonProtocol.of(clusters).withRepeats(1).withThreads(2), List.of());
            assertThat(trials.get(0).kept()).isEmpty();
            assertThat(trials.get(0).notes())
                    .allMatch(note -> note.startsWith("Louvain finds the number of groups itself: "));
            if (clusters == 7) assertThat(trials.get(0).notes()).hasSize(1);
        }
    }

    @Test
    void permutingMethodsPermutesRows() {
        List<NamedMethod> turned = new ArrayList<>(methods());
        Collections.reverse(turned);
        List<Trial> there = timeless(run(methods(), protocol(), List.of()));
        List<Trial> back = timeless(run(turned, protocol(), List.of()));
        List<ComparisonTable.ComparisonRow> rows =
                new ArrayList<>(ComparisonTable.compute(methods(), there).rows());
        Collections.reverse(rows);
        assertThat(ComparisonTable.compute(turned, back).rows()).isEqualTo(rows);
        assertThat(back).containsExactlyInAnyOrderElementsOf(there);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theSameBitsForAnyNumberOfThreads(int threads) {
        assertThat(timeless(run(methods(), protocol().withThreads(threads), List.of())))
                .isEqualTo(timeless(run(methods(), protocol(), List.of())));
    }

    @Test
    void aResumedComparisonEqualsAnUninterruptedOne() {
        List<Trial> whole = run(methods(), protocol(), List.of());
        for (int every : List.of(2, 5)) {
            List<Trial> done = new ArrayList<>();
            for (int t = 0; t < whole.size(); t += every) done.add(whole.get(t));
            List<Trial> continued = run(methods(), protocol(), done);
            assertThat(timeless(continued)).isEqualTo(timeless(whole));
            assertThat(continued).containsAll(done);
        }
        assertThat(run(methods(), protocol(), whole)).isEqualTo(whole);
    }

    @Test
    void aCancelledComparisonHasWholeTrialsAndEveryMethodOnceBeforeAnyTwice() {
        List<String> begun = new ArrayList<>();
        List<Trial> ended = new ArrayList<>();
        int[] steps = {0};
        ComparisonListener listener = new ComparisonListener() {
            @Override
            public void onTrialStart(NamedMethod method, int repeat, int done) {
                assertThat(done).isEqualTo(begun.size());
                begun.add(method.name() + repeat);
            }

            @Override
            public void onTrialEnd(Trial trial) {
                ended.add(trial);
            }
        };
        FitContext tired = FitContext.of(step -> {
                    if (begun.size() == methods().size() + 2) steps[0]++;
                })
                .withCancellation(() -> steps[0] > 2);
        try (PreparedData data = prepared()) {
            List<Trial> trials = Comparison.create(data, Optional.empty(), methods(), protocol())
                    .run(List.of(), listener, tired);
            assertThat(begun).hasSize(16).endsWith("louvain0", "ours1", "paper1");
            assertThat(trials).containsExactlyInAnyOrderElementsOf(ended).hasSize(15);
            assertThat(trials).noneMatch(t -> t.stop().equals("interrupted"));
        }
    }

    @Test
    void withoutLabelsOnlyScoresAreMissing() {
        try (PreparedData data = Preparation.none().apply(data(false))) {
            List<Trial> trials = Comparison.create(data, Optional.empty(), methods(), protocol())
                    .run(List.of(), ComparisonListener.none(), FitContext.none());
            for (Trial trial : trials) {
                assertThat(trial.values()).doesNotContainKeys(Measure.NMI, Measure.ACC, Measure.ARI);
                assertThat(trial.values()).containsKey(Measure.SECONDS);
                assertThat(trial.get(Measure.RELATIVE_ERROR).isPresent())
                        .isEqualTo(!List.of("pca", "graph", "louvain").contains(trial.method()));
            }
        }
    }

    @Test
    void theErrorOfKMeansOnSomeFeaturesCountsTheOthers() {
        for (Trial trial : of("variance", run(methods(), protocol(), List.of()))) {
            assertThat(trial.get(Measure.RELATIVE_ERROR).orElseThrow())
                    .isGreaterThan(trial.get(Measure.RELATIVE_ERROR_FLOOR).orElseThrow())
                    .isLessThan(1);
            assertThat(trial.get(Measure.KEPT)).hasValue(KEEP);
        }
    }

    @Test
    void noiseFeaturesAreLeftOutAsInAFit() {
        int p = 420;
        int n = 150;
        try (DenseMatrix X = DenseMatrix.zeros(p, n)) {
            for (int i = 0; i < p; i++)
                for (int j = 0; j < n; j++)
                    X.set(
                            i,
                            j,
                            Math.max(
                                    0,
                                    12
                                            + CounterRandom.gaussian(1, i, j)
                                            + (i < 20 ? 1.5 * CounterRandom.gaussian(2, i, j % 4) : 0)));
            PreparedData data = Preparation.none().apply(Dataset.of(X));
            Spec spec =
                    Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF_L20, 3).withKeep(8);
            List<NamedMethod> ours = List.of(new NamedMethod("ours", ClusteringMethod.model(spec)));
            List<Trial> trials = Comparison.create(
                            data, Optional.empty(), ours, protocol().withRepeats(1))
                    .run(List.of(), ComparisonListener.none(), FitContext.none());
            try (Fit fit = Grapnel.fit(data, spec.withSeed(5))) {
                assertThat(fit.notes()).anyMatch(note -> note.contains("like noise"));
                assertThat(trials.get(0).get(Measure.OBJECTIVE))
                        .hasValue(fit.solution().objective().total());
                assertThat(trials.get(0).notes()).anyMatch(note -> note.contains("like noise"));
            }
        }
    }

    @Test
    void allMethodsUseTheGivenGraph() {
        try (PreparedData data = prepared()) {
            Graph other = Grapnel.graph(data.data().X(), GraphSpec.standard().withNeighbors(9), 1)
                    .graph();
            Optional<GraphSource> given = Optional.of(GraphSource.of(other));
            List<Trial> trials = Comparison.create(data, given, methods(), protocol())
                    .run(List.of(), ComparisonListener.none(), FitContext.none());
            Spec spec = Spec.recommended(3, KEEP).withSeed(6);
            try (Fit fit = Grapnel.fit(data, given, spec, FitContext.none())) {
                assertThat(of("ours", trials).get(1).get(Measure.OBJECTIVE))
                        .hasValue(fit.solution().objective().total());
            }
        }
    }

    @Test
    void aStartThatDrawsNothingIsTheSameInAllRepeats() {
        List<NamedMethod> nmf = List.of(new NamedMethod("nmf", ClusteringMethod.model(Spec.paper(Model.NMF, 3))));
        List<Trial> trials = run(nmf, protocol().withStart(Start.nndsvd()), List.of());
        assertThat(trials.stream().map(t -> t.get(Measure.OBJECTIVE)).distinct())
                .hasSize(1);
    }

    @Test
    void anUnsuitableMethodIsNamedBeforeAnythingRuns() {
        ComparisonListener silent = new ComparisonListener() {
            @Override
            public void onTrialStart(NamedMethod method, int repeat, int done) {
                throw new AssertionError("it ran");
            }

            @Override
            public void onTrialEnd(Trial trial) {}
        };
        Map<ClusteringMethod, String> refused = Map.of(
                ClusteringMethod.model(Spec.paper(Model.GNMF_L20, 3).withKeep(21)),
                "'late': keep must be between 1 and 20, the number of features, got 21",
                ClusteringMethod.randomFeatures(21),
                "'late': keep must be between 1 and 20, the number of features, got 21",
                ClusteringMethod.selectedFeatures(Strategy.VARIANCE, 30),
                "'late': keep must be between 1 and 20, the number of features, got 30",
                ClusteringMethod.model(
                        Spec.paper(Model.NMF_L0, 3).withKeep(2).withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT))),
                "'late': best-support keeps whole features: it solves nmf, gnmf, nmf-l20 and gnmf-l20",
                ClusteringMethod.model(Spec.paper(Model.GNMF, 3).withSolver(SolverSpec.of(SolverKind.BEST_SUPPORT))),
                "'late': best-support needs the graph term invariant or joint, not trace");
        refused.forEach((way, message) -> {
            List<NamedMethod> both =
                    List.of(new NamedMethod("nmf", ClusteringMethod.allFeatures()), new NamedMethod("late", way));
            try (PreparedData data = prepared()) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Comparison.create(data, Optional.empty(), both, protocol())
                                .run(List.of(), silent, FitContext.none()))
                        .withMessage(message);
            }
        });
    }

    @Test
    void aGraphWithoutEdgesIsRefusedWithTheNameOfTheMethod() {
        try (PreparedData data = prepared()) {
            Graph empty =
                    Graph.of(SparseMatrix.ofTriples(N, N, new int[0], new int[0], new double[0]), "without edges");
            List<NamedMethod> graph = List.of(new NamedMethod("graph", ClusteringMethod.graphAlone()));
            Comparison comparison = Comparison.create(data, Optional.of(GraphSource.of(empty)), graph, protocol());
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> comparison.run(List.of(), ComparisonListener.none(), FitContext.none()))
                    .withMessage("'graph': the graph has no edges, so it cannot be clustered");
        }
    }

    @Test
    void wrongMethodsAndTrialsAreRefused() {
        NamedMethod one = new NamedMethod("one", ClusteringMethod.allFeatures());
        try (PreparedData data = prepared()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Comparison.create(data, Optional.empty(), List.of(one, one), protocol()))
                    .withMessage("two methods are called 'one'");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Comparison.create(data, Optional.empty(), List.of(), protocol()))
                    .withMessage("a comparison needs at least one method");
            Comparison comparison = Comparison.create(data, Optional.empty(), List.of(one), protocol());
            Trial other = new Trial("two", 0, Map.of(), "labels", true, Optional.empty(), List.of(), List.of());
            Trial late = new Trial("one", 3, Map.of(), "labels", true, Optional.empty(), List.of(), List.of());
            Trial twice = new Trial("one", 1, Map.of(), "labels", true, Optional.empty(), List.of(), List.of());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> comparison.run(List.of(other), ComparisonListener.none(), FitContext.none()))
                    .withMessage("'two' is not in this comparison");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> comparison.run(List.of(late), ComparisonListener.none(), FitContext.none()))
                    .withMessage("repeat 3 of 'one' is beyond the 3 of this comparison");
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> comparison.run(List.of(twice, twice), ComparisonListener.none(), FitContext.none()))
                    .withMessage("repeat 1 of 'one' is there twice");
        }
    }

    /** Methods that need a complete matrix see the completed data, and the comparison says which. */
    @Test
    void methodsWithoutWeightsRunOnCompletedData() {
        Dataset data = data(true);
        for (int j = 0; j < N; j += 4) ((DenseMatrix) data.X()).set(j % P, j, Double.NaN);
        try (PreparedData gaps = Preparation.none().withImpute(Imputation.MODEL).apply(data)) {
            Comparison comparison = Comparison.create(
                    gaps, Optional.empty(), methods(), protocol().withRepeats(1));
            assertThat(comparison.data().notes())
                    .anyMatch(note -> note.startsWith("these methods need a complete matrix")
                            && note.contains(": kmeans, all, random, variance,")
                            && !note.contains("ours"));
            List<Trial> trials = comparison.run(List.of(), ComparisonListener.none(), FitContext.none());
            assertThat(trials).hasSize(methods().size());
        }
    }
}
