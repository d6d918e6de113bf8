package org.grapnel.pipeline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.CountProfile;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Loss;

/**
 * Notes that the groups of counts follow the depth of the samples, which is their total count. The measure is the share of the variance of log depth
 * that lies between the groups, adjusted for the number of groups: 1 − (1 − η²)(n − 1)/(n − c). A share above {@value #HIGH_SHARE} is noted. Counts
 * are whole numbers ≥ 0, as read or after log1p, and not grey levels. Data whose samples or features were scaled are not
 * examined.
 */
public final class DepthNote {
    private static final double HIGH_SHARE = 0.5;

    private static final String SAME_TOTAL = "; give each sample the same total before the fit (recipe counts)";

    /** Depths that differ by less are equal. */
    private static final double ROUNDING = 1e-6;

    private DepthNote() {}

    static Optional<String> of(PreparedData prepared, Clustering groups, Loss loss) {
        Preparation how = prepared.preparation();
        String advice = loss == Loss.KL
                ? "; the loss kl allows for it, the graph does not: build it on samples of the same total (grapnel graph, recipe counts) and give it"
                        + " to the fit"
                : SAME_TOTAL;
        return isExamined(how, prepared.picture().isPresent())
                ? of(how, prepared.data().X(), groups, advice)
                : Optional.empty();
    }

    /** Returns whether data that were prepared in this way are examined. */
    public static boolean isExamined(Preparation how, boolean arePictures) {
        return how.normalize() == Normalization.NONE && how.featureScale() == FeatureScaling.NONE && !arePictures;
    }

    /** Returns the note for prepared data, if they are counts and their groups follow the depth. */
    public static Optional<String> of(Preparation how, Matrix X, Clustering groups) {
        return of(how, X, groups, SAME_TOTAL);
    }

    private static Optional<String> of(Preparation how, Matrix X, Clustering groups, String advice) {
        return (how.log1p() ? CountProfile.ofLog1p(X) : CountProfile.of(X))
                .filter(counts -> counts.largest() > 1 && !counts.areGrey())
                .map(counts -> shareBetween(counts.depths(), groups))
                .filter(share -> share > HIGH_SHARE)
                .map(share -> String.format(
                        Locale.ROOT,
                        "the groups follow the total count of the samples (%.0f %% of its variation lies between the groups): they may show the depth of"
                                + " sequencing%s",
                        100 * share,
                        advice));
    }

    /** The adjusted share of the variance of log depth between the groups; samples without counts are left out. */
    private static double shareBetween(double[] depths, Clustering groups) {
        double[] sum = new double[groups.clusters()];
        int[] size = new int[sum.length];
        double mean = 0;
        int n = 0;
        for (int j = 0; j < depths.length; j++) {
            if (depths[j] == 0) continue;
            double log = StrictMath.log(depths[j]);
            sum[groups.labelOf(j)] += log;
            size[groups.labelOf(j)]++;
            mean += (log - mean) / ++n;
        }
        double total = 0;
        double within = 0;
        for (int j = 0; j < depths.length; j++) {
            if (depths[j] == 0) continue;
            double log = StrictMath.log(depths[j]);
            double center = sum[groups.labelOf(j)] / size[groups.labelOf(j)];
            total += (log - mean) * (log - mean);
            within += (log - center) * (log - center);
        }
        long formed = Arrays.stream(size).filter(s -> s > 0).count();
        if (n <= formed || formed < 2 || !(total > ROUNDING * n * mean * mean)) return 0;
        return 1 - within / total * (n - 1) / (n - formed);
    }
}
