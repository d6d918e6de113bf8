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
import org.grapnel.FeatureChoice;
import org.grapnel.FeatureChoice.By;
import org.grapnel.Grapnel;
import org.grapnel.Watch;
import org.grapnel.data.Prepared;
import org.grapnel.solve.Solution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every conclusion, drawn once more from the fits that were tried. */
class ProcedureTest {
    private static TuneSpec by(By by, Criterion criterion) {
        TuneSpec asked = Cases.asked(3).withCriterion(criterion);
        return asked.withBase(asked.base().withSeed(11).withSelect(FeatureChoice.of(by)));
    }

    private static Prepared data(long seed) {
        return Cases.prepared(Cases.planted(3, 40, 70, 30, seed));
    }

    static Stream<Arguments> questions() {
        TuneSpec free = by(By.STRUCTURE, Criterion.MODULARITY);
        return Stream.of(
                        free,
                        by(By.GAIN, Criterion.MODULARITY),
                        by(By.VARIANCE, Criterion.SILHOUETTE),
                        by(By.ENERGY, Criterion.STABILITY),
                        by(By.STRUCTURE, Criterion.HELD_OUT),
                        free.withKeep(9),
                        free.withKeep(70),
                        free.withKeep(1),
                        free.withNeighbors(2),
                        free.withAlpha(7.5),
                        free.withNeighbors(6).withAlpha(3).withKeep(20))
                .flatMap(asked -> Stream.of(1L, 2L).map(seed -> Arguments.of(asked, seed)));
    }

    private static List<Tried> of(Tuning tuning, Stage stage) {
        return tuning.tried().stream().filter(t -> t.stage() == stage).toList();
    }

    private static double mean(Stream<Tried> tried) {
        double sum = 0;
        int count = 0;
        for (Tried one : tried.toList()) {
            sum += one.score();
            count++;
        }
        return sum / count;
    }

    @ParameterizedTest
    @MethodSource("questions")
    void theConclusionsFollowFromTheFits(TuneSpec asked, long seed) {
        try (Prepared data = data(seed)) {
            Tuning tuning = Cases.tuning(data, asked);
            assertThatFitsAreCounted(tuning);
            assertThatTheGridIsWhole(tuning);
            assertThatRivalsAreTheBest(tuning);
            assertThatThePathIsNaive(tuning);
            assertThatTheWinnerIsTheBestStart(tuning);
            assertThatChangesAreHalfAndTwice(tuning);
            assertThatFeaturesLeaveOnce(tuning, data);
            assertThat(tuning.trust().orElseThrow().clouds())
                    .isEqualTo(
                            of(tuning, Stage.CLOUD).stream().map(Tried::inside).toList())
                    .hasSize(3);
            assertThat(tuning.trust().orElseThrow().inside())
                    .isEqualTo(tuning.winner().inside());
            assertThat(tuning.spec().keep().orElse(70))
                    .isEqualTo(tuning.chosen().keep());
            assertThat(tuning.spec().graph().neighbors())
                    .isEqualTo(tuning.chosen().neighbors().orElseThrow());
        }
    }

    /** With the fit of the result, 40 at most where all is free. */
    private static void assertThatFitsAreCounted(Tuning tuning) {
        boolean budget = tuning.asked().keep().isPresent();
        assertThat(tuning.tried().size() + 1).isLessThanOrEqualTo(budget ? 30 : 40);
        assertThat(tuning.tried().stream().map(Tried::candidate)).doesNotHaveDuplicates();
        assertThat(tuning.tried().stream().map(Tried::stage)).isSortedAccordingTo(Comparator.comparing(Stage::ordinal));
    }

    private static void assertThatTheGridIsWhole(Tuning tuning) {
        List<Integer> neighbors = tuning.asked().neighbors().map(List::of).orElse(List.of(3, 5, 10));
        List<Double> alphas = tuning.asked().alpha().map(List::of).orElse(List.of(0.5, 5.0, 50.0, 500.0));
        List<Point> grid = new ArrayList<>();
        int first = tuning.rivals().get(0).point().keep();
        for (double alpha : alphas) for (int k : neighbors) grid.add(new Point(Optional.of(k), alpha, first));
        assertThat(of(tuning, Stage.GRID).stream().map(Tried::point)).containsExactlyElementsOf(grid);
        assertThat(of(tuning, Stage.GRID)).allMatch(t -> t.seed() == 11);
        tuning.asked().keep().ifPresent(keep -> assertThat(first).isEqualTo(keep));
    }

    private static void assertThatRivalsAreTheBest(Tuning tuning) {
        List<Tried> grid = of(tuning, Stage.GRID);
        Set<Point> best = grid.stream()
                .sorted(Comparator.comparingDouble((Tried t) -> -t.score()))
                .limit(3)
                .map(Tried::point)
                .collect(Collectors.toSet());
        assertThat(tuning.rivals().stream().map(Tuning.Rival::point)).hasSize(best.size());
        assertThat(tuning.rivals().stream().map(Tuning.Rival::point).collect(Collectors.toSet()))
                .isEqualTo(best);
        for (Tuning.Rival rival : tuning.rivals()) {
            List<Tried> starts = Stream.concat(grid.stream(), of(tuning, Stage.SEEDS).stream())
                    .filter(t -> t.point().equals(rival.point()))
                    .toList();
            assertThat(starts.stream().map(Tried::seed)).containsExactly(11L, 12L, 13L);
            assertThat(rival.score()).isEqualTo(mean(starts.stream()));
            double squares = 0;
            for (Tried t : starts) squares += Math.pow(t.score() - rival.score(), 2);
            assertThat(rival.noise()).isCloseTo(Math.sqrt(squares / 2), within(1e-15));
        }
        assertThat(tuning.rivals()).isSortedAccordingTo(Comparator.comparingDouble(r -> -r.score()));
        if (tuning.rivals().size() > 1)
            assertThat(tuning.margin())
                    .contains(tuning.rivals().get(0).score()
                            - tuning.rivals().get(1).score());
        else assertThat(tuning.margin()).isEmpty();
    }

    private static void assertThatThePathIsNaive(Tuning tuning) {
        Point centre = tuning.rivals().get(0).point();
        Map<Integer, List<Tried>> byKeep = Stream.concat(
                        of(tuning, Stage.PATH).stream(),
                        of(tuning, Stage.SEEDS).stream().filter(t -> t.point().equals(centre)))
                .collect(Collectors.groupingBy(t -> t.point().keep()));
        assertThat(tuning.path().stream().map(Tuning.Step::keep).collect(Collectors.toSet()))
                .isEqualTo(byKeep.keySet());
        assertThat(tuning.path()).isSortedAccordingTo(Comparator.comparingInt(s -> -s.keep()));
        double best = Double.NEGATIVE_INFINITY;
        for (Tuning.Step step : tuning.path()) {
            List<Tried> both = byKeep.get(step.keep());
            assertThat(both.stream().map(Tried::seed)).containsExactlyInAnyOrder(12L, 13L);
            assertThat(both).allMatch(t -> t.point().equals(centre.withKeep(step.keep())));
            assertThat(step.score()).isEqualTo(mean(both.stream()));
            best = Math.max(best, step.score());
        }
        assertThat(tuning.best()).isEqualTo(best);
        int smallest = Integer.MAX_VALUE;
        for (Tuning.Step step : tuning.path())
            if (step.score() >= (best > 0 ? 0.99 * best : best)) smallest = Math.min(smallest, step.keep());
        assertThat(tuning.chosen())
                .isEqualTo(centre.withKeep(tuning.asked().keep().orElse(smallest)));
    }

    private static void assertThatTheWinnerIsTheBestStart(Tuning tuning) {
        List<Tried> own = tuning.tried().stream()
                .filter(t -> t.point().equals(tuning.chosen()))
                .filter(t -> t.stage() != Stage.PATH && t.stage() != Stage.CLOUD)
                .toList();
        assertThat(own.stream().map(Tried::seed)).containsExactly(11L, 12L, 13L);
        assertThat(own.stream().sorted(Comparator.comparingDouble((Tried t) -> -t.score())))
                .startsWith(tuning.winner()); // the earlier of equal ones
        assertThat(own).allMatch(t -> t.score() <= tuning.winner().score());
        boolean elsewhere =
                tuning.chosen().keep() != tuning.rivals().get(0).point().keep();
        assertThat(of(tuning, Stage.CONFIRM)).hasSize(elsewhere ? 3 : 0);
        assertThat(tuning.spec().seed()).isEqualTo(tuning.winner().seed());
    }

    private static void assertThatChangesAreHalfAndTwice(Tuning tuning) {
        Point at = tuning.chosen();
        int k = at.neighbors().orElseThrow();
        assertThat(tuning.changes().stream().map(c -> c.tried().point()))
                .containsExactly(
                        at.withAlpha(at.alpha() / 2),
                        at.withAlpha(2 * at.alpha()),
                        at.withNeighbors((k + 1) / 2),
                        at.withNeighbors(2 * k));
        assertThat(tuning.changes().stream().map(Tuning.Change::twice)).containsExactly(false, true, false, true);
        assertThat(tuning.changes())
                .allMatch(c -> c.tried().seed() == tuning.winner().seed());
    }

    private static void assertThatFeaturesLeaveOnce(Tuning tuning, Prepared data) {
        Point centre = tuning.rivals().get(0).point();
        List<Integer> below = tuning.path().stream()
                .map(Tuning.Step::keep)
                .filter(k -> k < 70)
                .toList();
        Set<Integer> all = new HashSet<>();
        for (int keep : below) {
            List<Integer> chosen = chosen(tuning, centre.withKeep(keep), data);
            all.addAll(chosen);
            List<Integer> still = tuning.leaving().stream()
                    .filter(l -> l.keptDownTo() <= keep)
                    .map(Tuning.Leaving::feature)
                    .toList();
            assertThat(still).containsAll(chosen);
            List<Integer> here = tuning.leaving().stream()
                    .filter(l -> l.keptDownTo() == keep)
                    .map(Tuning.Leaving::feature)
                    .toList();
            assertThat(chosen).containsAll(here);
            assertThat(chosen.stream().filter(here::contains)).containsExactlyElementsOf(here);
        }
        assertThat(tuning.leaving().stream().map(Tuning.Leaving::feature))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(all);
        assertThat(tuning.leaving()).isSortedAccordingTo(Comparator.comparingInt(Tuning.Leaving::keptDownTo));
    }

    /** Best first; or, where the solver chose, in the order of the file. */
    private static List<Integer> chosen(Tuning tuning, Point point, Prepared data) {
        var spec = tuning.asked().spec(point, 70, 3, 11);
        if (spec.choosesFirst())
            return Grapnel.select(data, Optional.empty(), spec, Watch.none())
                    .selection()
                    .order();
        int[] kept = tuning.tried().stream()
                .filter(t -> t.point().equals(point))
                .findFirst()
                .flatMap(Tried::kept)
                .orElseThrow()
                .toArray();
        return Arrays.stream(kept).boxed().toList();
    }

    /** From where another fit ended it is not far: the same point from the same seed, but cold, takes longer. */
    @Test
    void otherNumbersOfFeaturesBeginWhereTheFitsBeforeThemEnded() {
        try (Prepared data = data(1)) {
            Tuning tuning = Cases.tuning(data, by(By.STRUCTURE, Criterion.MODULARITY));
            int warm = 0;
            int cold = 0;
            for (Tried path : of(tuning, Stage.PATH)) {
                warm += path.iterations();
                try (Solution alone = Grapnel.fit(data, tuning.asked().spec(path.point(), 70, 3, path.seed()))
                        .solution()) {
                    cold += alone.trace().iterations();
                }
            }
            assertThat(warm).isLessThan(cold);
        }
    }

    @Test
    void aBudgetIsComparedWithHalfAndTwice() {
        try (Prepared data = data(1)) {
            TuneSpec asked = Cases.asked(3);
            assertThat(keeps(Cases.tuning(data, asked.withKeep(9)))).containsExactly(18, 9, 4);
            assertThat(keeps(Cases.tuning(data, asked.withKeep(1)))).containsExactly(2, 1);
            assertThat(keeps(Cases.tuning(data, asked.withKeep(40)))).containsExactly(40, 20);
            assertThat(keeps(Cases.tuning(data, asked))).containsExactly(70, 35, 17, 8, 4);
        }
    }

    private static List<Integer> keeps(Tuning tuning) {
        return tuning.path().stream().map(Tuning.Step::keep).toList();
    }

    @Test
    void theMostFitsAreForty() {
        TuneSpec asked = Cases.asked(3);
        Grid grid = Grid.of(asked, 5000, 100_000, 3, false);
        assertThat(grid.path()).containsExactly(100_000, 4096, 2048, 1024, 512, 256);
        assertThat(grid.first()).isEqualTo(2048);
        // and one on a part of the data, and the fit itself
        assertThat(Procedure.expected(grid, asked) + 2).isLessThanOrEqualTo(40);
    }
}
