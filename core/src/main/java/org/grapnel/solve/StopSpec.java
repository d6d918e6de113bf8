package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * When to stop, as users set it.
 *
 * @param tolerance of the relative change; 0 turns the rule off
 */
public record StopSpec(double tolerance, int maxIterations, Optional<Double> maxSeconds) {
    public StopSpec {
        Preconditions.require(
                tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY, "tol must be a number >= 0, got %s", tolerance);
        Preconditions.require(maxIterations >= 1, "max-iter must be at least 1, got %d", maxIterations);
        Preconditions.require(
                maxSeconds.orElse(1.0) > 0, "max-seconds must be above 0, got %s", maxSeconds.orElse(1.0));
    }

    /** The paper's tolerance 10⁻³, and at most 2000 iterations. */
    public static StopSpec standard() {
        return new StopSpec(1e-3, 2000, Optional.empty());
    }

    /** The stop rule of this spec. */
    public Stop rule() {
        Stop limits = maxSeconds
                .map(s -> Stop.within(s).or(Stop.after(maxIterations)))
                .orElse(Stop.after(maxIterations));
        return tolerance > 0 ? Stop.changeBelow(tolerance).or(limits) : limits;
    }
}
