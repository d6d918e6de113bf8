package org.grapnel.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.FitContext;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.tune.TuningResult.FeatureElimination;
import org.grapnel.tune.TuningResult.KeepScore;
import org.grapnel.tune.TuningResult.ParameterChange;
import org.grapnel.tune.TuningResult.PointScore;
import org.grapnel.tune.TuningResult.SelectionAgreement;
import org.grapnel.tune.TuningResult.TuningParameter;

/**
 * Chooses the parameters of the recommended method, see {@link Tuner}.
 *
 * <p>The default is chosen unless another point is clearly better: its score is higher by more than {@value #MARGIN},
 * and the share of edges inside its groups is not lower by more than {@value #MOST_LOST}. Without this margin the best
 * of twelve graphs would often be the luckiest. Where entries are hidden several times, the margin is one standard error
 * of the difference, and the fewest features are chosen that are within one standard error of the best.
 */
final class JointProcedure {
    /** The lead in the score that another point needs over the default. */
    static final double MARGIN = 0.005;

    /** The share of edges inside groups that a point may lose: modularity alone prefers to halve a large group. */
    static final double MOST_LOST = 0.05;

    private static final int CHANGES = 4;

    private final TuneSpec tuneSpec;
    private final JointEvaluator evaluator;
    private final JointGrid grid;
    private final ParallelFits parallelFits;
    private final FitContext context;
    private final GroupCount groupCount;
    private final int clusters;

    JointProcedure(
            TuneSpec tuneSpec,
            JointEvaluator evaluator,
            JointGrid grid,
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
    }

    /** An upper bound of the number of fits. */
    static int expected(JointGrid grid) {
        return grid.graphs().size() + grid.alphas().size() - 1 + grid.path().size() - 1 + CHANGES;
    }

    TuningResult run() {
        List<TuningFit> graphFits = run(TuningStage.GRID, grid.graphs());
        TuningFit bestGraph = choose(graphFits);
        List<TuningFit> alphaFits = run(
                TuningStage.ALPHA,
                grid.alphas().stream().map(bestGraph.point()::withAlpha).toList());
        TuningFit best = choose(alphaFits);
        List<TuningFit> pathFits = run(
                TuningStage.PATH,
                grid.path().stream().map(best.point()::withKeep).toList());
        List<KeepScore> path = path(pathFits);
        int keep = tuneSpec.keep().orElseGet(() -> TuningProcedure.smallestSufficientKeep(path));
        TuningFit winner = pathFits.stream()
                .filter(fit -> fit.point().keep() == keep)
                .findFirst()
                .orElseThrow();
        List<ParameterChange> changes = changes(winner);
        JointEvaluator.JudgedGraph judged = judge(winner.point());
        return new TuningResult(
                tuneSpec,
                evaluator.spec(winner.point()),
                judged.graph(),
                winner,
                ranking(best, Stream.concat(graphFits.stream(), alphaFits.stream())),
                path,
                changes,
                eliminationOrder(best.point(), path),
                stability(winner),
                Optional.empty(),
                judged.trust(),
                groupCount,
                clusters,
                parallelFits.used());
    }

    /** Makes the fits of these points; one that was made at an earlier stage is not repeated. */
    private List<TuningFit> run(TuningStage stage, List<ParameterPoint> points) {
        List<TuningCandidate> candidates = points.stream()
                .map(point -> parallelFits.used().stream()
                        .filter(fit -> fit.point().equals(point))
                        .map(TuningFit::candidate)
                        .findFirst()
                        .orElse(new TuningCandidate(
                                stage, point, tuneSpec.base().seed())))
                .toList();
        return parallelFits.run(evaluator, candidates);
    }

    /** The score of every number of features. */
    private static List<KeepScore> path(List<TuningFit> fits) {
        TuningFit best =
                fits.stream().max(Comparator.comparingDouble(TuningFit::score)).orElseThrow();
        return fits.stream()
                .map(fit -> new KeepScore(
                        fit.point().keep(),
                        fit.score(),
                        fit.hidings().isEmpty() ? Optional.empty() : Optional.of(fit.standardErrorTo(best))))
                .toList();
    }

    /** Chooses between the first fit, which has the default values, and those that are clearly better. */
    static TuningFit choose(List<TuningFit> fits) {
        TuningFit standard = fits.get(0);
        TuningFit best = standard;
        for (TuningFit fit : fits)
            if (fit.score() > best.score()
                    && fit.score() > standard.score() + neededLead(fit, standard)
                    && fit.inside() >= standard.inside() - MOST_LOST) best = fit;
        return best;
    }

    /** One standard error where hidings show how far the lead is chance; otherwise a fixed margin. */
    private static double neededLead(TuningFit fit, TuningFit standard) {
        return fit.hidings().isEmpty() ? MARGIN : fit.standardErrorTo(standard);
    }

    /** The points at the number of features where they were compared: the chosen one, then the others by score. */
    private static List<PointScore> ranking(TuningFit best, Stream<TuningFit> fits) {
        return fits.distinct()
                .sorted(Comparator.comparing((TuningFit fit) -> !fit.equals(best))
                        .thenComparing(fit -> -fit.score()))
                .map(fit -> new PointScore(fit.point(), fit.score(), fit.standardErrorTo(best)))
                .toList();
    }

    private List<ParameterChange> changes(TuningFit winner) {
        ParameterPoint at = winner.point();
        List<ParameterPoint> points =
                new ArrayList<>(List.of(at.withAlpha(at.alpha() / 2), at.withAlpha(2 * at.alpha())));
        at.neighbors().ifPresent(current -> {
            int half = (current + 1) / 2;
            if (half < current) points.add(at.withNeighbors(half));
            int most = TuningGrid.maxNeighbors(
                    tuneSpec, evaluator.data().data().X().cols());
            if (2 * current <= most) points.add(at.withNeighbors(2 * current));
        });
        return run(TuningStage.CHANGE, points).stream()
                .map(fit -> {
                    boolean isAlpha = fit.point().alpha() != at.alpha();
                    boolean isDoubled = isAlpha
                            ? fit.point().alpha() > at.alpha()
                            : fit.point().neighbors().orElseThrow()
                                    > at.neighbors().orElseThrow();
                    return new ParameterChange(
                            isAlpha ? TuningParameter.ALPHA : TuningParameter.NEIGHBORS, isDoubled, fit);
                })
                .toList();
    }

    private JointEvaluator.JudgedGraph judge(ParameterPoint point) {
        context.listener().onPhase("comparing with data without groups");
        return evaluator.judge(point, context).orElseThrow(ParallelFits.TuningCancelledException::new);
    }

    private Optional<SelectionAgreement> stability(TuningFit winner) {
        if (winner.point().keep() >= evaluator.features()
                || winner.point().neighbors().isEmpty()) return Optional.empty();
        return SubsampleSelections.compare(
                evaluator.data(),
                evaluator.spec(winner.point()),
                tuneSpec.base().seed(),
                context,
                parallelFits::throwIfCancelled);
    }

    /** Orders features by the smallest step of the path that keeps them, then by their rank there. */
    private List<FeatureElimination> eliminationOrder(ParameterPoint best, List<KeepScore> path) {
        List<FeatureElimination> order = new ArrayList<>();
        Set<Integer> seen = new LinkedHashSet<>();
        for (int i = path.size() - 1; i >= 0; i--) {
            int keep = path.get(i).keep();
            if (keep == evaluator.features()) continue;
            List<Integer> selected = evaluator
                    .order(best.withKeep(keep), context)
                    .orElseThrow(ParallelFits.TuningCancelledException::new);
            for (int feature : selected) if (seen.add(feature)) order.add(new FeatureElimination(feature, keep));
        }
        return order;
    }
}
