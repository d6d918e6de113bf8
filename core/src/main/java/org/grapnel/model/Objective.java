package org.grapnel.model;

import org.grapnel.checkpoint.StateStream;

/** The value of F and its parts: the loss ½‖X − WH‖², and the graph term including λ. */
public record Objective(double loss, double graphTerm) {
    public double total() {
        return loss + graphTerm;
    }

    /** Writes this value to a checkpoint, or reads the one that was written. */
    public Objective transfer(StateStream stream) {
        return new Objective(stream.doubleValue(loss), stream.doubleValue(graphTerm));
    }

    public boolean isFinite() {
        return Double.isFinite(total());
    }
}
