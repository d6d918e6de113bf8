package org.grapnel.select;

import java.util.Arrays;

/** The range of data whose fourth powers neither overflow nor vanish. */
public final class MomentRange {
    /** Data whose largest entry has a larger binary exponent are rescaled, because the criterion uses fourth powers. */
    private static final int MAX_EXPONENT = 180;

    private MomentRange() {}

    /**
     * Returns the e with which the data must be divided by 2ᵉ before fourth powers are taken; 0 where they may stay as
     * they are.
     *
     * @param rowSquares ‖Xᵢ‖² of every feature
     */
    public static int exponent(double[] rowSquares) {
        double largest = Arrays.stream(rowSquares).max().orElse(0);
        int exponent = Math.getExponent(largest) / 2;
        return largest == 0 || Math.abs(exponent) <= MAX_EXPONENT ? 0 : exponent;
    }
}
