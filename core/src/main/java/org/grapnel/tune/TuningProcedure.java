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
import org.grapnel.FitContext;
import org.grapnel.compare.MeanSd;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.select.Selection;
import org.grapnel.tune.TuningResult.FeatureElimination;
import org.grapnel.tune.TuningResult.KeepScore;
import org.grapnel.tune.TuningResult.ParameterChange;
import org.grapnel.tune.TuningResult.PointScore;
import org.grapnel.tune.TuningResult.SelectionAgreement;
import org.grapnel.tune.TuningResult.TuningParameter;

/** Runs the steps of {@link Tuner} in order, for fits from random starts: the procedure of version 0.1. */
final class TuningProcedure {
    /** The kept features must reach this share of the best score along the path. */
    static final double SUFFICIENT_SHARE = 0.99;

    private static final int STARTS = 3;
    private static final int LEADING = 3;
    private static final int CHANGES = 4;

    private final TuneSpec tuneSpec;
    private final FitEvaluator evaluator;
    private final TuningGrid grid;
    private final ParallelFits parallelFits;
    private final FitContext context;
    private final GroupCount groupCount;
    private final int clusters;
    private final long seed;

    TuningProcedure(
            TuneSpec tuneSpec,
            FitEvaluator evaluator,
            TuningGrid grid,
            ParallelFits parallelFits,
            FitContext context,
            GroupCount groupCount,
            int clusters) {
        this.tuneSpec = tuneSpec;
        this.evaluator = evaluator;
        this.grid = grid;
        this.parallelFits = parallelFits;
        this.context = context;
        this.groupCount = groupCount;
        this.clusters = clusters;
        seed = tuneSpec.base().seed();
    }

    /** An upper bound of the number of fits. */
    static int expected(TuningGrid grid, TuneSpec tuneSpec) {
        int path = (STARTS - 1) * (grid.path().size() - 1);
        boolean choosesKeep = tuneSpec.keep().isEmpty() && grid.path().size() > 1;
        return grid.points(tuneSpec).size()
                + LEADING * (STARTS - 1)
                + path
                + CHANGES
                + (choosesKeep ? STARTS : 0)
                + ReliabilityChecks.NULL_MODELS;
    }

    TuningResult run() {
        List<TuningFit> gridFits = runCold(TuningStage.GRID, grid.points(tuneSpec), seed, 1);
        List<ParameterPoint> leading = rankByMean(gridFits).stream()
                .limit(LEADING)
                .map(PointScore::point)
                .toList();
        List<TuningFit> seedFits = runCold(TuningStage.SEEDS, leading, seed + 1, STARTS - 1);
        List<TuningFit> leadingFits = Stream.concat(
                        gridFits.stream().filter(t -> leading.contains(t.point())), seedFits.stream())
                .toList();
        List<PointScore> ranking = rankByMean(leadingFits);
        ParameterPoint best = ranking.get(0).point();
        List<KeepScore> path = path(best, seedFits);
        int keep = tuneSpec.keep().orElseGet(() -> smallestSufficientKeep(path));
        List<TuningFit> starts = keep == best.keep()
                ? leadingFits.stream().filter(t -> t.point().equals(best)).toList()
                : runCold(TuningStage.CONFIRM, List.of(best.withKeep(keep)), seed, STARTS);
        TuningFit winner = winner(starts);
        List<ParameterChange> changes = changes(winner);
        ReliabilityChecks checks = new ReliabilityChecks(tuneSpec, evaluator, parallelFits, context, clusters);
        Optional<GroupEvidence> evidence = checks.checkGroups(winner);
        Optional<SelectionAgreement> stability = checks.checkSelection(winner, starts);
        return new TuningResult(
                tuneSpec,
                evaluator.spec(winner.point(), winner.seed()),
                evaluator.graph(winner.point()),
                winner,
                ranking,
                path,
                changes,
                eliminationOrder(best, path),
                stability,
                evidence,
                Optional.empty(),
                groupCount,
                clusters,
                parallelFits.used());
    }

    private List<TuningFit> runCold(TuningStage stage, List<ParameterPoint> points, long from, int seeds) {
        List<TuningCandidate> all = new ArrayList<>();
        for (ParameterPoint point : points)
            for (int s = 0; s < seeds; s++) all.add(new TuningCandidate(stage, point, from + s));
        return parallelFits.run(evaluator.cold(stage != TuningStage.GRID), all);
    }

    /** Makes fits that start from the final H of another fit. */
    private List<TuningFit> runWarm(List<TuningCandidate> all, Function<TuningCandidate, TuningCandidate> before) {
        return parallelFits.run(evaluator.warm(candidate -> finalH(before.apply(candidate))), all);
    }

    private DenseMatrix finalH(TuningCandidate before) {
        return evaluator
                .finalH(before, parallelFits.threads(), context)
                .orElseThrow(ParallelFits.TuningCancelledException::new);
    }

    /** Ranks points by mean score, best first; ties keep their order. */
    private static List<PointScore> rankByMean(List<TuningFit> fits) {
        Map<ParameterPoint, List<Double>> scores = new LinkedHashMap<>();
        fits.forEach(
                t -> scores.computeIfAbsent(t.point(), p -> new ArrayList<>()).add(t.score()));
        return scores.entrySet().stream()
                .map(e -> {
                    MeanSd meanSd = MeanSd.of(e.getValue());
                    return new PointScore(e.getKey(), meanSd.mean(), meanSd.sd().orElse(0));
                })
                .sorted(Comparator.comparingDouble((PointScore r) -> -r.score()))
                .toList();
    }

    private static TuningFit winner(List<TuningFit> fits) {
        TuningFit best = fits.get(0);
        for (TuningFit one : fits) if (one.score() > best.score()) best = one;
        return best;
    }

    /** The mean score for every number of features, over the same starts. */
    private List<KeepScore> path(ParameterPoint best, List<TuningFit> seedFits) {
        List<TuningCandidate> all = new ArrayList<>();
        for (int keep : grid.path())
            if (keep != best.keep())
                for (int s = 1; s < STARTS; s++)
                    all.add(new TuningCandidate(TuningStage.PATH, best.withKeep(keep), seed + s));
        List<TuningFit> fits = runWarm(all, c -> new TuningCandidate(TuningStage.SEEDS, best, c.seed()));
        return grid.path().stream()
                .map(keep -> new KeepScore(
                        keep,
                        MeanSd.of(Stream.concat(fits.stream(), seedFits.stream())
                                        .filter(t -> t.point().equals(best.withKeep(keep)))
                                        .map(TuningFit::score)
                                        .toList())
                                .mean()))
                .toList();
    }

    /** The fewest features with {@value #SUFFICIENT_SHARE} of the best score, or within one standard error of it where that is known. */
    static int smallestSufficientKeep(List<KeepScore> path) {
        double highest = path.stream().mapToDouble(KeepScore::score).max().orElseThrow();
        // 99 % of a score that is not positive would exceed it
        double threshold = highest > 0 ? SUFFICIENT_SHARE * highest : highest;
        return path.stream()
                .filter(step -> step.score()
                        >= step.standardError().map(error -> highest - error).orElse(threshold))
                .mapToInt(KeepScore::keep)
                .min()
                .orElseThrow();
    }

    private List<ParameterChange> changes(TuningFit winner) {
        ParameterPoint at = winner.point();
        List<ParameterVariant> variants = new ArrayList<>();
        variants.add(new ParameterVariant(TuningParameter.ALPHA, false, at.withAlpha(at.alpha() / 2)));
        variants.add(new ParameterVariant(TuningParameter.ALPHA, true, at.withAlpha(2 * at.alpha())));
        at.neighbors().ifPresent(current -> {
            int half = (current + 1) / 2;
            if (half < current)
                variants.add(new ParameterVariant(TuningParameter.NEIGHBORS, false, at.withNeighbors(half)));
            if (2 * current
                    <= TuningGrid.maxNeighbors(
                            tuneSpec, evaluator.data().data().X().cols()))
                variants.add(new ParameterVariant(TuningParameter.NEIGHBORS, true, at.withNeighbors(2 * current)));
        });
        List<TuningCandidate> all = variants.stream()
                .map(variant -> new TuningCandidate(TuningStage.CHANGE, variant.point, winner.seed()))
                .toList();
        List<TuningFit> fits = runWarm(all, candidate -> winner.candidate());
        return IntStream.range(0, all.size())
                .mapToObj(i -> new ParameterChange(variants.get(i).parameter, variants.get(i).isDoubled, fits.get(i)))
                .toList();
    }

    /** A parameter at half or twice its value. */
    private record ParameterVariant(TuningParameter parameter, boolean isDoubled, ParameterPoint point) {}

    /** Orders features by the smallest step of the path that keeps them, then by their rank there. */
    private List<FeatureElimination> eliminationOrder(ParameterPoint best, List<KeepScore> path) {
        List<FeatureElimination> order = new ArrayList<>();
        Set<Integer> seen = new LinkedHashSet<>();
        for (int i = path.size() - 1; i >= 0; i--) {
            int keep = path.get(i).keep();
            if (keep == evaluator.features()) continue;
            for (int feature : order(best.withKeep(keep)))
                if (seen.add(feature)) order.add(new FeatureElimination(feature, keep));
        }
        return order;
    }

    private List<Integer> order(ParameterPoint point) {
        return evaluator
                .selection(point, seed, context)
                .map(Selection::order)
                .orElseGet(() -> parallelFits.used().stream()
                        .filter(t -> t.point().equals(point))
                        .flatMap(t -> t.kept().stream())
                        .findFirst()
                        .map(RowSet::toArray)
                        .map(rows -> IntStream.of(rows).boxed().toList())
                        .orElse(List.of()));
    }
}
