package org.grapnel.solve;

import java.util.List;

/**
 * What happened, iteration by iteration, the starting point first.
 *
 * @param feasibleFrom the first iteration whose point satisfies the constraints; a start need not, nor what still has more features
 *     than it will keep
 */
public record Trace(List<Step> steps, int feasibleFrom) {
    /** A rise of F below this share of it is rounding. */
    private static final double ROUNDING = 1e-12;

    public Trace {
        steps = List.copyOf(steps);
    }

    /** One whose iterations all end at feasible points. */
    public Trace(List<Step> steps) {
        this(steps, 1);
    }

    public Step last() {
        return steps.get(steps.size() - 1);
    }

    public int iterations() {
        return last().iteration();
    }

    /**
     * Whether F never rose from the first feasible point on: one that violates the constraint has an F that no feasible point
     * need reach, so the step from 0 to 1 is not counted [ERRATA 9].
     */
    public boolean monotone() {
        for (int i = feasibleFrom + 1; i < steps.size(); i++) {
            double before = steps.get(i - 1).objective().total();
            if (steps.get(i).objective().total() > before + ROUNDING * Math.abs(before)) return false;
        }
        return true;
    }
}
