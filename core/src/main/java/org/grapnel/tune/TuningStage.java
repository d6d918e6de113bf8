package org.grapnel.tune;

import java.util.Arrays;
import java.util.Locale;

/** Why a fit was made, in the order in which that comes. */
public enum TuningStage {
    /** Every number of neighbours with every weight, from one start. */
    GRID,
    /** The best of them from two more starts. */
    SEEDS,
    /** Other numbers of features at the best of those, each from where the fit before it ended. */
    PATH,
    /** The chosen number of features from starts of its own, as {@code fit} does it. */
    CONFIRM,
    /** Half and twice of what was chosen. */
    CHANGE,
    /** What the sign of warning is compared with, where the data are too large for it: the same fit on a part of them. */
    SAMPLE,
    /** The same on a cloud that has the means and covariances of the data, and no groups. */
    CLOUD;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static TuningStage parse(String word) {
        return Arrays.stream(values())
                .filter(s -> s.code().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no stage '" + word + "'"));
    }
}
