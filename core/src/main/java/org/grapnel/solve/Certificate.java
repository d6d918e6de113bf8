package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.solve.support.BestSupport;

/**
 * How far the result is from stationary: for each block ‖Z − Z⁺‖ / max(‖Z‖, ‖Z⁺‖) with Z⁺ = prox(Z − ∇F(Z)/L), the relative length of one more plain
 * step. 0 at a stationary point, and the same for X, W or H in other units. {@link BestSupport} measures coordinate steps, each in the unit of
 * its curvature, against ‖X‖ on the kept features: √(Σ Cⱼ·Δⱼ²)/‖X‖, which does not depend on how scale is split between W and H.
 *
 * @param swap what the best exchange of one kept and one dropped feature would take off F at this H, W solved anew, as a share of ½‖X‖²: not above 0
 *     means that no single exchange helps. Only best-support knows it
 */
public record Certificate(double residualW, double residualH, Optional<Double> swap) {
    public Certificate(double residualW, double residualH) {
        this(residualW, residualH, Optional.empty());
    }

    /** Itself, or what was written. */
    Certificate transfer(StateStream stream) {
        double w = stream.doubleValue(residualW);
        double h = stream.doubleValue(residualH);
        boolean known = stream.booleanValue(swap.isPresent());
        return new Certificate(w, h, known ? Optional.of(stream.doubleValue(swap.orElse(0.0))) : Optional.empty());
    }
}
