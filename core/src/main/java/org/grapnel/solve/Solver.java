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
import org.grapnel.solve.block.IterationState;
import org.grapnel.solve.block.LocalSampleBlock;
import org.grapnel.solve.block.ProximalUpdates;
import org.grapnel.solve.block.SampleBlock;
import org.grapnel.solve.start.Start;

/** The one loop: it runs an algorithm until a rule says stop, and certifies what it ends with. */
public final class Solver {
    private Solver() {}

    /** Runs on this machine, from a point that the run takes over. The watcher sees every step, the starting point first. */
    public static Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> watch) {
        return solve(context, problem, start, algorithm, stop, watch, Checkpoint.none());
    }

    /** The same for a run that can be continued: one of which the checkpoint knows how far it was goes on from there. */
    public static Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> watch,
            Checkpoint checkpoint) {
        return solve(context, problem, start, algorithm, stop, watch, checkpoint, true);
    }

    /** For tests: the same with every row of XHᵀ computed in every iteration. */
    static Solution solve(
            ExecutionContext context,
            Problem problem,
            Start.StartPoint start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> watch,
            Checkpoint checkpoint,
            boolean screened) {
        start.check(problem);
        try (LocalSampleBlock side = LocalSampleBlock.forGradientSteps(context, problem, start.Ht())) {
            ResumableState resumable = new ResumableState(checkpoint, side::transfer);
            WSolution end =
                    solve(context, problem.formulation(), start.W(), side, algorithm, stop, watch, resumable, screened);
            return new Solution(end.W(), side.take(), end.support(), end.trace(), end.stop(), end.certificate());
        }
    }

    /**
     * Runs with the samples wherever they are, from a W that the run takes over and the H that the side begins with. In the end the side's
     * current H is the result.
     */
    public static WSolution solve(
            ExecutionContext context,
            Formulation formulation,
            DenseMatrix W,
            SampleBlock side,
            Algorithm algorithm,
            Stop stop,
            Consumer<? super Step> watch) {
        return solve(
                context,
                formulation,
                W,
                side,
                algorithm,
                stop,
                watch,
                new ResumableState(Checkpoint.none(), l -> {}),
                true);
    }

    private static WSolution solve(
            ExecutionContext context,
            Formulation formulation,
            DenseMatrix W,
            SampleBlock side,
            Algorithm algorithm,
            Stop stop,
            Consumer<? super Step> watch,
            ResumableState resumable,
            boolean screened) {
        try (ProximalUpdates moves = new ProximalUpdates(context, formulation, W, side, screened)) {
            List<Step> steps = new ArrayList<>();
            StopReason reason = run(moves, algorithm.start(moves), stop, watch, steps, resumable.and(moves::transfer));
            Certificate certificate = new Certificate(moves.residual(FactorId.W), moves.residual(FactorId.H));
            DenseMatrix end = moves.takeW();
            return new WSolution(end, nonZeroRows(end), new Trace(steps, 1, moves.size()), reason, certificate);
        }
    }

    /** A {@link Solution} but for H. Owns W: close it. */
    public record WSolution(DenseMatrix W, RowSet support, Trace trace, StopReason stop, Certificate certificate) {}

    /** A run and where it is laid down: the parts that have state write and read it one after the other. */
    public record ResumableState(Checkpoint checkpoint, Consumer<StateStream> state) {
        ResumableState and(Consumer<StateStream> other) {
            return new ResumableState(checkpoint, state.andThen(other));
        }
    }

    /** The loop itself, for whatever iterates; fills {@code steps} from iteration 0 on. */
    public static StopReason run(
            IterationState at,
            Algorithm.Iteration iteration,
            Stop stop,
            Consumer<? super Step> watch,
            List<Step> steps,
            ResumableState resumable) {
        Checkpoint checkpoint = resumable.checkpoint;
        Consumer<StateStream> state = resumable.and(iteration::transfer).state.andThen(stream -> {
            List<Step> known = Step.transfer(stream, steps);
            if (stream.isReading()) steps.addAll(known);
        });
        if (checkpoint.status() == Checkpoint.CheckpointStatus.UNDER_WAY) checkpoint.read(state);
        else steps.add(first(at));
        steps.forEach(watch);
        Step latest = steps.get(steps.size() - 1);
        long clock = System.nanoTime() - Math.round(latest.seconds() * 1e9);
        for (int i = latest.iteration() + 1; ; i++) {
            Algorithm.Outcome outcome = iteration.next();
            if (!outcome.objective().isFinite()) return new StopReason.Diverged(i);
            double seconds = (System.nanoTime() - clock) * 1e-9;
            Step step = new Step(
                    i,
                    seconds,
                    outcome.objective(),
                    outcome.change(),
                    outcome.beta(),
                    outcome.accepted(),
                    at.rowsComputed());
            steps.add(step);
            watch.accept(step);
            Optional<StopReason> reason =
                    stop.test(step, () -> Math.max(at.residual(FactorId.W), at.residual(FactorId.H)));
            if (reason.isEmpty()) checkpoint.afterIteration(state);
            else if (reason.get() instanceof StopReason.Interrupted) checkpoint.onInterrupt(state);
            if (reason.isPresent()) return reason.get();
        }
    }

    private static Step first(IterationState at) {
        Objective begin = at.current();
        if (!begin.isFinite())
            throw new IllegalArgumentException("the objective at the starting point is " + begin.total()
                    + ": the data, the start or lambda are too large for double precision, or not numbers");
        return new Step(0, 0, begin, Double.NaN, Double.NaN, false, at.rowsComputed());
    }

    public static RowSet nonZeroRows(DenseMatrix W) {
        RowSet rows = RowSet.none(W.rows());
        for (int i = 0; i < W.rows(); i++) if (!W.isZeroRow(i)) rows.add(i);
        return rows;
    }
}
