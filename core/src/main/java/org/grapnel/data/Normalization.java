package org.grapnel.data;

import java.util.Locale;

/** To which scale all of X is brought. */
public enum Normalization {
    NONE,
    /** x / max X: proportions stay. */
    MAX,
    /** (x − min X) / (max X − min X): in [0, 1], also where numbers were negative. */
    MINMAX,
    /** Every sample over its length: ‖x‖ = 1. */
    L2;

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
