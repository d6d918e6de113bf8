package org.grapnel.solve;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.Objective;

/** A line of the trace. Iteration 0 is the starting point, where change and beta are NaN and nothing was accepted. */
public record Step(
        int iteration,
        double seconds,
        Objective objective,
        double change,
        double beta,
        boolean accepted,
        int rowsComputed) {
    private static final Step NONE = new Step(0, 0, new Objective(0, 0), 0, 0, false, 0);

    /** These, or those that were written. */
    static List<Step> through(StateStream ledger, List<Step> steps) {
        int count = ledger.intValue(steps.size());
        List<Step> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add((ledger.isReading() ? NONE : steps.get(i)).through(ledger));
        return all;
    }

    private Step through(StateStream ledger) {
        return new Step(
                ledger.intValue(iteration),
                ledger.doubleValue(seconds),
                objective.through(ledger),
                ledger.doubleValue(change),
                ledger.doubleValue(beta),
                ledger.booleanValue(accepted),
                ledger.intValue(rowsComputed));
    }
}
