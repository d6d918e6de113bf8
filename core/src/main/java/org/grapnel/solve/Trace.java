package org.grapnel.solve;

import java.util.List;

/**
 * What happened, iteration by iteration, the starting point first.
 *
 * @param feasibleFrom the first iteration whose point satisfies the constraints; a start need not, nor what still has more features
 *     than it will keep
 * @param size ½‖X‖²: F is a difference of sums of this size, and known to a few roundings of them
 */
public record Trace(List<Step> steps, int feasibleFrom, double size) {
    /** A rise of F below this share of it is rounding. */
    private static final double ROUNDING = 1e-12;

    /** And so is one below this share of what F is the difference of, which is all there is where the fit is nearly exact. */
    private static final double CANCELLED = 1e-14;

    /** And one below this share of the F it began with: the squares of what the factors themselves are rounded to. */
    private static final double VANISHED = 1e-28;

    public Trace {
        steps = List.copyOf(steps);
    }

    /** One whose iterations all end at feasible points, and whose F is a sum in which nothing cancels. */
    public Trace(List<Step> steps) {
        this(steps, 1, 0);
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
        if (steps.isEmpty()) return true;
        double floor = CANCELLED * size + VANISHED * steps.get(0).objective().total();
        for (int i = feasibleFrom + 1; i < steps.size(); i++) {
            double before = steps.get(i - 1).objective().total();
            double rounding = ROUNDING * Math.abs(before) + floor;
            if (steps.get(i).objective().total() > before + rounding) return false;
        }
        return true;
    }
}
