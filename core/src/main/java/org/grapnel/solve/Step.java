package org.grapnel.solve;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.Objective;

/**
 * One iteration in the trace. Iteration 0 is the starting point: change and beta are NaN, and accepted is false.
 *
 * @param beta the extrapolation weight
 * @param accepted whether the extrapolation was accepted
 * @param rowsComputed how many rows of XHᵀ were computed
 */
public record Step(
        int iteration,
        double seconds,
        Objective objective,
        double change,
        double beta,
        boolean accepted,
        int rowsComputed) {
    private static final Step NONE = new Step(0, 0, new Objective(0, 0), 0, 0, false, 0);

    /** Returns the step with a larger loss: that of features which the solver did not see. */
    public Step plusLoss(double loss) {
        return new Step(iteration, seconds, objective.plusLoss(loss), change, beta, accepted, rowsComputed);
    }

    /**
     * Writes steps to a checkpoint, or reads those that were written.
     *
     * @param parts the number of {@linkplain Objective#added added} values in each objective
     */
    static List<Step> transfer(StateStream stream, List<Step> steps, int parts) {
        int count = stream.count(steps.size());
        List<Step> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add((stream.isReading() ? NONE : steps.get(i)).transfer(stream, parts));
        return all;
    }

    private Step transfer(StateStream stream, int parts) {
        return new Step(
                stream.count(iteration),
                stream.doubleValue(seconds),
                objective.transfer(stream, parts),
                stream.doubleValue(change),
                stream.doubleValue(beta),
                stream.booleanValue(accepted),
                stream.intValue(rowsComputed));
    }
}
