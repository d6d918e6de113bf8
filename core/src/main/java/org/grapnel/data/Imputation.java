package org.grapnel.data;

import java.util.Locale;

/** How missing values are filled. */
public enum Imputation {
    /** Missing values are refused. */
    NONE,
    ZERO,
    /** The mean of the feature over the samples that have a value. */
    MEAN,
    /** Missing entries stay missing: they have no weight, and a {@link Completion} stands in where a complete matrix is needed. */
    MODEL;

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
