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
import org.grapnel.FeatureChoice.By;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.data.Source;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Start;
import org.grapnel.solve.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contenders on the same data under one protocol. */
class ContestTest {
    private static final int P = 20;
    private static final int N = 60;
    private static final int KEEP = 6;

    /** Three groups, each marked faintly by two features, so that not everybody finds them; the other features belong together, no noise. */
    private static Dataset data(boolean labels) {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                X.set(
                        i,
                        j,
                        Randoms.uniform(3, i, j)
                                + 0.6 * Randoms.uniform(4, i % 4, j)
                                + (i < 6 && i / 2 == j % 3 ? 0.5 : 0));
        List<String> truth = new ArrayList<>();
        for (int j = 0; j < N; j++) truth.add("group " + j % 3);
        return new Dataset(
                X,
                Dataset.numbered("f", P),
                Dataset.numbered("", N),
                labels ? Optional.of(truth) : Optional.empty(),
                Source.memory());
    }

    private static Prepared prepared() {
        return Preparation.none().of(data(true));
    }

    private static Protocol protocol() {
        return Protocol.of(3).withRepeats(3).withSeed(5).withThreads(2);
    }

    private static List<Contender> contenders() {
        return List.of(
                new Contender("ours", Way.model(Spec.recommended(3, KEEP))),
                new Contender("paper", Way.model(Spec.of(Model.GNMF_L20, 3).withKeep(KEEP))),
                new Contender("nmf", Way.model(Spec.of(Model.NMF, 3))),
                new Contender("kmeans", Way.model(Spec.of(Model.KMEANS, 3))),
                new Contender("all", Way.allFeatures()),
                new Contender("random", Way.randomFeatures(KEEP)),
                new Contender("variance", Way.selectedFeatures(By.VARIANCE, KEEP)),
                new Contender("laplacian", Way.selectedFeatures(By.LAPLACIAN_SCORE, KEEP)),
                new Contender("mcfs", Way.selectedFeatures(By.MCFS, KEEP)),
                new Contender("structure", Way.selectedFeatures(By.STRUCTURE, KEEP)),
                new Contender("graph", Way.graphAlone()));
    }

    private static List<Trial> run(List<Contender> contenders, Protocol protocol, List<Trial> done) {
        try (Prepared data = prepared()) {
            return Contest.of(data, Optional.empty(), contenders, protocol).run(done, Spectator.none());
        }
    }

    /** But for what a clock says. */
    private static List<Trial> timeless(List<Trial> trials) {
        return trials.stream()
                .map(t -> {
                    Map<Measure, Double> values = new EnumMap<>(Measure.class);
                    values.putAll(t.values());
                    values.remove(Measure.SECONDS);
                    List<Trial.Point> curve = t.curve().stream()
                            .map(at -> new Trial.Point(at.iteration(), 0, at.objective()))
                            .toList();
                    return new Trial(
                            t.contender(), t.repeat(), values, t.stop(), t.converged(), t.kept(), curve, t.notes());
                })
                .toList();
    }

    private static List<Trial> of(String contender, List<Trial> trials) {
        return trials.stream().filter(t -> t.contender().equals(contender)).toList();
    }

    @Test
    void aFitIsWhatGrapnelGivesWithThatSeed() {
        List<Trial> trials = run(contenders(), protocol(), List.of());
        for (String name : List.of("ours", "paper", "nmf")) {
            Spec spec = name.equals("ours")
                    ? Spec.recommended(3, KEEP)
                    : name.equals("nmf")
                            ? Spec.of(Model.NMF, 3)
                            : Spec.of(Model.GNMF_L20, 3).withKeep(KEEP);
            for (Trial trial : of(name, trials)) {
                try (Prepared data = prepared();
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
                    assertThat(trial.stop()).isEqualTo(fit.solution().stop().word());
                }
            }
        }
    }

    @Test
    void allBeginAtTheSamePointsAndOnlyTheRepeatsDiffer() {
        Contender gnmf = new Contender("gnmf", Way.model(Spec.of(Model.GNMF, 3).withLambda(0)));
        Contender nmf = new Contender("nmf", Way.model(Spec.of(Model.NMF, 3)));
        Contender palm = new Contender("palm", Way.model(Spec.of(Model.NMF, 3).withSolver(SolverSpec.of(Method.PALM))));
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
    void kmeansOnAllFeaturesIsTheModelOfThatName() {
        List<Trial> trials = timeless(run(contenders(), protocol(), List.of()));
        for (int i = 0; i < 3; i++) {
            Trial model = of("kmeans", trials).get(i);
            Trial all = of("all", trials).get(i);
            assertThat(all.get(Measure.NMI)).isEqualTo(model.get(Measure.NMI));
            assertThat(all.get(Measure.OBJECTIVE)).isEqualTo(model.get(Measure.OBJECTIVE));
            assertThat(all.curve()).isEqualTo(model.curve());
        }
    }

    @Test
    void permutingContendersPermutesRows() {
        List<Contender> turned = new ArrayList<>(contenders());
        Collections.reverse(turned);
        List<Trial> there = timeless(run(contenders(), protocol(), List.of()));
        List<Trial> back = timeless(run(turned, protocol(), List.of()));
        List<Standings.Row> rows =
                new ArrayList<>(Standings.of(contenders(), there).rows());
        Collections.reverse(rows);
        assertThat(Standings.of(turned, back).rows()).isEqualTo(rows);
        assertThat(back).containsExactlyInAnyOrderElementsOf(there);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theNumbersDoNotDependOnTheThreads(int threads) {
        assertThat(timeless(run(contenders(), protocol().withThreads(threads), List.of())))
                .isEqualTo(timeless(run(contenders(), protocol(), List.of())));
    }

    @Test
    void continuedIsAsUninterruptedAndWhatIsDoneIsKept() {
        List<Trial> whole = run(contenders(), protocol(), List.of());
        for (int every : List.of(2, 5)) {
            List<Trial> done = new ArrayList<>();
            for (int t = 0; t < whole.size(); t += every) done.add(whole.get(t));
            List<Trial> continued = run(contenders(), protocol(), done);
            assertThat(timeless(continued)).isEqualTo(timeless(whole));
            assertThat(continued).containsAll(done);
        }
        assertThat(run(contenders(), protocol(), whole)).isEqualTo(whole);
    }

    @Test
    void whoHasHadEnoughGetsWholeTrialsOnlyAndAllContendersOnceBeforeAnyTwice() {
        List<String> begun = new ArrayList<>();
        List<Trial> ended = new ArrayList<>();
        Spectator tired = new Spectator() {
            private int steps;

            @Override
            public void begins(Contender contender, int repeat, int done) {
                assertThat(done).isEqualTo(begun.size());
                begun.add(contender.name() + repeat);
            }

            @Override
            public void ended(Trial trial) {
                ended.add(trial);
            }

            @Override
            public void accept(Step step) {
                if (begun.size() == contenders().size() + 2) steps++;
            }

            @Override
            public boolean enough() {
                return steps > 2;
            }
        };
        try (Prepared data = prepared()) {
            List<Trial> trials =
                    Contest.of(data, Optional.empty(), contenders(), protocol()).run(List.of(), tired);
            assertThat(begun).hasSize(13).endsWith("graph0", "ours1", "paper1");
            assertThat(trials).containsExactlyInAnyOrderElementsOf(ended).hasSize(12);
            assertThat(trials).noneMatch(t -> t.stop().equals("interrupted"));
        }
    }

    @Test
    void withoutLabelsThereIsNoAgreementAndTheRestIsThere() {
        try (Prepared data = Preparation.none().of(data(false))) {
            List<Trial> trials =
                    Contest.of(data, Optional.empty(), contenders(), protocol()).run(List.of(), Spectator.none());
            for (Trial trial : trials) {
                assertThat(trial.values()).doesNotContainKeys(Measure.NMI, Measure.ACC, Measure.ARI);
                assertThat(trial.values()).containsKey(Measure.SECONDS);
                assertThat(trial.get(Measure.RELATIVE_ERROR).isPresent())
                        .isEqualTo(!trial.contender().equals("graph"));
            }
        }
    }

    @Test
    void theErrorOfKmeansOnSomeFeaturesCountsWhatItLeavesOut() {
        for (Trial trial : of("variance", run(contenders(), protocol(), List.of()))) {
            assertThat(trial.get(Measure.RELATIVE_ERROR).orElseThrow())
                    .isGreaterThan(trial.get(Measure.RELATIVE_ERROR_FLOOR).orElseThrow())
                    .isLessThan(1);
            assertThat(trial.get(Measure.KEPT)).hasValue(KEEP);
        }
    }

    @Test
    void featuresThatAreNoiseAreLeftOutAsInAFit() {
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
                                            + Randoms.gaussian(1, i, j)
                                            + (i < 20 ? 1.5 * Randoms.gaussian(2, i, j % 4) : 0)));
            Prepared data = Preparation.none().of(Dataset.of(X));
            Spec spec = Spec.recommended(3, 8);
            List<Contender> ours = List.of(new Contender("ours", Way.model(spec)));
            List<Trial> trials = Contest.of(
                            data, Optional.empty(), ours, protocol().withRepeats(1))
                    .run(List.of(), Spectator.none());
            try (Fit fit = Grapnel.fit(data, spec.withSeed(5))) {
                assertThat(fit.notes()).anyMatch(note -> note.contains("like noise"));
                assertThat(trials.get(0).get(Measure.OBJECTIVE))
                        .hasValue(fit.solution().objective().total());
                assertThat(trials.get(0).notes()).anyMatch(note -> note.contains("like noise"));
            }
        }
    }

    @Test
    void aGraphOfOnesOwnIsTheOneThatAllLookAt() {
        try (Prepared data = prepared()) {
            Graph other = Grapnel.graph(data.data().X(), GraphSpec.standard().withNeighbors(9), 1)
                    .graph();
            Optional<GraphSource> given = Optional.of(GraphSource.of(other));
            List<Trial> trials =
                    Contest.of(data, given, contenders(), protocol()).run(List.of(), Spectator.none());
            Spec spec = Spec.recommended(3, KEEP).withSeed(6);
            try (Fit fit = Grapnel.fit(data, given, spec, Watch.none())) {
                assertThat(of("ours", trials).get(1).get(Measure.OBJECTIVE))
                        .hasValue(fit.solution().objective().total());
            }
        }
    }

    @Test
    void aStartThatDrawsNothingIsTheSameInAllRepeats() {
        List<Contender> nmf = List.of(new Contender("nmf", Way.model(Spec.of(Model.NMF, 3))));
        List<Trial> trials = run(nmf, protocol().withStart(Start.nndsvd()), List.of());
        assertThat(trials.stream().map(t -> t.get(Measure.OBJECTIVE)).distinct())
                .hasSize(1);
    }

    @Test
    void whoDoesNotFitTheDataIsNamedBeforeAnythingRuns() {
        Spectator silent = new Spectator() {
            @Override
            public void begins(Contender contender, int repeat, int done) {
                throw new AssertionError("it ran");
            }

            @Override
            public void ended(Trial trial) {}

            @Override
            public void accept(Step step) {}
        };
        Map<Way, String> refused = Map.of(
                Way.model(Spec.of(Model.GNMF_L20, 3).withKeep(21)),
                "'late': keep must be between 1 and 20, the number of features, got 21",
                Way.randomFeatures(21),
                "'late': keep must be between 1 and 20, the number of features, got 21",
                Way.selectedFeatures(By.VARIANCE, 30),
                "'late': keep must be between 1 and 20, the number of features, got 30",
                Way.model(Spec.of(Model.NMF_L0, 3).withKeep(2).withSolver(SolverSpec.of(Method.BEST_SUPPORT))),
                "'late': best-support keeps whole features: it solves nmf, gnmf, nmf-l20 and gnmf-l20",
                Way.model(Spec.of(Model.GNMF, 3).withSolver(SolverSpec.of(Method.BEST_SUPPORT))),
                "'late': best-support needs the graph term invariant, not trace");
        refused.forEach((way, message) -> {
            List<Contender> both = List.of(new Contender("nmf", Way.allFeatures()), new Contender("late", way));
            try (Prepared data = prepared()) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Contest.of(data, Optional.empty(), both, protocol())
                                .run(List.of(), silent))
                        .withMessage(message);
            }
        });
    }

    @Test
    void aGraphWithoutEdgesIsRefusedWithTheNameOfWhoNeedsOne() {
        try (Prepared data = prepared()) {
            Graph empty =
                    Graph.of(SparseMatrix.ofTriples(N, N, new int[0], new int[0], new double[0]), "without edges");
            List<Contender> graph = List.of(new Contender("graph", Way.graphAlone()));
            Contest contest = Contest.of(data, Optional.of(GraphSource.of(empty)), graph, protocol());
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> contest.run(List.of(), Spectator.none()))
                    .withMessage("'graph': the graph has no edges: it cannot form groups");
        }
    }

    @Test
    void contendersAndTrialsThatDoNotBelongAreRefused() {
        Contender one = new Contender("one", Way.allFeatures());
        try (Prepared data = prepared()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Contest.of(data, Optional.empty(), List.of(one, one), protocol()))
                    .withMessage("two contenders are called 'one'");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Contest.of(data, Optional.empty(), List.of(), protocol()))
                    .withMessage("a contest needs at least one contender");
            Contest contest = Contest.of(data, Optional.empty(), List.of(one), protocol());
            Trial other = new Trial("two", 0, Map.of(), "labels", true, Optional.empty(), List.of(), List.of());
            Trial late = new Trial("one", 3, Map.of(), "labels", true, Optional.empty(), List.of(), List.of());
            Trial twice = new Trial("one", 1, Map.of(), "labels", true, Optional.empty(), List.of(), List.of());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> contest.run(List.of(other), Spectator.none()))
                    .withMessage("'two' is not in this contest");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> contest.run(List.of(late), Spectator.none()))
                    .withMessage("repeat 3 of 'one' is beyond the 3 of this contest");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> contest.run(List.of(twice, twice), Spectator.none()))
                    .withMessage("repeat 1 of 'one' is there twice");
        }
    }
}
