package org.grapnel.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Block;
import org.grapnel.model.Problem;
import org.grapnel.model.Program;

/** The one loop: it runs an algorithm until a rule says stop, and certifies what it ends with. */
public final class Solver {
    private Solver() {}

    /** Runs on this machine, from a point that the run takes over. The watcher sees every step, the starting point first. */
    public static Solution solve(
            Compute on, Problem problem, Start.Point start, Algorithm algorithm, Stop stop, Consumer<Step> watch) {
        return solve(on, problem, start, algorithm, stop, watch, Checkpoint.none());
    }

    /** The same for a run that can be continued: one of which the checkpoint knows how far it was goes on from there. */
    public static Solution solve(
            Compute on,
            Problem problem,
            Start.Point start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> watch,
            Checkpoint checkpoint) {
        return solve(on, problem, start, algorithm, stop, watch, checkpoint, true);
    }

    /** For tests: the same with every row of XHᵀ computed in every iteration. */
    static Solution solve(
            Compute on,
            Problem problem,
            Start.Point start,
            Algorithm algorithm,
            Stop stop,
            Consumer<Step> watch,
            Checkpoint checkpoint,
            boolean screened) {
        start.check(problem);
        try (LocalSide side = new LocalSide(on, problem, start.Ht())) {
            Resumable resumable = new Resumable(checkpoint, side::state);
            Ended end = solve(on, problem.program(), start.W(), side, algorithm, stop, watch, resumable, screened);
            return new Solution(end.W(), side.take(), end.support(), end.trace(), end.stop(), end.certificate());
        }
    }

    /**
     * Runs with the samples wherever they are, from a W that the run takes over and the H that the side begins with. In the end the side's
     * current H is the result.
     */
    public static Ended solve(
            Compute on,
            Program program,
            DenseMatrix W,
            SampleSide side,
            Algorithm algorithm,
            Stop stop,
            Consumer<? super Step> watch) {
        return solve(on, program, W, side, algorithm, stop, watch, new Resumable(Checkpoint.none(), l -> {}), true);
    }

    private static Ended solve(
            Compute on,
            Program program,
            DenseMatrix W,
            SampleSide side,
            Algorithm algorithm,
            Stop stop,
            Consumer<? super Step> watch,
            Resumable resumable,
            boolean screened) {
        try (FactorMoves moves = new FactorMoves(on, program, W, side, screened)) {
            List<Step> steps = new ArrayList<>();
            StopReason reason = run(moves, algorithm.start(moves), stop, watch, steps, resumable.and(moves::state));
            Certificate certificate = new Certificate(moves.residual(Block.W), moves.residual(Block.H));
            DenseMatrix end = moves.takeW();
            return new Ended(end, nonZeroRows(end), new Trace(steps, 1, moves.size()), reason, certificate);
        }
    }

    /** A {@link Solution} but for H. Owns W: close it. */
    public record Ended(DenseMatrix W, RowSet support, Trace trace, StopReason stop, Certificate certificate) {}

    /** A run and where it is laid down: the parts that have state write and read it one after the other. */
    record Resumable(Checkpoint checkpoint, Consumer<Ledger> state) {
        Resumable and(Consumer<Ledger> other) {
            return new Resumable(checkpoint, state.andThen(other));
        }
    }

    /** The loop itself, for whatever iterates; fills {@code steps} from iteration 0 on. */
    static StopReason run(
            Standing at,
            Algorithm.Iteration iteration,
            Stop stop,
            Consumer<? super Step> watch,
            List<Step> steps,
            Resumable resumable) {
        Checkpoint checkpoint = resumable.checkpoint;
        Consumer<Ledger> state = resumable.and(iteration::state).state.andThen(ledger -> {
            List<Step> known = Step.through(ledger, steps);
            if (ledger.isReading()) steps.addAll(known);
        });
        if (checkpoint.found() == Checkpoint.Found.UNDER_WAY) checkpoint.read(state);
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
            Optional<StopReason> reason = stop.test(step, () -> Math.max(at.residual(Block.W), at.residual(Block.H)));
            if (reason.isEmpty()) checkpoint.passed(state);
            else if (reason.get() instanceof StopReason.Interrupted) checkpoint.left(state);
            if (reason.isPresent()) return reason.get();
        }
    }

    private static Step first(Standing at) {
        Objective begin = at.current();
        if (!begin.isFinite())
            throw new IllegalArgumentException("the objective at the starting point is " + begin.total()
                    + ": the data, the start or lambda are too large for double precision, or not numbers");
        return new Step(0, 0, begin, Double.NaN, Double.NaN, false, at.rowsComputed());
    }

    static RowSet nonZeroRows(DenseMatrix W) {
        RowSet rows = RowSet.none(W.rows());
        for (int i = 0; i < W.rows(); i++) if (!W.isZeroRow(i)) rows.add(i);
        return rows;
    }
}
