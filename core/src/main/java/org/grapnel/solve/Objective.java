package org.grapnel.solve;

import org.grapnel.linalg.Ledger;

/** F, and what it is made of: ½‖X − WH‖², and the graph term with its λ. */
public record Objective(double loss, double graphTerm) {
    public double total() {
        return loss + graphTerm;
    }

    /** Itself, or what was written. */
    Objective through(Ledger ledger) {
        return new Objective(ledger.number(loss), ledger.number(graphTerm));
    }

    public boolean isFinite() {
        return Double.isFinite(total());
    }
}
