package org.grapnel.data;

import java.util.Locale;

/** What takes the place of a missing value. */
public enum Imputation {
    /** Nothing: data with a gap are refused. */
    NONE,
    ZERO,
    /** The mean of the feature over the samples that have it. */
    MEAN;

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
