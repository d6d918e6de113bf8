package org.grapnel.linalg;

import org.grapnel.runtime.Preconditions;

/** Scale factors that keep squares within the range of doubles. */
public final class Scaling {
    private Scaling() {}

    /** Returns the next power of two above x, limited to 2⁻¹⁰⁰⁰ … 2¹⁰⁰⁰; 1 for x = 0. Dividing by it is exact. */
    public static double powerOfTwo(double x) {
        Preconditions.require(x < Double.POSITIVE_INFINITY, "distances need finite numbers, got %s", x);
        if (x == 0) return 1;
        return Math.scalb(1.0, Math.max(-1000, Math.min(1000, Math.getExponent(x) + 1)));
    }
}
