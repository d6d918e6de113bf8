package org.grapnel.solve;

import java.util.List;

/** What happened, iteration by iteration, the starting point first. */
public record Trace(List<Step> steps) {
    /** A rise of F below this share of it is rounding. */
    private static final double ROUNDING = 1e-12;

    public Trace {
        steps = List.copyOf(steps);
    }

    public Step last() {
        return steps.get(steps.size() - 1);
    }

    public int iterations() {
        return last().iteration();
    }

    /**
     * Whether F never rose, from iteration 1 on: a start that violates the constraint has an F that no feasible point need
     * reach, so the step from 0 to 1 is not counted [ERRATA 9].
     */
    public boolean monotone() {
        for (int i = 2; i < steps.size(); i++) {
            double before = steps.get(i - 1).objective().total();
            if (steps.get(i).objective().total() > before + ROUNDING * Math.abs(before)) return false;
        }
        return true;
    }
}
