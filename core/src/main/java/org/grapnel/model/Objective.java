package org.grapnel.model;

import org.grapnel.checkpoint.StateStream;

/** F, and what it is made of: ½‖X − WH‖², and the graph term with its λ. */
public record Objective(double loss, double graphTerm) {
    public double total() {
        return loss + graphTerm;
    }

    /** Itself, or what was written. */
    public Objective transfer(StateStream stream) {
        return new Objective(stream.doubleValue(loss), stream.doubleValue(graphTerm));
    }

    public boolean isFinite() {
        return Double.isFinite(total());
    }
}
