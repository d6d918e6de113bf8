package org.grapnel.solve.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.model.FactorId;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.solve.block.CoordinateHUpdate;
import org.grapnel.solve.block.HUpdate;
import org.grapnel.solve.start.Start;

/**
 * min ½‖X − WH‖² + λ·Σⱼ‖wⱼ‖²·hⱼLhⱼᵀ over W, H ≥ 0 with at most k non-zero rows of W, by solving instead of stepping. While H
 * stands still, F is ½‖X‖² minus what each kept row of W gains, so the best rows and the best k of them are found by small
 * non-negative least-squares problems and a sort: features compete by what they explain, not by how large their rows happen
 * to be. The number of features falls from all of them to k over the first iterations. H then moves by exact coordinate
 * steps, and both factors are pulled along their last move as long as F does not rise.
 *
 * <p>Once k features are kept, F never rises: coordinate steps raise the gain of a row, the k largest gains are at least
 * those of the rows kept before, H's steps are exact minima along a coordinate, a component that died is revived by a
 * step that lowers F, rescaling leaves it as it is, and what extrapolation brings is thrown away where it is worse.
 *
 * @param annealing over how many iterations the number of features falls to k
 * @param sweeps how many rounds of coordinate steps a block gets in an iteration
 * @param beta the first weight of the extrapolation
 */
public record BestSupport(int annealing, int sweeps, double beta) {
    /** What it is for, as a refusal says it. */
    public static final String KINDS = "best-support keeps whole features: it solves nmf, gnmf, nmf-l20 and gnmf-l20";

    public BestSupport {
        Preconditions.require(annealing >= 0, "annealing must be >= 0 iterations, got %d", annealing);
        Preconditions.require(sweeps >= 1, "sweeps must be at least 1, got %d", sweeps);
        Preconditions.require(beta >= 0 && beta <= 1, "beta must be between 0 and 1, got %s", beta);
    }

    public static BestSupport standard() {
        return new BestSupport(10, 3, 0.7);
    }

    /** Runs from the H of a point that the run takes over; its W is not used. The watcher sees every step. */
    public Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> watch) {
        return solve(context, problem, start, stop, watch, Checkpoint.none());
    }

    /** The same for a run that can be continued. */
    public Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> watch,
            Checkpoint checkpoint) {
        try {
            check(problem);
            HUpdate steps = new CoordinateHUpdate(
                    context, problem.X().cols(), problem.program().rank(), lambda(problem), problem.laplacian());
            return solve(context, problem, start, stop, watch, checkpoint, steps, true);
        } catch (RuntimeException | Error e) {
            start.close(); // closing twice does no harm
            throw e;
        }
    }

    /** For tests: with another step for H, or with every row of XHᵀ computed in every iteration. */
    Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> watch,
            Checkpoint checkpoint,
            HUpdate hStep,
            boolean screened) {
        start.check(problem);
        try (SupportSearch search = new SupportSearch(context, problem, start, this, hStep, screened)) {
            List<Step> steps = new ArrayList<>();
            StopReason reason =
                    Solver.run(search, search, stop, watch, steps, new Solver.ResumableState(checkpoint, ledger -> {}));
            Certificate certificate = new Certificate(
                    search.residual(FactorId.W), search.residual(FactorId.H), Optional.of(search.swap()));
            Start.StartPoint end = search.take();
            return new Solution(
                    end.W(),
                    end.Ht(),
                    Solver.nonZeroRows(end.W()),
                    new Trace(steps, search.feasibleFrom(), search.size()),
                    reason instanceof StopReason.Converged c && c.rule().equals("tolerance")
                            ? new StopReason.SmallDecrease(c.measured(), c.tolerance())
                            : reason,
                    certificate);
        }
    }

    /** Refuses what this solver is not for. */
    public static void check(Problem problem) {
        boolean rows = problem.program().onW() instanceof RowSparse
                || problem.program().onW() instanceof NonNegative;
        Preconditions.require(rows, KINDS);
        for (Term term : problem.program().terms())
            Preconditions.require(
                    term instanceof LeastSquares || term instanceof InvariantPenalty,
                    "best-support needs the graph term invariant, not %s",
                    problem.program().terms().stream()
                            .map(t -> t.getClass().getSimpleName())
                            .collect(Collectors.joining(", ")));
    }

    /** λ, 0 where there is no graph. */
    static double lambda(Problem problem) {
        double lambda = 0;
        for (Term term : problem.program().terms()) if (term instanceof InvariantPenalty graph) lambda = graph.lambda();
        return lambda;
    }
}
