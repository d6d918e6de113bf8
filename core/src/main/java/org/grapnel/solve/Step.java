package org.grapnel.solve;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.Ledger;

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
    static List<Step> through(Ledger ledger, List<Step> steps) {
        int count = ledger.count(steps.size());
        List<Step> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add((ledger.isReading() ? NONE : steps.get(i)).through(ledger));
        return all;
    }

    private Step through(Ledger ledger) {
        return new Step(
                ledger.count(iteration),
                ledger.number(seconds),
                objective.through(ledger),
                ledger.number(change),
                ledger.number(beta),
                ledger.flag(accepted),
                ledger.count(rowsComputed));
    }
}
