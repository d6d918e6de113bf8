package org.grapnel.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.compare.Spread;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.Selection;

/** The steps of {@link Tuner}, one after the other. */
final class Procedure {
    /** Of the best score along the path. */
    static final double ENOUGH = 0.99;

    private static final int SEEDS = 3;
    private static final int BEST = 3;
    private static final int CHANGES = 4;

    private final TuneSpec asked;
    private final Fits fits;
    private final Grid grid;
    private final Rounds rounds;
    private final Onlooker onlooker;
    private final GroupCount count;
    private final int groups;
    private final long seed;

    Procedure(TuneSpec asked, Fits fits, Grid grid, Rounds rounds, Onlooker onlooker, GroupCount count, int groups) {
        this.asked = asked;
        this.fits = fits;
        this.grid = grid;
        this.rounds = rounds;
        this.onlooker = onlooker;
        this.count = count;
        this.groups = groups;
        seed = asked.base().seed();
    }

    /** How many fits it will be at most. */
    static int expected(Grid grid, TuneSpec asked) {
        int path = (SEEDS - 1) * (grid.path().size() - 1);
        boolean free = asked.keep().isEmpty() && grid.path().size() > 1;
        return grid.points().size() + BEST * (SEEDS - 1) + path + CHANGES + (free ? SEEDS : 0) + Doubts.CLOUDS;
    }

    Tuning tuning() {
        List<Tried> first = cold(Stage.GRID, grid.points(), seed, 1);
        List<Point> best =
                means(first).stream().limit(BEST).map(Tuning.Rival::point).toList();
        List<Tried> again = cold(Stage.SEEDS, best, seed + 1, SEEDS - 1);
        List<Tried> compared = Stream.concat(first.stream().filter(t -> best.contains(t.point())), again.stream())
                .toList();
        List<Tuning.Rival> rivals = means(compared);
        Point centre = rivals.get(0).point();
        List<Tuning.Step> path = path(centre, again);
        int keep = asked.keep().orElseGet(() -> smallest(path));
        List<Tried> own = keep == centre.keep()
                ? compared.stream().filter(t -> t.point().equals(centre)).toList()
                : cold(Stage.CONFIRM, List.of(centre.withKeep(keep)), seed, SEEDS);
        Tried winner = winner(own);
        List<Tuning.Change> changes = changes(winner);
        Doubts doubts = new Doubts(asked, fits, rounds, onlooker, groups);
        Optional<Trust> trust = doubts.trust(winner);
        Optional<Tuning.Agreement> stability = doubts.stability(winner, own);
        return new Tuning(
                asked,
                fits.spec(winner.point(), winner.seed()),
                fits.graph(winner.point()),
                winner,
                rivals,
                path,
                changes,
                leaving(centre, path),
                stability,
                trust,
                count,
                groups,
                rounds.used());
    }

    private List<Tried> cold(Stage stage, List<Point> points, long from, int seeds) {
        List<Candidate> all = new ArrayList<>();
        for (Point point : points) for (int s = 0; s < seeds; s++) all.add(new Candidate(stage, point, from + s));
        return rounds.run(fits, all, candidate -> Optional.empty(), stage != Stage.GRID);
    }

    /** From where another fit ended. */
    private List<Tried> warm(List<Candidate> all, Function<Candidate, Candidate> before) {
        return rounds.run(fits, all, candidate -> Optional.of(end(before.apply(candidate))), false);
    }

    private DenseMatrix end(Candidate before) {
        return fits.end(before, rounds.threads(), onlooker).orElseThrow(Rounds.Enough::new);
    }

    /** Points by their mean score, the best first; the earlier of equal ones. */
    private static List<Tuning.Rival> means(List<Tried> tried) {
        Map<Point, List<Double>> scores = new LinkedHashMap<>();
        tried.forEach(
                t -> scores.computeIfAbsent(t.point(), p -> new ArrayList<>()).add(t.score()));
        return scores.entrySet().stream()
                .map(e -> {
                    Spread spread = Spread.of(e.getValue());
                    return new Tuning.Rival(
                            e.getKey(), spread.mean(), spread.sd().orElse(0));
                })
                .sorted(Comparator.comparingDouble((Tuning.Rival r) -> -r.score()))
                .toList();
    }

    private static Tried winner(List<Tried> tried) {
        Tried best = tried.get(0);
        for (Tried one : tried) if (one.score() > best.score()) best = one;
        return best;
    }

    /** The mean score with every number of features, over the same starts. */
    private List<Tuning.Step> path(Point centre, List<Tried> again) {
        List<Candidate> all = new ArrayList<>();
        for (int keep : grid.path())
            if (keep != centre.keep())
                for (int s = 1; s < SEEDS; s++) all.add(new Candidate(Stage.PATH, centre.withKeep(keep), seed + s));
        List<Tried> tried = warm(all, c -> new Candidate(Stage.SEEDS, centre, c.seed()));
        return grid.path().stream()
                .map(keep -> new Tuning.Step(
                        keep,
                        Spread.of(Stream.concat(tried.stream(), again.stream())
                                        .filter(t -> t.point().equals(centre.withKeep(keep)))
                                        .map(Tried::score)
                                        .toList())
                                .mean()))
                .toList();
    }

    private static int smallest(List<Tuning.Step> path) {
        double most = path.stream().mapToDouble(Tuning.Step::score).max().orElseThrow();
        // a best score that is not above zero can only be kept in full
        double bar = most > 0 ? ENOUGH * most : most;
        return path.stream()
                .filter(step -> step.score() >= bar)
                .mapToInt(Tuning.Step::keep)
                .min()
                .orElseThrow();
    }

    private List<Tuning.Change> changes(Tried winner) {
        Point at = winner.point();
        List<Other> others = new ArrayList<>();
        others.add(new Other(Tuning.Parameter.ALPHA, false, at.withAlpha(at.alpha() / 2)));
        others.add(new Other(Tuning.Parameter.ALPHA, true, at.withAlpha(2 * at.alpha())));
        at.neighbors().ifPresent(now -> {
            int half = (now + 1) / 2;
            if (half < now) others.add(new Other(Tuning.Parameter.NEIGHBORS, false, at.withNeighbors(half)));
            if (2 * now <= Grid.most(asked, fits.data().data().X().cols()))
                others.add(new Other(Tuning.Parameter.NEIGHBORS, true, at.withNeighbors(2 * now)));
        });
        List<Candidate> all = others.stream()
                .map(other -> new Candidate(Stage.CHANGE, other.point, winner.seed()))
                .toList();
        List<Tried> tried = warm(all, candidate -> winner.candidate());
        return IntStream.range(0, all.size())
                .mapToObj(i -> new Tuning.Change(others.get(i).parameter, others.get(i).twice, tried.get(i)))
                .toList();
    }

    /** Half or twice of a parameter, before it is tried. */
    private record Other(Tuning.Parameter parameter, boolean twice, Point point) {}

    /** Features of the path's steps below all, by the smallest that still has them, and within it by their rank there. */
    private List<Tuning.Leaving> leaving(Point centre, List<Tuning.Step> path) {
        List<Tuning.Leaving> leaving = new ArrayList<>();
        Set<Integer> seen = new LinkedHashSet<>();
        for (int i = path.size() - 1; i >= 0; i--) {
            int keep = path.get(i).keep();
            if (keep == fits.features()) continue;
            for (int feature : order(centre.withKeep(keep)))
                if (seen.add(feature)) leaving.add(new Tuning.Leaving(feature, keep));
        }
        return leaving;
    }

    private List<Integer> order(Point point) {
        return fits.selection(point, seed, onlooker)
                .map(Selection::order)
                .orElseGet(() -> rounds.used().stream()
                        .filter(t -> t.point().equals(point))
                        .flatMap(t -> t.kept().stream())
                        .findFirst()
                        .map(RowSet::toArray)
                        .map(rows -> IntStream.of(rows).boxed().toList())
                        .orElse(List.of()));
    }
}
