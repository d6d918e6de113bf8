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
import org.grapnel.compare.MeanSd;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.Selection;

/** Runs the steps of {@link Tuner} in order. */
final class TuningProcedure {
    /** The kept features must reach this share of the best score along the path. */
    static final double ENOUGH = 0.99;

    private static final int SEEDS = 3;
    private static final int BEST = 3;
    private static final int CHANGES = 4;

    private final TuneSpec tuneSpec;
    private final FitEvaluator fits;
    private final TuningGrid grid;
    private final ParallelFits rounds;
    private final TuningListener listener;
    private final GroupCount count;
    private final int groups;
    private final long seed;

    TuningProcedure(
            TuneSpec tuneSpec,
            FitEvaluator fits,
            TuningGrid grid,
            ParallelFits rounds,
            TuningListener listener,
            GroupCount count,
            int groups) {
        this.tuneSpec = tuneSpec;
        this.fits = fits;
        this.grid = grid;
        this.rounds = rounds;
        this.listener = listener;
        this.count = count;
        this.groups = groups;
        seed = tuneSpec.base().seed();
    }

    /** An upper bound of the number of fits. */
    static int expected(TuningGrid grid, TuneSpec tuneSpec) {
        int path = (SEEDS - 1) * (grid.path().size() - 1);
        boolean free = tuneSpec.keep().isEmpty() && grid.path().size() > 1;
        return grid.points().size()
                + BEST * (SEEDS - 1)
                + path
                + CHANGES
                + (free ? SEEDS : 0)
                + ReliabilityChecks.CLOUDS;
    }

    TuningResult run() {
        List<TuningFit> first = cold(TuningStage.GRID, grid.points(), seed, 1);
        List<ParameterPoint> best = means(first).stream()
                .limit(BEST)
                .map(TuningResult.PointScore::point)
                .toList();
        List<TuningFit> again = cold(TuningStage.SEEDS, best, seed + 1, SEEDS - 1);
        List<TuningFit> compared = Stream.concat(first.stream().filter(t -> best.contains(t.point())), again.stream())
                .toList();
        List<TuningResult.PointScore> rivals = means(compared);
        ParameterPoint centre = rivals.get(0).point();
        List<TuningResult.KeepScore> path = path(centre, again);
        int keep = tuneSpec.keep().orElseGet(() -> smallest(path));
        List<TuningFit> own = keep == centre.keep()
                ? compared.stream().filter(t -> t.point().equals(centre)).toList()
                : cold(TuningStage.CONFIRM, List.of(centre.withKeep(keep)), seed, SEEDS);
        TuningFit winner = winner(own);
        List<TuningResult.ParameterChange> changes = changes(winner);
        ReliabilityChecks doubts = new ReliabilityChecks(tuneSpec, fits, rounds, listener, groups);
        Optional<GroupEvidence> trust = doubts.checkGroups(winner);
        Optional<TuningResult.SelectionAgreement> stability = doubts.checkSelection(winner, own);
        return new TuningResult(
                tuneSpec,
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

    private List<TuningFit> cold(TuningStage stage, List<ParameterPoint> points, long from, int seeds) {
        List<TuningCandidate> all = new ArrayList<>();
        for (ParameterPoint point : points)
            for (int s = 0; s < seeds; s++) all.add(new TuningCandidate(stage, point, from + s));
        return rounds.run(fits, all, candidate -> Optional.empty(), stage != TuningStage.GRID);
    }

    /** Makes fits that start from the final H of another fit. */
    private List<TuningFit> warm(List<TuningCandidate> all, Function<TuningCandidate, TuningCandidate> before) {
        return rounds.run(fits, all, candidate -> Optional.of(end(before.apply(candidate))), false);
    }

    private DenseMatrix end(TuningCandidate before) {
        return fits.finalH(before, rounds.threads(), listener).orElseThrow(ParallelFits.TuningCancelledException::new);
    }

    /** Ranks points by mean score, best first; ties keep their order. */
    private static List<TuningResult.PointScore> means(List<TuningFit> tried) {
        Map<ParameterPoint, List<Double>> scores = new LinkedHashMap<>();
        tried.forEach(
                t -> scores.computeIfAbsent(t.point(), p -> new ArrayList<>()).add(t.score()));
        return scores.entrySet().stream()
                .map(e -> {
                    MeanSd spread = MeanSd.of(e.getValue());
                    return new TuningResult.PointScore(
                            e.getKey(), spread.mean(), spread.sd().orElse(0));
                })
                .sorted(Comparator.comparingDouble((TuningResult.PointScore r) -> -r.score()))
                .toList();
    }

    private static TuningFit winner(List<TuningFit> tried) {
        TuningFit best = tried.get(0);
        for (TuningFit one : tried) if (one.score() > best.score()) best = one;
        return best;
    }

    /** The mean score for every number of features, over the same starts. */
    private List<TuningResult.KeepScore> path(ParameterPoint centre, List<TuningFit> again) {
        List<TuningCandidate> all = new ArrayList<>();
        for (int keep : grid.path())
            if (keep != centre.keep())
                for (int s = 1; s < SEEDS; s++)
                    all.add(new TuningCandidate(TuningStage.PATH, centre.withKeep(keep), seed + s));
        List<TuningFit> tried = warm(all, c -> new TuningCandidate(TuningStage.SEEDS, centre, c.seed()));
        return grid.path().stream()
                .map(keep -> new TuningResult.KeepScore(
                        keep,
                        MeanSd.of(Stream.concat(tried.stream(), again.stream())
                                        .filter(t -> t.point().equals(centre.withKeep(keep)))
                                        .map(TuningFit::score)
                                        .toList())
                                .mean()))
                .toList();
    }

    private static int smallest(List<TuningResult.KeepScore> path) {
        double most =
                path.stream().mapToDouble(TuningResult.KeepScore::score).max().orElseThrow();
        // 99 % of a score that is not positive would exceed it
        double bar = most > 0 ? ENOUGH * most : most;
        return path.stream()
                .filter(step -> step.score() >= bar)
                .mapToInt(TuningResult.KeepScore::keep)
                .min()
                .orElseThrow();
    }

    private List<TuningResult.ParameterChange> changes(TuningFit winner) {
        ParameterPoint at = winner.point();
        List<ParameterVariant> others = new ArrayList<>();
        others.add(new ParameterVariant(TuningResult.TuningParameter.ALPHA, false, at.withAlpha(at.alpha() / 2)));
        others.add(new ParameterVariant(TuningResult.TuningParameter.ALPHA, true, at.withAlpha(2 * at.alpha())));
        at.neighbors().ifPresent(now -> {
            int half = (now + 1) / 2;
            if (half < now)
                others.add(new ParameterVariant(TuningResult.TuningParameter.NEIGHBORS, false, at.withNeighbors(half)));
            if (2 * now
                    <= TuningGrid.maxNeighbors(tuneSpec, fits.data().data().X().cols()))
                others.add(
                        new ParameterVariant(TuningResult.TuningParameter.NEIGHBORS, true, at.withNeighbors(2 * now)));
        });
        List<TuningCandidate> all = others.stream()
                .map(other -> new TuningCandidate(TuningStage.CHANGE, other.point, winner.seed()))
                .toList();
        List<TuningFit> tried = warm(all, candidate -> winner.candidate());
        return IntStream.range(0, all.size())
                .mapToObj(i ->
                        new TuningResult.ParameterChange(others.get(i).parameter, others.get(i).twice, tried.get(i)))
                .toList();
    }

    /** A parameter at half or twice its value. */
    private record ParameterVariant(TuningResult.TuningParameter parameter, boolean twice, ParameterPoint point) {}

    /**
     * Orders the features on the path below all features: by the smallest step that keeps them, then by their rank
     * there.
     */
    private List<TuningResult.FeatureElimination> leaving(ParameterPoint centre, List<TuningResult.KeepScore> path) {
        List<TuningResult.FeatureElimination> leaving = new ArrayList<>();
        Set<Integer> seen = new LinkedHashSet<>();
        for (int i = path.size() - 1; i >= 0; i--) {
            int keep = path.get(i).keep();
            if (keep == fits.features()) continue;
            for (int feature : order(centre.withKeep(keep)))
                if (seen.add(feature)) leaving.add(new TuningResult.FeatureElimination(feature, keep));
        }
        return leaving;
    }

    private List<Integer> order(ParameterPoint point) {
        return fits.selection(point, seed, listener)
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
