package org.grapnel.transform;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.runtime.Preconditions;

/**
 * Assigns a sample to the group with the nearest centre, the mean of its training samples. Where the training samples are in the groups of
 * their largest memberships, so are the new ones.
 */
public final class GroupCenters implements Serializable {
    private static final long serialVersionUID = 1;

    private final boolean memberships;
    private final double[] scale;
    private final double[][] center;
    private final double far;

    /**
     * Creates centres.
     *
     * @param memberships whether group j is that of the samples whose largest membership is hⱼ
     * @param scale the factor of each component before distances are compared; empty if h is scaled to unit length instead
     * @param center a mean point of each group; empty arrays for groups without samples
     */
    public GroupCenters(boolean memberships, double[] scale, double[][] center) {
        Preconditions.require(
                Arrays.stream(center).anyMatch(own -> own.length > 0), "there are no groups with a sample");
        this.memberships = memberships;
        this.scale = scale.clone();
        this.center = Arrays.stream(center).map(double[]::clone).toArray(double[][]::new);
        far = Arrays.stream(center).flatMapToDouble(Arrays::stream).max().orElse(0);
    }

    /** Returns whether groups follow from the largest memberships. */
    public boolean areMemberships() {
        return memberships;
    }

    /** Returns the factor of each component; empty if h is scaled to unit length. */
    public double[] scale() {
        return scale.clone();
    }

    /** Returns the centres; empty arrays for groups without samples. */
    public double[][] centers() {
        return Arrays.stream(center).map(double[]::clone).toArray(double[][]::new);
    }

    /** Returns the point of a sample that is compared with the centres. */
    public static double[] point(double[] h, double[] scale) {
        double[] point = h.clone();
        if (scale.length == 0) FactorClusters.scaleToUnitLength(point);
        else for (int q = 0; q < point.length; q++) point[q] *= scale[q];
        return point;
    }

    /** Returns the group of a sample; ties go to the first. */
    public int groupOf(double[] h) {
        return memberships ? largest(h) : nearest(point(h, scale));
    }

    /** Returns the component of the largest entry; ties go to the first. */
    public static int largest(double[] h) {
        int best = 0;
        for (int j = 1; j < h.length; j++) if (h[j] > h[best]) best = j;
        return best;
    }

    private int nearest(double[] point) {
        // a power of two changes no bit, and what is squared then neither overflows nor vanishes
        double unit = Math.scalb(
                1.0, -Math.getExponent(Math.max(far, Arrays.stream(point).max().orElse(0))));
        double least = Double.POSITIVE_INFINITY;
        int group = 0;
        for (int g = 0; g < center.length; g++) {
            if (center[g].length == 0) continue;
            double d = 0;
            for (int q = 0; q < point.length; q++)
                d += (point[q] - center[g][q]) * unit * ((point[q] - center[g][q]) * unit);
            if (!(d < least)) continue;
            least = d;
            group = g;
        }
        return group;
    }
}
