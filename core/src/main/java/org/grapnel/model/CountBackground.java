package org.grapnel.model;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * bᵢⱼ = x̄ᵢ·dⱼ: the mean x̄ᵢ of a feature times the depth dⱼ of a sample, which is Σᵢxᵢⱼ over its mean. Rows and columns of b have the sums of X.
 *
 * <p>Under the Kullback–Leibler divergence a zero row of WH would cost D(x‖0) = ∞. So a feature that is not kept is explained by this background,
 * and costs D(xᵢ‖bᵢ).
 */
public final class CountBackground {
    private static final double NEGLIGIBLE = 1e-100;

    private final double[] mean;
    private final double[] depth;

    private CountBackground(double[] mean, double[] depth) {
        this.mean = mean;
        this.depth = depth;
    }

    /** Computes the background of all features of X. */
    public static CountBackground of(Matrix X) {
        double[] mean = new double[X.rows()];
        double[] depth = new double[X.cols()];
        for (int i = 0; i < mean.length; i++) {
            int row = i;
            X.forEachInRow(i, (j, x) -> {
                mean[row] += x / depth.length;
                depth[j] += x;
            });
        }
        double all = Arrays.stream(depth).sum();
        if (all > 0) for (int j = 0; j < depth.length; j++) depth[j] *= depth.length / all;
        return new CountBackground(mean, depth);
    }

    /** Returns the background of some features; the depths stay those of all. */
    public CountBackground selectRows(int[] rows) {
        return new CountBackground(Arrays.stream(rows).mapToDouble(i -> mean[i]).toArray(), depth);
    }

    public double get(int feature, int sample) {
        return mean[feature] * depth[sample];
    }

    /** Returns D(xᵢ‖bᵢ) = Σ x log(x/b) of a row of X, whose sum is that of bᵢ. */
    public double divergence(Matrix X, int feature) {
        double[] sum = {0};
        X.forEachInRow(feature, (j, x) -> {
            if (x > 0) sum[0] += x * logarithm(x, feature, j);
        });
        return Math.max(0, sum[0]);
    }

    /** log(x/b). Of numbers near the least positive double, b or the ratio may underflow; where the mean itself does, x does not count. */
    private double logarithm(double x, int feature, int sample) {
        double ratio = x / get(feature, sample);
        if (ratio >= Double.MIN_NORMAL && ratio < Double.POSITIVE_INFINITY) return Math.log(ratio);
        if (mean[feature] == 0 || depth[sample] == 0) return 0;
        return Math.log(x) - Math.log(mean[feature]) - Math.log(depth[sample]);
    }

    /**
     * Returns the least number that counts in a fit: {@value #NEGLIGIBLE} of the largest. Smaller ones are taken as zeros: with all digits of a
     * double they add nothing to the divergence, but their steps would underflow.
     */
    public static double least(Matrix X) {
        return Arrays.stream(leastOfSamples(X)).max().orElse(0);
    }

    /** Returns the least number that counts in each sample, where samples are placed one by one. */
    public static double[] leastOfSamples(Matrix X) {
        double[] largest = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) X.forEachInRow(i, (j, x) -> largest[j] = Math.max(largest[j], x));
        return Arrays.stream(largest).map(x -> NEGLIGIBLE * x).toArray();
    }

    void check(Matrix X) {
        Preconditions.require(
                mean.length == X.rows() && depth.length == X.cols(),
                "the background is %d × %d, the data are %d × %d",
                mean.length,
                depth.length,
                X.rows(),
                X.cols());
    }
}
