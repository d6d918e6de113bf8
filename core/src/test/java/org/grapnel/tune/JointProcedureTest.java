package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.WeightKind;
import org.grapnel.model.Model;
import org.grapnel.tune.TuningResult.KeepScore;
import org.grapnel.tune.TuningResult.PointScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tuning of the recommended method: the default wins ties, and the result is the fit of the chosen spec. */
class JointProcedureTest {
    private static PreparedData data(long seed) {
        return TuningCases.prepared(TuningCases.planted(3, 40, 70, 30, seed));
    }

    private static TuneSpec withGraph(TuneSpec tuneSpec, GraphSpec graph) {
        return tuneSpec.withBase(tuneSpec.base().withGraph(graph));
    }

    static Stream<TuneSpec> specs() {
        TuneSpec base = TuningCases.recommended(3);
        // 40 samples have 39 components, so fewer must be asked for to reduce anything
        GraphSpec few = base.base().graph().withComponents(ComponentSpec.atMost(8));
        return Stream.of(
                base,
                withGraph(base, few),
                base.withKeep(9),
                base.withKeep(70),
                base.withAlpha(4).withNeighbors(6),
                base.withWeights(WeightKind.BINARY),
                withGraph(base, base.base().graph().withComponents(5)),
                base.withRank(5),
                base.withBase(base.base().withSeed(11)),
                base.withBase(base.base().withModel(Model.GNMF).withSelect(FeatureSelection.model())),
                base.withBase(base.base().withSelect(FeatureSelection.of(FeatureSelection.Strategy.VARIANCE))));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void chosenSpecFittedAloneGivesTheSameBits(TuneSpec tuneSpec) {
        try (PreparedData data = data(1)) {
            TuningResult tuning = TuningCases.tune(data, tuneSpec);
            Graph reference = Grapnel.graph(
                            data.data().X(), GraphSpec.standard().withNeighbors(4), 1)
                    .graph();
            try (Fit with = tuning.fit(data, FitContext.none());
                    Fit alone = Grapnel.fit(data, tuning.spec())) {
                TuningResultTest.assertSameBits(with, alone);
                assertThat(with.trust())
                        .isEqualTo(alone.trust())
                        .isEqualTo(tuning.trust())
                        .isPresent();
                assertThat(Modularity.compute(reference, alone.groups().clustering())
                                .get())
                        .isEqualTo(tuning.winner().modularity());
                assertThat(alone.solution().trace().iterations())
                        .isEqualTo(tuning.winner().iterations());
                assertThat(alone.support().count()).isEqualTo(tuning.chosen().keep());
                assertThat(tuning.graph().graph().edges())
                        .isEqualTo(alone.graph().orElseThrow().graph().edges());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void conclusionsFollowFromTheFits(TuneSpec tuneSpec) {
        try (PreparedData data = data(2)) {
            TuningResult tuning = TuningCases.tune(data, tuneSpec);
            assertThat(tuning.fits().size() + 1).isLessThanOrEqualTo(40);
            assertThat(tuning.fits().stream().map(TuningFit::point)).doesNotHaveDuplicates();
            assertThat(tuning.fits().stream().map(TuningFit::stage))
                    .isSortedAccordingTo(Comparator.comparing(TuningStage::ordinal));
            assertThat(tuning.evidence()).isEmpty();
            List<TuningFit> compared = tuning.fits().stream()
                    .filter(fit -> fit.stage() == TuningStage.GRID || fit.stage() == TuningStage.ALPHA)
                    .toList();
            assertThat(tuning.ranking().stream().map(PointScore::point))
                    .containsExactlyInAnyOrderElementsOf(
                            compared.stream().map(TuningFit::point).toList());
            ParameterPoint best = tuning.ranking().get(0).point();
            ParameterPoint standard = compared.get(0).point();
            TuningFit at = fitAt(tuning, best);
            if (!best.equals(standard)) {
                assertThat(at.score()).isGreaterThan(fitAt(tuning, standard).score() + JointProcedure.MARGIN);
                assertThat(at.inside())
                        .isGreaterThanOrEqualTo(fitAt(tuning, standard).inside() - 2 * JointProcedure.MOST_LOST);
            }
            double highest =
                    tuning.path().stream().mapToDouble(KeepScore::score).max().orElseThrow();
            for (KeepScore step : tuning.path())
                assertThat(step.score())
                        .isEqualTo(fitAt(tuning, best.withKeep(step.keep())).score());
            int fewest = tuning.path().stream()
                    .filter(step -> step.score() >= 0.99 * highest)
                    .mapToInt(KeepScore::keep)
                    .min()
                    .orElseThrow();
            assertThat(tuning.chosen()).isEqualTo(best.withKeep(tuneSpec.keep().orElse(fewest)));
        }
    }

    private static TuningFit fitAt(TuningResult tuning, ParameterPoint point) {
        return tuning.fits().stream()
                .filter(fit -> fit.point().equals(point))
                .findFirst()
                .orElseThrow();
    }

    private static TuningFit fit(int neighbors, double score, double inside) {
        return new TuningFit(
                new TuningCandidate(TuningStage.GRID, new ParameterPoint(Optional.of(neighbors), 10, 8), 0),
                score,
                score,
                inside,
                Optional.empty(),
                1,
                "tolerance",
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void defaultWinsUnlessAnotherPointIsClearlyBetter() {
        TuningFit standard = fit(5, 0.6, 0.9);
        TuningFit same = fit(3, 0.6, 0.95);
        TuningFit hair = fit(10, 0.605, 0.95);
        TuningFit split = fit(3, 0.7, 0.84);
        TuningFit better = fit(10, 0.61, 0.85);
        TuningFit best = fit(3, 0.65, 0.9);
        TuningFit equal = fit(10, 0.65, 0.9);
        assertThat(JointProcedure.choose(List.of(standard, same))).isSameAs(standard);
        assertThat(JointProcedure.choose(List.of(standard, hair))).isSameAs(standard);
        assertThat(JointProcedure.choose(List.of(standard, split))).isSameAs(standard);
        assertThat(JointProcedure.choose(List.of(standard, same, hair, better))).isSameAs(better);
        assertThat(JointProcedure.choose(List.of(standard, better, best, split, equal)))
                .isSameAs(best);
    }

    private static TuningFit hidden(int neighbors, Double... hidings) {
        double score = Stream.of(hidings).mapToDouble(s -> s).average().orElseThrow();
        TuningFit plain = fit(neighbors, score, 0.9);
        return new TuningFit(
                plain.candidate(),
                score,
                score,
                0.9,
                Optional.empty(),
                1,
                "tolerance",
                Optional.empty(),
                Optional.empty(),
                List.of(hidings));
    }

    @Test
    void defaultWinsUnlessAnotherPointLeadsByMoreThanOneStandardError() {
        TuningFit standard = hidden(5, 0.5, 0.6, 0.7);
        TuningFit lucky = hidden(3, 0.5, 0.6, 0.79); // leads by 0.03, standard error 0.03
        TuningFit steady = hidden(10, 0.501, 0.602, 0.703); // leads by 0.002, standard error 0.0006
        assertThat(JointProcedure.choose(List.of(standard, lucky))).isSameAs(standard);
        assertThat(JointProcedure.choose(List.of(standard, lucky, steady))).isSameAs(steady);
    }

    /** Groups far apart are found with every graph, so all points score the same. */
    @Test
    void defaultWinsTies() {
        try (PreparedData data = TuningCases.prepared(TuningCases.planted(3, 90, 60, 60, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.recommended(3));
            assertThat(tuning.ranking().stream().map(PointScore::score).distinct())
                    .hasSize(1);
            ParameterPoint best = tuning.ranking().get(0).point();
            assertThat(best.neighbors()).contains(5);
            assertThat(best.components()).contains(50);
            assertThat(best.weights()).contains(WeightKind.GAUSSIAN);
            assertThat(best.alpha()).isEqualTo(Spec.JOINT_ALPHA);
            assertThat(tuning.trust().map(Trust::level)).contains(Trust.Level.GOOD);
            assertThat(tuning.sentences()).anyMatch(s -> s.endsWith(", scores the same"));
            assertThat(tuning.sentences().get(0))
                    .matches("Chosen: 5 neighbours on 50 components, gaussian weights, alpha 10, \\d+ features; .*");
        }
    }

    @Test
    void twelveGraphsAndThreeWeightsAreTried() {
        TuneSpec tuneSpec = TuningCases.recommended(3);
        JointGrid grid = JointGrid.create(tuneSpec, 100_000, 5000, 3, false);
        assertThat(grid.graphs()).hasSize(12).doesNotHaveDuplicates();
        assertThat(grid.standard())
                .isEqualTo(
                        new ParameterPoint(Optional.of(5), Optional.of(50), Optional.of(WeightKind.GAUSSIAN), 10, 256));
        assertThat(grid.alphas()).containsExactly(10.0, 3.0, 30.0);
        assertThat(JointProcedure.expected(grid) + 1).isLessThanOrEqualTo(40);
    }

    @Test
    void givenParametersAreNotSearched() {
        TuneSpec tuneSpec = TuningCases.recommended(3);
        GraphSpec graph = tuneSpec.base().graph();
        assertThat(graphs(tuneSpec.withNeighbors(7)))
                .hasSize(4)
                .allMatch(point -> point.neighbors().equals(Optional.of(7)));
        assertThat(graphs(tuneSpec.withWeights(WeightKind.LOCAL)))
                .hasSize(6)
                .allMatch(point -> point.weights().equals(Optional.of(WeightKind.LOCAL)));
        assertThat(graphs(withGraph(tuneSpec, graph.withWeights(WeightKind.DOT))))
                .hasSize(6)
                .allMatch(point -> point.weights().equals(Optional.of(WeightKind.DOT)));
        assertThat(graphs(withGraph(tuneSpec, graph.withSigma(2))))
                .hasSize(6)
                .allMatch(point -> point.weights().equals(Optional.of(WeightKind.GAUSSIAN)));
        assertThat(graphs(withGraph(tuneSpec, graph.withComponents(20))))
                .hasSize(6)
                .allMatch(point -> point.components().equals(Optional.of(20)));
        assertThat(graphs(withGraph(tuneSpec, graph.withoutComponents())))
                .hasSize(6)
                .allMatch(point -> point.components().isEmpty());
        assertThat(graphs(tuneSpec.withKeep(7))).allMatch(point -> point.keep() == 7);
        JointGrid fixed = JointGrid.create(tuneSpec.withAlpha(4), 200, 300, 3, false);
        assertThat(fixed.alphas()).containsExactly(4.0);
        assertThat(fixed.graphs()).hasSize(12).allMatch(point -> point.alpha() == 4);
        assertThat(JointGrid.create(tuneSpec, 200, 300, 3, true).graphs())
                .containsExactly(new ParameterPoint(Optional.empty(), 10, 50));
        assertThat(JointGrid.create(tuneSpec, 40, 300, 3, false).graphs())
                .as("no component is left out")
                .hasSize(6)
                .allMatch(point -> point.components().isPresent());
    }

    private static List<ParameterPoint> graphs(TuneSpec tuneSpec) {
        return JointGrid.create(tuneSpec, 200, 300, 3, false).graphs();
    }

    @ParameterizedTest
    @EnumSource(TuningCriterion.class)
    void resumeAndThreadsGiveTheSameBits(TuningCriterion criterion) {
        TuneSpec tuneSpec = TuningCases.recommended(3).withCriterion(criterion);
        try (PreparedData data = TuningCases.labelled(TuningCases.planted(3, 30, 14, 8, 5), 3)) {
            Tuner tuner = Tuner.create(data, Optional.empty(), tuneSpec);
            TuningCases.RecordingTuningListener first = TuningCases.RecordingTuningListener.recordAll();
            TuningResult whole = tuner.run(List.of(), first, first.context()).orElseThrow();
            assertThat(first.received).containsExactlyInAnyOrderElementsOf(whole.fits());
            assertThat(first.expected).isGreaterThanOrEqualTo(whole.fits().size());
            TuningCases.assertSameResult(
                    TuningCases.tune(data, tuneSpec.withBase(tuneSpec.base().withThreads(1))), whole);
            for (int cut : new int[] {1, 7, first.received.size() - 2, first.received.size()}) {
                List<TuningFit> done = new ArrayList<>(first.received.subList(0, cut));
                Collections.reverse(done);
                TuningCases.RecordingTuningListener second = TuningCases.RecordingTuningListener.recordAll();
                TuningCases.assertSameResult(
                        tuner.run(done, second, second.context()).orElseThrow(), whole);
                assertThat(second.received).hasSize(first.received.size() - cut);
            }
        }
    }

    @Test
    void repeatedCancellationGivesTheSameResult() {
        try (PreparedData data = data(3)) {
            Tuner tuner = Tuner.create(data, Optional.empty(), TuningCases.recommended(3));
            TuningResult whole = tuner.run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            List<TuningFit> done = new ArrayList<>();
            Optional<TuningResult> found = Optional.empty();
            for (int runs = 0; found.isEmpty(); runs++) {
                assertThat(runs).isLessThan(20);
                TuningCases.RecordingTuningListener some = new TuningCases.RecordingTuningListener(4);
                found = tuner.run(done, some, some.context());
                done.addAll(some.received);
            }
            TuningCases.assertSameResult(found.orElseThrow(), whole);
        }
    }

    @Test
    void givenGraphIsKept() {
        try (PreparedData data = data(4)) {
            GraphSource own = GraphSource.of(
                    Grapnel.graph(data.data().X(), GraphSpec.standard().withNeighbors(7), 1)
                            .graph());
            TuningResult tuning = Tuner.create(data, Optional.of(own), TuningCases.recommended(3))
                    .run(List.of(), TuningListener.none(), FitContext.none())
                    .orElseThrow();
            assertThat(tuning.chosen().neighbors()).isEmpty();
            assertThat(tuning.fits()).allMatch(fit -> fit.point().weights().isEmpty());
            try (Fit with = tuning.fit(data, FitContext.none());
                    Fit alone = Grapnel.fit(data, Optional.of(own), tuning.spec(), FitContext.none())) {
                TuningResultTest.assertSameBits(with, alone);
                assertThat(with.trust()).isEqualTo(alone.trust()).isPresent();
            }
        }
    }

    @Test
    void dataWithoutGroupsAreNotTrusted() {
        try (PreparedData data = TuningCases.prepared(TuningCases.withoutGroups(80, 20, 1))) {
            TuningResult tuning = TuningCases.tune(data, TuningCases.recommended(3));
            assertThat(tuning.trust().map(Trust::level)).contains(Trust.Level.NONE);
            assertThat(tuning.sentences().get(0))
                    .startsWith("Warning: ")
                    .endsWith("; trust neither this choice nor the groups");
        }
    }
}
