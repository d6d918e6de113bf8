package org.grapnel.embed;

import java.util.OptionalDouble;
import org.grapnel.runtime.Preconditions;

/**
 * Settings of t-SNE.
 *
 * @param perplexity the effective number of neighbours; at most (n−1)/3 for n samples
 * @param iterations most iterations. The first 250 of them, or half if there are fewer than 500, are exaggerated
 * @param earlyExaggeration factor of P in the first iterations
 * @param learningRate the step for a gain of one; empty for max(n / earlyExaggeration / 4, 50)
 * @param theta how large two cells may be, relative to their distance, to interact as a whole: the sum of their
 *     radii over the distance of their centres. 0 is exact and takes n² operations. On USPS (9298 samples) the
 *     divergence at 0.3, 0.5, 0.6 and 0.7 is about 0.99, 0.99, 1.00 and 1.03 of scikit-learn's at its angle 0.5
 */
public record TsneOptions(
        double perplexity, int iterations, double earlyExaggeration, OptionalDouble learningRate, double theta) {
    private static final double PERPLEXITY = 30;

    public TsneOptions {
        Preconditions.require(
                perplexity > 0 && perplexity <= Double.MAX_VALUE,
                "perplexity must be a number above 0, got %s; 5 to 50 is usual",
                perplexity);
        Preconditions.require(iterations >= 1, "iterations must be at least 1, got %d; 1000 is usual", iterations);
        Preconditions.require(
                earlyExaggeration >= 1 && earlyExaggeration <= Double.MAX_VALUE,
                "early exaggeration must be at least 1, got %s; 12 is usual, 1 exaggerates nothing",
                earlyExaggeration);
        double rate = learningRate.orElse(1);
        Preconditions.require(
                rate > 0 && rate <= Double.MAX_VALUE,
                "the learning rate must be a number above 0, got %s; leave it empty to derive it from n",
                rate);
        Preconditions.require(
                theta >= 0 && theta < 1, "theta must be at least 0 and below 1, got %s; 0.5 is usual", theta);
    }

    /**
     * Returns perplexity 30, 1000 iterations, exaggeration 12, a learning rate that follows from n, and theta 0.5.
     */
    public static TsneOptions defaults() {
        return new TsneOptions(PERPLEXITY, 1000, 12, OptionalDouble.empty(), 0.5);
    }

    /** Returns the largest usable perplexity up to the default: min(30, (n−1)/3). */
    public static double perplexityFor(int n) {
        return n > 1 ? Math.min(PERPLEXITY, (n - 1) / 3.0) : PERPLEXITY;
    }

    /** Returns how many neighbours of every sample the perplexity needs: ⌊3·perplexity⌋, at least one. */
    public int neighbors() {
        return TsneAffinities.neighbors(perplexity);
    }

    public TsneOptions withPerplexity(double perplexity) {
        return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
    }

    public TsneOptions withIterations(int iterations) {
        return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
    }

    public TsneOptions withEarlyExaggeration(double earlyExaggeration) {
        return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
    }

    public TsneOptions withLearningRate(double learningRate) {
        return new TsneOptions(perplexity, iterations, earlyExaggeration, OptionalDouble.of(learningRate), theta);
    }

    public TsneOptions withTheta(double theta) {
        return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
    }

    double rate(int n) {
        return learningRate.orElse(Math.max(n / earlyExaggeration / 4, 50));
    }

    void check(int n) {
        Preconditions.require(
                3 * perplexity <= n - 1,
                "perplexity %s is too large for %d samples: it may be at most %.4g, " + "a third of the other samples",
                perplexity,
                n,
                (n - 1) / 3.0);
    }
}
