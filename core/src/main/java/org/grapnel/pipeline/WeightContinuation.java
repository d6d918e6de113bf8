package org.grapnel.pipeline;

import java.util.Arrays;
import java.util.function.Function;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.JointProblem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.start.Start;

/**
 * A start for coordinate steps on ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)² where some weights are far above the others.
 *
 * <p>An entry of weight 10⁶ fixes wᵢhⱼ at xᵢⱼ: from any other start, W and H go on by about a millionth of their way in an update, and F hardly
 * falls far above its minimum. So the problem is solved with weights of at most 100 medians first, then with 1,000, 10,000, …, each from the
 * result of the one before. An entry that is solved with weight c has a residual of order 1/c, and a larger weight changes little.
 */
final class WeightContinuation {
    /** Up to this many medians, weights need no continuation. */
    static final double FIRST = 100;

    private static final double GROWTH = 10;
    private static final int MOST_ITERATIONS = 400;

    private WeightContinuation() {}

    /** Whether weights are so uneven that a start is needed. */
    static boolean isNeeded(EntryWeights weights) {
        return weights.largest() > FIRST * weights.median();
    }

    /**
     * Returns a start for all weights. It does not depend on the stop rule of the fit, so a longer run begins like a shorter one.
     *
     * @param first the start with the smallest weights, which this closes or returns
     * @param problem the problem with given weights
     * @param cancelled ends every solve
     */
    static Start.StartPoint advance(
            ExecutionContext execution,
            Matrix X,
            EntryWeights weights,
            Start.StartPoint first,
            Function<EntryWeights, JointProblem> problem,
            Stop cancelled) {
        if (!isNeeded(weights) || Arrays.stream(weights.rowSquares(X)).sum() == 0) return first;
        Stop stop = Stop.changeBelow(StopSpec.standard().tolerance())
                .or(Stop.after(MOST_ITERATIONS))
                .or(cancelled);
        double largest = weights.largest();
        Start.StartPoint start = first;
        try {
            for (double most = FIRST * weights.median(); most < largest; most *= GROWTH) {
                JointProblem capped = problem.apply(weights.cappedAt(most));
                Solution found = JointFactorization.standard()
                        .solve(execution, capped, start, stop, step -> {}, Checkpoint.none());
                start = new Start.StartPoint(found.W(), found.Ht());
            }
            return start;
        } catch (RuntimeException | Error e) {
            start.close();
            throw e;
        }
    }
}
