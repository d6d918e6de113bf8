package org.grapnel.model;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.checkpoint.StateStream;

/**
 * The value of F and its parts: the loss ½‖X − WH‖², and the graph term including λ.
 *
 * @param added the values of further terms and penalties, including their weights
 */
public record Objective(double loss, double graphTerm, List<Double> added) {
    public Objective {
        added = List.copyOf(added);
    }

    /** The value of a model without further terms. */
    public Objective(double loss, double graphTerm) {
        this(loss, graphTerm, List.of());
    }

    public double total() {
        double sum = loss + graphTerm;
        for (int i = 0; i < added.size(); i++) sum += added.get(i); // an iterator would allocate in each iteration
        return sum;
    }

    /** Returns the value with a larger loss. */
    public Objective plusLoss(double more) {
        return new Objective(loss + more, graphTerm, added);
    }

    /**
     * Returns this value with its larger part lowered, so that the sum is at most {@code total}: for a rise that is rounding. Of a model without
     * further terms.
     */
    public Objective loweredTo(double total) {
        double smaller = Math.min(Math.min(loss, graphTerm), total);
        double larger = total - smaller;
        while (smaller + larger > total) larger = Math.nextDown(larger);
        return loss < graphTerm ? new Objective(smaller, larger) : new Objective(larger, smaller);
    }

    /** Writes the value of a model without further terms to a checkpoint, or reads the one that was written. */
    public Objective transfer(StateStream stream) {
        return transfer(stream, 0);
    }

    /**
     * Writes this value to a checkpoint, or reads the one that was written.
     *
     * @param parts the number of added values
     */
    public Objective transfer(StateStream stream, int parts) {
        double first = stream.doubleValue(loss);
        double second = stream.doubleValue(graphTerm);
        List<Double> others = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) others.add(stream.doubleValue(stream.isReading() ? 0 : added.get(i)));
        return new Objective(first, second, others);
    }

    public boolean isFinite() {
        return Double.isFinite(total());
    }
}
