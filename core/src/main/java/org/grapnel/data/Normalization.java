package org.grapnel.data;

import java.util.Locale;

/** How X is scaled as a whole. */
public enum Normalization {
    NONE,
    /** x / max X. */
    MAX,
    /** (x − min X) / (max X − min X): all values in [0, 1], also negative ones. */
    MINMAX,
    /** Divides each sample by its norm: ‖x‖ = 1. */
    L2;

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
