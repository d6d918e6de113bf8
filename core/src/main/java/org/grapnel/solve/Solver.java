package org.grapnel.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.Objective;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.block.LocalSampleBlock;
import org.grapnel.solve.block.ProximalUpdates;
import org.grapnel.solve.block.SampleBlock;
import org.grapnel.solve.start.Start;

/** The driver loop: runs an algorithm until a stop rule is met, and certifies the result. */
public final class Solver {
    private Solver() {}

    /**
     * Solves a problem on this machine.
     *
     * @param start the starting point, whose matrices the run owns from now on
     * @param listener sees every step, the starting point first
     */
    public static Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> listener) {
        return solve(context, problem, start, algorithm, stop, listener, Checkpoint.none());
    }

    /** Solves a problem on this machine, or continues a run that the checkpoint holds. */
    public static Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> listener,
            Checkpoint checkpoint) {
        return solve(context, problem, start, algorithm, stop, listener, checkpoint, true);
    }

    /** For tests: without screening, every row of XHᵀ is computed in every iteration. */
    static Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> listener,
            Checkpoint checkpoint,
            boolean screened) {
        start.check(problem);
        try (LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(context, problem, start.Ht())) {
            ResumableState resumable = new ResumableState(checkpoint, samples::transfer);
            WSolution end = solve(
                    context, problem.formulation(), start.W(), samples, algorithm, stop, listener, resumable, screened);
            return new Solution(end.W(), samples.take(), end.support(), end.trace(), end.stop(), end.certificate());
        }
    }

    /** Drives a run to its end, or continues the one that the checkpoint holds. Closes the run. */
    public static <T> T solve(PointRun<T> run, Stop stop, Consumer<? super Step> listener, Checkpoint checkpoint) {
        try (run) {
            List<Step> steps = new ArrayList<>();
            ResumableState resumable = new ResumableState(checkpoint, stream -> {});
            StopReason reason = run(run.point(), run.algorithm(), stop, listener, steps, resumable);
            return run.finish(steps, reason);
        }
    }

    /**
     * A run that keeps its own point, instead of working on {@code BlockUpdates}.
     *
     * @param <T> what it returns in the end: a solution with or without H
     */
    public interface PointRun<T> extends AutoCloseable {
        IterationState point();

        Algorithm.AlgorithmRun algorithm();

        /** The solution at the current point. */
        T finish(List<Step> steps, StopReason reason);

        @Override
        void close();
    }

    /** A run whose H is on this machine. */
    public interface LocalRun extends PointRun<Solution> {}

    /**
     * Solves a problem whose samples are behind a block, on any machines, or continues a run that the checkpoint holds. In the end the block's
     * current H is the result.
     *
     * @param W the first W, which the run closes; the block holds the first H
     * @param ofSamples writes the state of the block to a stream, or reads it back
     */
    public static WSolution solve(
            ExecutionContext context,
            Formulation formulation,
            DenseMatrix W,
            SampleBlock samples,
            Algorithm algorithm,
            Stop stop,
            Consumer<? super Step> listener,
            Checkpoint checkpoint,
            Consumer<StateStream> ofSamples) {
        ResumableState resumable = new ResumableState(checkpoint, ofSamples);
        return solve(context, formulation, W, samples, algorithm, stop, listener, resumable, true);
    }

    private static WSolution solve(
            ExecutionContext context,
            Formulation formulation,
            DenseMatrix W,
            SampleBlock samples,
            Algorithm algorithm,
            Stop stop,
            Consumer<? super Step> listener,
            ResumableState resumable,
            boolean screened) {
        try (ProximalUpdates updates = new ProximalUpdates(context, formulation, W, samples, screened)) {
            List<Step> steps = new ArrayList<>();
            StopReason reason =
                    run(updates, algorithm.start(updates), stop, listener, steps, resumable.and(updates::transfer));
            Certificate certificate = new Certificate(updates.residual(FactorId.W), updates.residual(FactorId.H));
            DenseMatrix end = updates.takeW();
            return new WSolution(end, nonZeroRows(end), new Trace(steps, 1, updates.size()), reason, certificate);
        }
    }

    /** A {@link Solution} without H. Owns W: close it. */
    public record WSolution(DenseMatrix W, RowSet support, Trace trace, StopReason stop, Certificate certificate) {}

    /**
     * A checkpoint, and the state that is saved there.
     *
     * @param state writes the state to a stream, or reads it back, part by part
     */
    private record ResumableState(Checkpoint checkpoint, Consumer<StateStream> state) {
        ResumableState and(Consumer<StateStream> other) {
            return new ResumableState(checkpoint, state.andThen(other));
        }
    }

    /** The loop itself. Fills {@code steps}, from iteration 0 on. */
    private static StopReason run(
            IterationState point,
            Algorithm.AlgorithmRun algorithmRun,
            Stop stop,
            Consumer<? super Step> listener,
            List<Step> steps,
            ResumableState resumable) {
        Checkpoint checkpoint = resumable.checkpoint;
        Objective start = point.current();
        Consumer<StateStream> state = resumable
                .and(algorithmRun::transfer)
                .state
                .andThen(stream -> {
                    List<Step> known =
                            Step.transfer(stream, steps, start.added().size());
                    if (stream.isReading()) steps.addAll(inOrder(known));
                });
        if (checkpoint.status() == Checkpoint.CheckpointStatus.UNFINISHED) checkpoint.read(state);
        else steps.add(first(start, point.rowsComputed()));
        steps.forEach(listener);
        Step latest = steps.get(steps.size() - 1);
        long begin = System.nanoTime() - Math.round(latest.seconds() * 1e9);
        for (int i = latest.iteration() + 1; ; i++) {
            Algorithm.Outcome outcome = algorithmRun.next();
            if (!outcome.objective().isFinite()) return new StopReason.Diverged(i);
            double seconds = (System.nanoTime() - begin) * 1e-9;
            Step step = new Step(
                    i,
                    seconds,
                    outcome.objective(),
                    outcome.change(),
                    outcome.beta(),
                    outcome.accepted(),
                    point.rowsComputed());
            steps.add(step);
            listener.accept(step);
            Optional<StopReason> reason =
                    stop.test(step, () -> Math.max(point.residual(FactorId.W), point.residual(FactorId.H)));
            if (reason.isEmpty()) checkpoint.afterIteration(state);
            else if (reason.get() instanceof StopReason.Interrupted) checkpoint.onInterrupt(state);
            if (reason.isPresent()) return reason.get();
        }
    }

    /** Refuses steps of a state that cannot be continued: the next one follows the last. */
    private static List<Step> inOrder(List<Step> steps) {
        Preconditions.require(!steps.isEmpty(), "it has no steps");
        for (int i = 0; i < steps.size(); i++)
            Preconditions.require(
                    steps.get(i).iteration() == i,
                    "step %d has the iteration %d",
                    i,
                    steps.get(i).iteration());
        return steps;
    }

    private static Step first(Objective start, int rowsComputed) {
        if (!start.isFinite())
            throw new IllegalArgumentException("the objective at the starting point is " + start.total()
                    + ": the data, the start, the graph or lambda are too large for double precision, or not numbers");
        return new Step(0, 0, start, Double.NaN, Double.NaN, false, rowsComputed);
    }

    /** The rows of W with a non-zero entry. */
    public static RowSet nonZeroRows(DenseMatrix W) {
        RowSet rows = RowSet.none(W.rows());
        for (int i = 0; i < W.rows(); i++) if (!W.isZeroRow(i)) rows.add(i);
        return rows;
    }
}
