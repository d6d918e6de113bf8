package org.grapnel.model;

import org.grapnel.checkpoint.StateStream;

/** F, and what it is made of: ½‖X − WH‖², and the graph term with its λ. */
public record Objective(double loss, double graphTerm) {
    public double total() {
        return loss + graphTerm;
    }

    /** Itself, or what was written. */
    public Objective through(StateStream ledger) {
        return new Objective(ledger.doubleValue(loss), ledger.doubleValue(graphTerm));
    }

    public boolean isFinite() {
        return Double.isFinite(total());
    }
}
