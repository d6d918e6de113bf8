package org.grapnel.graph;

import java.util.Locale;

/** How neighbours are found. */
public enum Search {
    /** Exact up to {@value #MOST_EXACT} samples, approximate above. */
    AUTO,
    /** Every pair is compared: {@link ExactSearch}. */
    EXACT,
    /** Pairs that are surely far apart are left out: {@link ApproximateSearch}. */
    APPROXIMATE;

    static final int MOST_EXACT = 100_000;

    boolean isApproximate(int samples) {
        return this == APPROXIMATE || (this == AUTO && samples > MOST_EXACT);
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
