package org.grapnel.solve;

/** F, and what it is made of: ½‖X − WH‖², and the graph term with its λ. */
public record Objective(double loss, double graphTerm) {
    public double total() {
        return loss + graphTerm;
    }

    public boolean isFinite() {
        return Double.isFinite(total());
    }
}
