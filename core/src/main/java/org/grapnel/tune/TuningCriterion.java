package org.grapnel.tune;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The score that ranks fits without labels; larger is better. */
public enum TuningCriterion {
    /**
     * Modularity of the groups on the graph of {@value FitEvaluator#REFERENCE_NEIGHBORS} neighbours of the data. The
     * graph is the same for all fits, and no fit uses it. On 19 real data sets this criterion followed the labels best.
     */
    MODULARITY,
    /** Silhouette of the groups among the columns of H. */
    SILHOUETTE,
    /** Adjusted Rand index of the groups from two starts. Two starts can agree on wrong groups. */
    STABILITY,
    /**
     * 1 − relative error on held-out samples, with all features predicted from the kept ones. It measures prediction,
     * not grouping.
     */
    HELD_OUT,
    /**
     * 1 − relative error on hidden entries of all features, predicted from the entries that are left; the mean over several hidings. It measures
     * prediction, not grouping. Only for the recommended method.
     */
    HELD_OUT_ENTRIES;

    /** The word on the command line. */
    public String cliName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static TuningCriterion parse(String word) {
        return Arrays.stream(values())
                .filter(c -> c.cliName().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown criterion '" + word + "', allowed are "
                        + Arrays.stream(values()).map(TuningCriterion::cliName).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return cliName();
    }
}
