package org.grapnel.solve.block;

import java.io.Serializable;

/**
 * Where a gradient step starts and how long it is: from Y = Z₀ + centre·(Z₀ − Z₋₁), along the gradient at Z₀ + slope·(Z₀ − Z₋₁), with length
 * 1/curvature, where Z₀ is the current factor and Z₋₁ the one before.
 */
public record StepParameters(double centre, double slope, double curvature) implements Serializable {
    /** A step without extrapolation. */
    public static StepParameters plain(double curvature) {
        return new StepParameters(0, 0, curvature);
    }

    /** Whether the step depends on the factor before the current one. */
    public boolean isExtrapolated() {
        return centre != 0 || slope != 0;
    }

    /** 1/curvature. */
    public double length() {
        return 1 / curvature;
    }
}
