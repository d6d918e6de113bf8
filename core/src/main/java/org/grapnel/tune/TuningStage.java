package org.grapnel.tune;

import java.util.Arrays;
import java.util.Locale;

/** The purpose of a fit, in the order in which tuning makes them. */
public enum TuningStage {
    /** Every number of neighbours with every alpha, from one start. */
    GRID,
    /** The best of the grid from two more starts. */
    SEEDS,
    /** Other numbers of features at the best point, started from its final H. */
    PATH,
    /** The chosen number of features from cold starts, as {@code fit} makes it. */
    CONFIRM,
    /** Half and twice the chosen values. */
    CHANGE,
    /** The chosen fit on a subset, to compare with null models where the data are large. */
    SAMPLE,
    /** The chosen fit on a null model without groups ({@code NullModel}). */
    CLOUD;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static TuningStage parse(String word) {
        return Arrays.stream(values())
                .filter(s -> s.code().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown stage '" + word + "'"));
    }
}
