package org.grapnel.solve.support;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.solve.block.CoordinateHUpdate;
import org.grapnel.solve.block.HUpdate;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.block.LocalSampleBlock;
import org.grapnel.solve.start.Start;

/**
 * min ½‖X − WH‖² + λ·Σⱼ‖wⱼ‖²·hⱼLhⱼᵀ over W, H ≥ 0 with at most k non-zero rows of W, by exact solutions instead of gradient steps.
 *
 * <p>While H is fixed, F is ½‖X‖² minus what each kept row of W gains. So the best rows, and the best k of them, are found by small
 * non-negative least-squares problems and a sort: features compete by what they explain, not by the norm of their row. The number of features
 * falls from all to k over the first iterations. H then moves by exact coordinate steps, and both factors are extrapolated as long as F does
 * not rise.
 *
 * <p>Once k features are kept, F never rises. Coordinate steps raise the gain of a row; the k largest gains are at least those of the rows kept
 * before; the steps of H are exact minima along a coordinate; restarting a dead component lowers F; rescaling does not change it; and an
 * extrapolation that is worse is rejected.
 *
 * @param annealing over how many iterations the number of features falls to k
 * @param sweeps how many rounds of coordinate steps a factor gets in an iteration
 * @param beta the first weight of the extrapolation
 */
public record BestSupport(int annealing, int sweeps, double beta) {
    /** The message for a model that it does not solve. */
    public static final String UNSUPPORTED_MODEL =
            "best-support keeps whole features: it solves nmf, gnmf, nmf-l20 and gnmf-l20";

    public BestSupport {
        Preconditions.require(annealing >= 0, "annealing must be >= 0 iterations, got %d", annealing);
        Preconditions.require(sweeps >= 1, "sweeps must be at least 1, got %d", sweeps);
        Preconditions.require(beta >= 0 && beta <= 1, "beta must be between 0 and 1, got %s", beta);
    }

    public static BestSupport standard() {
        return new BestSupport(10, 3, 0.7);
    }

    /** Solves the problem from the H of a starting point, which it closes or reuses. The listener sees every step. */
    public Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> listener) {
        return solve(context, problem, start, stop, listener, Checkpoint.none());
    }

    /** Solves the problem, or continues a run that the checkpoint holds. */
    public Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint) {
        return Solver.solve(start(context, problem, start), stop, listener, checkpoint);
    }

    /** For tests: with another update of H, or with every row of W solved in every iteration. */
    Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint,
            HUpdate hUpdate,
            boolean screened) {
        return Solver.solve(start(context, problem, start, hUpdate, screened), stop, listener, checkpoint);
    }

    /** Starts a run from the H of a starting point, which it closes or reuses. */
    public Solver.LocalRun start(ExecutionContext context, Problem problem, Start.StartPoint start) {
        try {
            check(problem);
            HUpdate hUpdate = new CoordinateHUpdate(
                    context, problem.X().cols(), problem.formulation().rank(), lambda(problem), problem.laplacian());
            return start(context, problem, start, hUpdate, true);
        } catch (RuntimeException | Error e) {
            start.close(); // closing twice is harmless
            throw e;
        }
    }

    private Solver.LocalRun start(
            ExecutionContext context, Problem problem, Start.StartPoint start, HUpdate hUpdate, boolean screened) {
        start.check(problem);
        start.W().close(); // W is solved for
        int r = problem.formulation().rank();
        int keep = problem.formulation().onW().rowLimit(problem.X().rows());
        double lambda = lambda(problem);
        LocalSampleBlock samples = LocalSampleBlock.forCoordinateSteps(context, problem, start.Ht(), lambda, hUpdate);
        try {
            return new SupportRun(samples, new SupportSearch(context, samples, r, keep, lambda, this, screened));
        } catch (RuntimeException | Error e) {
            samples.close();
            throw e;
        }
    }

    private record SupportRun(LocalSampleBlock samples, SupportSearch search) implements Solver.LocalRun {
        @Override
        public IterationState point() {
            return search;
        }

        @Override
        public Algorithm.AlgorithmRun algorithm() {
            return search;
        }

        @Override
        public Solution finish(List<Step> steps, StopReason reason) {
            Certificate certificate = new Certificate(
                    search.residual(FactorId.W), search.residual(FactorId.H), Optional.of(search.swap()));
            DenseMatrix W = search.copyW();
            return new Solution(
                    W,
                    samples.take(),
                    Solver.nonZeroRows(W),
                    new Trace(steps, search.feasibleFrom(), search.size()),
                    reason.forObjectiveDecrease(),
                    certificate);
        }

        @Override
        public void close() {
            try (samples) {
                search.close();
            }
        }
    }

    /** Refuses problems that this solver does not solve. */
    public static void check(Problem problem) {
        Preconditions.require(
                problem.weights().isEmpty(),
                "best-support has no weights and no missing entries; use --solver accpalm");
        Constraint onW = problem.formulation().onW();
        Preconditions.require(onW instanceof RowSparse || onW instanceof NonNegative, UNSUPPORTED_MODEL);
        List<Term> terms = problem.formulation().terms();
        for (Term term : terms)
            Preconditions.require(
                    term instanceof LeastSquares || term instanceof InvariantPenalty,
                    "best-support needs the graph term invariant, not %s",
                    terms.stream().map(t -> t.getClass().getSimpleName()).collect(Collectors.joining(", ")));
    }

    /** λ, 0 without a graph. */
    static double lambda(Problem problem) {
        double lambda = 0;
        for (Term term : problem.formulation().terms())
            if (term instanceof InvariantPenalty graph) lambda = graph.lambda();
        return lambda;
    }
}
