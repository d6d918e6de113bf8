package org.grapnel.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.data.PreparedData;
import org.grapnel.solve.Solution;
import org.grapnel.tune.TuningResult.FeatureElimination;
import org.grapnel.tune.TuningResult.KeepScore;
import org.grapnel.tune.TuningResult.ParameterChange;
import org.grapnel.tune.TuningResult.PointScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Derives every conclusion again from the fits that were made. */
class TuningProcedureTest {
    private static TuneSpec specWith(Strategy strategy, TuningCriterion criterion) {
        TuneSpec tuneSpec = TuningCases.spec(3).withCriterion(criterion);
        return tuneSpec.withBase(tuneSpec.base().withSeed(11).withSelect(FeatureSelection.of(strategy)));
    }

    private static PreparedData data(long seed) {
        return TuningCases.prepared(TuningCases.planted(3, 40, 70, 30, seed));
    }

    static Stream<Arguments> specs() {
        TuneSpec base = specWith(Strategy.STRUCTURE, TuningCriterion.MODULARITY);
        return Stream.of(
                        base,
                        specWith(Strategy.GAIN, TuningCriterion.MODULARITY),
                        specWith(Strategy.VARIANCE, TuningCriterion.SILHOUETTE),
                        specWith(Strategy.ENERGY, TuningCriterion.STABILITY),
                        specWith(Strategy.STRUCTURE, TuningCriterion.HELD_OUT),
                        base.withKeep(9),
                        base.withKeep(70),
                        base.withKeep(1),
                        base.withNeighbors(2),
                        base.withAlpha(7.5),
                        base.withNeighbors(6).withAlpha(3).withKeep(20))
                .flatMap(tuneSpec -> Stream.of(1L, 2L).map(seed -> Arguments.of(tuneSpec, seed)));
    }

    private static List<TuningFit> fitsOf(TuningResult tuning, TuningStage stage) {
        return tuning.fits().stream().filter(t -> t.stage() == stage).toList();
    }

    private static double mean(Stream<TuningFit> fits) {
        double sum = 0;
        int count = 0;
        for (TuningFit fit : fits.toList()) {
            sum += fit.score();
            count++;
        }
        return sum / count;
    }

    @ParameterizedTest
    @MethodSource("specs")
    void conclusionsFollowFromTheFits(TuneSpec tuneSpec, long seed) {
        try (PreparedData data = data(seed)) {
            TuningResult tuning = TuningCases.tune(data, tuneSpec);
            assertFitsAreCounted(tuning);
            assertGridIsComplete(tuning);
            assertRankingIsTheBestOfTheGrid(tuning);
            assertPathFollowsFromTheFits(tuning);
            assertWinnerIsTheBestStart(tuning);
            assertChangesAreHalfAndTwice(tuning);
            assertFeaturesAreEliminatedOnce(tuning, data);
            assertThat(tuning.evidence().orElseThrow().nullInside())
                    .isEqualTo(fitsOf(tuning, TuningStage.NULL_MODEL).stream()
                            .map(TuningFit::inside)
                            .toList())
                    .hasSize(3);
            assertThat(tuning.evidence().orElseThrow().inside())
                    .isEqualTo(tuning.winner().inside());
            assertThat(tuning.spec().keep().orElse(70))
                    .isEqualTo(tuning.chosen().keep());
            assertThat(tuning.spec().graph().neighbors())
                    .isEqualTo(tuning.chosen().neighbors().orElseThrow());
        }
    }

    /** At most 40 fits, including the recommended one, where everything is chosen. */
    private static void assertFitsAreCounted(TuningResult tuning) {
        boolean givenKeep = tuning.tuneSpec().keep().isPresent();
        assertThat(tuning.fits().size() + 1).isLessThanOrEqualTo(givenKeep ? 30 : 40);
        assertThat(tuning.fits().stream().map(TuningFit::candidate)).doesNotHaveDuplicates();
        assertThat(tuning.fits().stream().map(TuningFit::stage))
                .isSortedAccordingTo(Comparator.comparing(TuningStage::ordinal));
    }

    private static void assertGridIsComplete(TuningResult tuning) {
        List<Integer> neighbors = tuning.tuneSpec().neighbors().map(List::of).orElse(List.of(3, 5, 10));
        List<Double> alphas = tuning.tuneSpec().alpha().map(List::of).orElse(List.of(0.5, 5.0, 50.0, 500.0));
        List<ParameterPoint> grid = new ArrayList<>();
        int first = tuning.ranking().get(0).point().keep();
        for (double alpha : alphas) for (int k : neighbors) grid.add(new ParameterPoint(Optional.of(k), alpha, first));
        assertThat(fitsOf(tuning, TuningStage.GRID).stream().map(TuningFit::point))
                .containsExactlyElementsOf(grid);
        assertThat(fitsOf(tuning, TuningStage.GRID)).allMatch(t -> t.seed() == 11);
        tuning.tuneSpec().keep().ifPresent(keep -> assertThat(first).isEqualTo(keep));
    }

    private static void assertRankingIsTheBestOfTheGrid(TuningResult tuning) {
        List<TuningFit> grid = fitsOf(tuning, TuningStage.GRID);
        Set<ParameterPoint> best = grid.stream()
                .sorted(Comparator.comparingDouble((TuningFit t) -> -t.score()))
                .limit(3)
                .map(TuningFit::point)
                .collect(Collectors.toSet());
        assertThat(tuning.ranking().stream().map(PointScore::point)).hasSize(best.size());
        assertThat(tuning.ranking().stream().map(PointScore::point).collect(Collectors.toSet()))
                .isEqualTo(best);
        for (PointScore entry : tuning.ranking()) {
            List<TuningFit> starts = Stream.concat(grid.stream(), fitsOf(tuning, TuningStage.SEEDS).stream())
                    .filter(t -> t.point().equals(entry.point()))
                    .toList();
            assertThat(starts.stream().map(TuningFit::seed)).containsExactly(11L, 12L, 13L);
            assertThat(entry.score()).isEqualTo(mean(starts.stream()));
            double squares = 0;
            for (TuningFit t : starts) squares += Math.pow(t.score() - entry.score(), 2);
            assertThat(entry.noise()).isCloseTo(Math.sqrt(squares / 2), within(1e-15));
        }
        assertThat(tuning.ranking()).isSortedAccordingTo(Comparator.comparingDouble(r -> -r.score()));
        if (tuning.ranking().size() > 1)
            assertThat(tuning.margin())
                    .contains(tuning.ranking().get(0).score()
                            - tuning.ranking().get(1).score());
        else assertThat(tuning.margin()).isEmpty();
    }

    private static void assertPathFollowsFromTheFits(TuningResult tuning) {
        ParameterPoint bestPoint = tuning.ranking().get(0).point();
        Map<Integer, List<TuningFit>> byKeep = Stream.concat(
                        fitsOf(tuning, TuningStage.PATH).stream(),
                        fitsOf(tuning, TuningStage.SEEDS).stream()
                                .filter(t -> t.point().equals(bestPoint)))
                .collect(Collectors.groupingBy(t -> t.point().keep()));
        assertThat(tuning.path().stream().map(KeepScore::keep).collect(Collectors.toSet()))
                .isEqualTo(byKeep.keySet());
        assertThat(tuning.path()).isSortedAccordingTo(Comparator.comparingInt(s -> -s.keep()));
        double best = Double.NEGATIVE_INFINITY;
        for (KeepScore step : tuning.path()) {
            List<TuningFit> both = byKeep.get(step.keep());
            assertThat(both.stream().map(TuningFit::seed)).containsExactlyInAnyOrder(12L, 13L);
            assertThat(both).allMatch(t -> t.point().equals(bestPoint.withKeep(step.keep())));
            assertThat(step.score()).isEqualTo(mean(both.stream()));
            best = Math.max(best, step.score());
        }
        assertThat(tuning.bestScore()).isEqualTo(best);
        int smallest = Integer.MAX_VALUE;
        for (KeepScore step : tuning.path())
            if (step.score() >= (best > 0 ? 0.99 * best : best)) smallest = Math.min(smallest, step.keep());
        assertThat(tuning.chosen())
                .isEqualTo(bestPoint.withKeep(tuning.tuneSpec().keep().orElse(smallest)));
    }

    private static void assertWinnerIsTheBestStart(TuningResult tuning) {
        List<TuningFit> starts = tuning.fits().stream()
                .filter(t -> t.point().equals(tuning.chosen()))
                .filter(t -> t.stage() != TuningStage.PATH && t.stage() != TuningStage.NULL_MODEL)
                .toList();
        assertThat(starts.stream().map(TuningFit::seed)).containsExactly(11L, 12L, 13L);
        assertThat(starts.stream().sorted(Comparator.comparingDouble((TuningFit t) -> -t.score())))
                .startsWith(tuning.winner()); // the earlier of equal ones
        assertThat(starts).allMatch(t -> t.score() <= tuning.winner().score());
        boolean keepChanged =
                tuning.chosen().keep() != tuning.ranking().get(0).point().keep();
        assertThat(fitsOf(tuning, TuningStage.CONFIRM)).hasSize(keepChanged ? 3 : 0);
        assertThat(tuning.spec().seed()).isEqualTo(tuning.winner().seed());
    }

    private static void assertChangesAreHalfAndTwice(TuningResult tuning) {
        ParameterPoint point = tuning.chosen();
        int k = point.neighbors().orElseThrow();
        assertThat(tuning.changes().stream().map(c -> c.fit().point()))
                .containsExactly(
                        point.withAlpha(point.alpha() / 2),
                        point.withAlpha(2 * point.alpha()),
                        point.withNeighbors((k + 1) / 2),
                        point.withNeighbors(2 * k));
        assertThat(tuning.changes().stream().map(ParameterChange::isDoubled)).containsExactly(false, true, false, true);
        assertThat(tuning.changes())
                .allMatch(c -> c.fit().seed() == tuning.winner().seed());
    }

    private static void assertFeaturesAreEliminatedOnce(TuningResult tuning, PreparedData data) {
        ParameterPoint bestPoint = tuning.ranking().get(0).point();
        List<Integer> below =
                tuning.path().stream().map(KeepScore::keep).filter(k -> k < 70).toList();
        Set<Integer> all = new HashSet<>();
        for (int keep : below) {
            List<Integer> selected = selectedFeatures(tuning, bestPoint.withKeep(keep), data);
            all.addAll(selected);
            List<Integer> remaining = tuning.eliminationOrder().stream()
                    .filter(l -> l.smallestKeep() <= keep)
                    .map(FeatureElimination::feature)
                    .toList();
            assertThat(remaining).containsAll(selected);
            List<Integer> eliminatedHere = tuning.eliminationOrder().stream()
                    .filter(l -> l.smallestKeep() == keep)
                    .map(FeatureElimination::feature)
                    .toList();
            assertThat(selected).containsAll(eliminatedHere);
            assertThat(selected.stream().filter(eliminatedHere::contains)).containsExactlyElementsOf(eliminatedHere);
        }
        assertThat(tuning.eliminationOrder().stream().map(FeatureElimination::feature))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(all);
        assertThat(tuning.eliminationOrder())
                .isSortedAccordingTo(Comparator.comparingInt(FeatureElimination::smallestKeep));
    }

    /** Best first; in file order where the solver selected. */
    private static List<Integer> selectedFeatures(TuningResult tuning, ParameterPoint point, PreparedData data) {
        var spec = tuning.tuneSpec().spec(point, 70, 3, 11);
        if (spec.selectsBeforeFit())
            return Grapnel.select(data, Optional.empty(), spec, FitContext.none())
                    .selection()
                    .order();
        int[] kept = tuning.fits().stream()
                .filter(t -> t.point().equals(point))
                .findFirst()
                .flatMap(TuningFit::kept)
                .orElseThrow()
                .toArray();
        return Arrays.stream(kept).boxed().toList();
    }

    /** A warm start is nearer to the solution: the same point from the same seed takes longer from a cold start. */
    @Test
    void pathFitsStartFromTheFinalHOfTheBestPoint() {
        try (PreparedData data = data(1)) {
            TuningResult tuning = TuningCases.tune(data, specWith(Strategy.STRUCTURE, TuningCriterion.MODULARITY));
            int warm = 0;
            int cold = 0;
            for (TuningFit path : fitsOf(tuning, TuningStage.PATH)) {
                warm += path.iterations();
                try (Solution coldFit = Grapnel.fit(data, tuning.tuneSpec().spec(path.point(), 70, 3, path.seed()))
                        .solution()) {
                    cold += coldFit.trace().iterations();
                }
            }
            assertThat(warm).isLessThan(cold);
        }
    }

    @Test
    void givenKeepIsComparedWithHalfAndTwice() {
        try (PreparedData data = data(1)) {
            TuneSpec tuneSpec = TuningCases.spec(3);
            assertThat(pathKeeps(TuningCases.tune(data, tuneSpec.withKeep(9)))).containsExactly(18, 9, 4);
            assertThat(pathKeeps(TuningCases.tune(data, tuneSpec.withKeep(1)))).containsExactly(2, 1);
            assertThat(pathKeeps(TuningCases.tune(data, tuneSpec.withKeep(40)))).containsExactly(40, 20);
            assertThat(pathKeeps(TuningCases.tune(data, tuneSpec))).containsExactly(70, 35, 17, 8, 4);
        }
    }

    private static List<Integer> pathKeeps(TuningResult tuning) {
        return tuning.path().stream().map(KeepScore::keep).toList();
    }

    @Test
    void atMostFortyFitsAreMade() {
        TuneSpec tuneSpec = TuningCases.spec(3);
        TuningGrid grid = TuningGrid.create(tuneSpec, 5000, 100_000, 3, false);
        assertThat(grid.path()).containsExactly(100_000, 4096, 2048, 1024, 512, 256);
        assertThat(grid.first()).isEqualTo(2048);
        // plus one fit on a subset and the recommended fit
        assertThat(TuningProcedure.expected(grid, tuneSpec) + 2).isLessThanOrEqualTo(40);
    }
}
