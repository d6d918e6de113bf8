package org.grapnel.graph;

import org.grapnel.runtime.Preconditions;

/**
 * The scales of {@link WeightKind#LOCAL} weights exp(−d²/(σᵢσⱼ)): σᵢ is the distance of sample i to its last neighbour
 * (Zelnik-Manor and Perona, Self-tuning spectral clustering, NIPS 2004).
 *
 * <p>A sample whose neighbours all equal it has the distance 0 and no scale of its own: it takes the mean scale. So does
 * a sample whose distance is below 10⁻⁶ of the mean, which is 0 up to rounding. If all distances are 0, all weights are 1.
 */
public final class LocalScales {
    private static final double ZERO = 1e-6;

    private final double[] last;
    private final double mean;

    private LocalScales(double[] last, double mean) {
        this.last = last;
        this.mean = mean;
    }

    /** Returns the scales of samples with these neighbours. */
    public static LocalScales of(Neighbors neighbors) {
        Preconditions.require(neighbors.count() >= 1, "local scales need at least 1 neighbour per sample, got 0");
        double[] last = new double[neighbors.size()];
        double most = 0;
        for (int i = 0; i < last.length; i++) {
            last[i] = neighbors.distance(i, neighbors.count() - 1);
            most = Math.max(most, last[i]);
        }
        double sum = 0;
        if (most > 0) for (double d : last) sum += d / most; // the sum of very large distances must not overflow
        return new LocalScales(last, last.length == 0 ? 0 : most * (sum / last.length));
    }

    /** Returns σᵢ. */
    public double scale(int sample) {
        return scaleOf(last[sample]);
    }

    /** Returns the scale of a further sample whose last neighbour has this distance. */
    public double scaleOf(double lastDistance) {
        return scaleOf(lastDistance, mean);
    }

    /** Returns the scale of a sample whose last neighbour has this distance, where the mean of these distances is known. */
    public static double scaleOf(double lastDistance, double mean) {
        return lastDistance > ZERO * mean ? lastDistance : mean;
    }

    /** Returns the mean distance of the samples to their last neighbour. */
    public double mean() {
        return mean;
    }

    /** Returns √(σᵢσⱼ), the σ of the edge between two samples. */
    public double between(int i, int j) {
        return between(last[i], last[j], mean);
    }

    /**
     * Returns √(σᵢσⱼ) of two samples whose last neighbours have these distances.
     *
     * @param mean the mean last distance over all samples
     */
    public static double between(double last, double otherLast, double mean) {
        return Math.sqrt(scaleOf(last, mean)) * Math.sqrt(scaleOf(otherLast, mean));
    }
}
