package org.grapnel.pipeline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.Matrix;

/**
 * Notes that the groups of counts follow the depth of the samples, which is their total count. The measure is the share of the variance of log depth
 * that lies between the groups, adjusted for the number of groups: 1 − (1 − η²)(n − 1)/(n − c). A share above {@value #HIGH_SHARE} is noted. Counts
 * are whole numbers ≥ 0, as read or after log1p, and not grey levels: large or mostly small. Data whose samples or features were scaled are not
 * examined.
 */
final class DepthNote {
    private static final double HIGH_SHARE = 0.5;

    /** log1p and its inverse change a count by less than this. */
    private static final double ROUNDING = 1e-6;

    private static final int BYTE = 255;
    private static final int SMALL = 15;

    private DepthNote() {}

    static Optional<String> of(PreparedData prepared, Clustering groups) {
        Preparation how = prepared.preparation();
        boolean scaled = how.normalize() != Normalization.NONE || how.featureScale() != FeatureScaling.NONE;
        if (scaled || prepared.picture().isPresent()) return Optional.empty();
        return depths(prepared.data().X(), how.log1p())
                .map(depths -> shareBetween(depths, groups))
                .filter(share -> share > HIGH_SHARE)
                .map(share -> String.format(
                        Locale.ROOT,
                        "the groups follow the total count of the samples (%.0f %% of its variation lies between the groups): they may show the depth of"
                                + " sequencing; give each sample the same total before the fit (recipe counts)",
                        100 * share));
    }

    /** The total count of every sample; empty if the data are not counts. */
    private static Optional<double[]> depths(Matrix X, boolean log1p) {
        double[] depths = new double[X.cols()];
        boolean[] counts = {true};
        double[] most = {0};
        long[] small = {0};
        long[] positive = {0};
        for (int i = 0; i < X.rows() && counts[0]; i++)
            X.forEachInRow(i, (j, x) -> {
                double count = log1p ? Math.expm1(x) : x;
                counts[0] &= count >= 0 && Math.abs(count - Math.rint(count)) <= (log1p ? ROUNDING : 0) * (1 + count);
                most[0] = Math.max(most[0], count);
                if (count > 0) positive[0]++;
                if (count > 0 && count <= SMALL) small[0]++;
                depths[j] += Math.rint(count);
            });
        boolean grey = most[0] <= BYTE && 2 * small[0] < positive[0];
        return counts[0] && most[0] > 1 && !grey ? Optional.of(depths) : Optional.empty();
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
