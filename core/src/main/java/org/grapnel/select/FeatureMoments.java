package org.grapnel.select;

import java.util.Arrays;
import java.util.List;

/**
 * Moments of the squared differences fᵢ(a, b) = (xᵢₐ − xᵢᵦ)² of single features under the mixture of {@link
 * ContrastMoments}, and the F-test between the groups. Features that are not set are constant.
 */
public final class FeatureMoments {
    final List<GroupSizes> groupings;

    /** ‖xᵢ‖² of the centred row of every feature. */
    final double[] squares;

    /** Whether a feature has two different values. */
    final boolean[] varying;

    /** The share of the variance between the groups, η²; the mean over groupings. */
    final double[] share;

    /** The probability of such a share by chance, of the grouping where it is smallest. */
    final double[] chance;

    /** E fᵢ under the mixture. */
    final double[] mean;

    /** var fᵢ under the mixture. */
    final double[] variance;

    /** cov(fᵢ, t)/sd(t) for t = 0 on near pairs and 1 on all pairs: half of E_all fᵢ − E_near fᵢ. */
    final double[] contrast;

    public FeatureMoments(int features, List<GroupSizes> groupings) {
        this.groupings = List.copyOf(groupings);
        squares = new double[features];
        varying = new boolean[features];
        share = new double[features];
        chance = new double[features];
        Arrays.fill(chance, 1);
        mean = new double[features];
        variance = new double[features];
        contrast = new double[features];
    }

    /** Returns the number of features, p. */
    public int features() {
        return mean.length;
    }

    /** Returns E fᵢ under the mixture. */
    public double mean(int i) {
        return mean[i];
    }

    /**
     * Sets the moments of a feature that is not constant from its central moments. In a block of m samples with s = Σ u²
     * of the centred values, Σ f = 2m·s and Σ f² = 2m·Σ u⁴ + 6s² over the ordered pairs.
     *
     * @param s Σ (x − mean)² over all samples
     * @param fourth Σ (x − mean)⁴ over all samples
     * @param blockSquares Σ (x − mean of the block)² for each block of each grouping
     * @param blockFourths Σ (x − mean of the block)⁴ for each block of each grouping
     */
    public void set(int i, double s, double fourth, double[][] blockSquares, double[][] blockFourths) {
        int n = groupings.get(0).samples();
        double weightOfAll = groupings.get(0).weightOfAll();
        varying[i] = true;
        squares[i] = s;
        double first = weightOfAll * 2 * n * s;
        double second = weightOfAll * (2 * n * fourth + 6 * s * s);
        double near = 0;
        for (int g = 0; g < groupings.size(); g++) {
            GroupSizes sizes = groupings.get(g);
            double within = 0;
            for (int block = 0; block < sizes.blocks(); block++) {
                int m = sizes.size(block);
                double squareSum = blockSquares[g][block];
                within += squareSum;
                double weight = sizes.weight(block, groupings.size());
                near += weight * 2 * m * squareSum;
                second += weight * (2 * m * blockFourths[g][block] + 6 * squareSum * squareSum);
            }
            double between = s > 0 ? Math.min(1, Math.max(0, 1 - within / s)) : 0;
            share[i] += between / groupings.size();
            chance[i] = Math.min(chance[i], FTest.upperTail(between, sizes.groups(), n));
        }
        mean[i] = first + near;
        variance[i] = Math.max(0, second - mean[i] * mean[i]);
        contrast[i] = first - near; // each law has the weight ½, and so has the contrast
    }
}
