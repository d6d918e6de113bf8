package org.grapnel.solve;

import java.util.List;

/**
 * The steps of a run, the starting point first.
 *
 * @param feasibleFrom the first iteration whose point satisfies the constraints. The start need not satisfy them, nor the iterations in which
 *     best-support still has more than k features
 * @param size ½‖X‖². F is a difference of sums of this size, so its rounding error is proportional to it
 */
public record Trace(List<Step> steps, int feasibleFrom, double size) {
    /** A rise below this share of F is rounding. */
    private static final double ROUNDING = 1e-12;

    /** A rise below this share of {@link #size} is rounding; this matters where the fit is nearly exact. */
    private static final double CANCELLED = 1e-14;

    /** A rise below this share of the first F is rounding: it is the square of the rounding of the factors. */
    private static final double VANISHED = 1e-28;

    public Trace {
        steps = List.copyOf(steps);
    }

    /** A trace whose iterations are all feasible, and whose F is a sum without cancellation. */
    public Trace(List<Step> steps) {
        this(steps, 1, 0);
    }

    /** Returns the trace with a larger loss: that of features which the solver did not see. */
    public Trace plusLoss(double loss) {
        return new Trace(steps.stream().map(step -> step.plusLoss(loss)).toList(), feasibleFrom, size + loss);
    }

    public Step last() {
        return steps.get(steps.size() - 1);
    }

    public int iterations() {
        return last().iteration();
    }

    /**
     * Whether F never rose from the first feasible point on. A point that violates the constraint can have an F that no feasible point
     * reaches, so the step from 0 to 1 does not count [ERRATA 9].
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
