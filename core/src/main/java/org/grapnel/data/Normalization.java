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
    L2,
    /** Scales each sample to the same sum, before logarithms are taken: counts of samples that were measured at different depth. */
    TOTAL,
    /**
     * Replaces x > 1 by 1 + ln x, multiplies feature i by ln(n/nᵢ), where nᵢ of the n samples have it, then divides each sample by its norm: words that
     * are in every text do not count.
     */
    TFIDF;

    /** Whether each sample is divided by its norm at the end. */
    public boolean isUnitLength() {
        return this == L2 || this == TFIDF;
    }

    /** Returns the normalization with a word of the command line. */
    public static Normalization parse(String word) {
        for (Normalization one : values()) if (one.toString().equals(word)) return one;
        throw new IllegalArgumentException("'" + word + "' is no normalization");
    }

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
