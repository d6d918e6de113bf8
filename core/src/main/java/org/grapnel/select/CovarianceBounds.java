package org.grapnel.select;

/**
 * Bounds on a covariance cov(fᵢ, d²_S) that was computed for a smaller set of features. It was computed for S′; now S =
 * S′ ∪ M. Given cᵢ = cov(fᵢ, d²_S′), the missing part cov(fᵢ, d²_M) is cᵢ·C/V′ with C = cov(d²_S′, d²_M) and V′ =
 * var(d²_S′), up to the parts of fᵢ and d²_M orthogonal to d²_S′, which the Cauchy–Schwarz inequality bounds:
 *
 * <pre>   |cov(fᵢ, d²_M) − cᵢC/V′| ≤ √((varᵢ − cᵢ²/V′)·(var(d²_M) − C²/V′))   </pre>
 */
final class CovarianceBounds {
    private final PairMoments moments;
    private final int[] members;
    private final double[] variance; // V′ after each batch
    private final double[] shared; // C
    private final double[] squares;
    private final double[] mean;
    private int batches;

    CovarianceBounds(PairMoments moments, int maxBatches) {
        this.moments = moments;
        members = new int[maxBatches + 1];
        variance = new double[maxBatches + 1];
        shared = new double[maxBatches + 1];
        squares = new double[maxBatches + 1];
        mean = new double[maxBatches + 1];
    }

    /** The number of batches added so far. */
    int batches() {
        return batches;
    }

    /** The number of members after the given number of batches. */
    int members(int afterBatches) {
        return members[afterBatches];
    }

    /**
     * Records that a batch was added.
     *
     * @param count number of members, including the batch
     * @param V var(d²_S), including the batch
     * @param subset the distance over all members
     * @param withBatch covariance of every earlier batch with the new one
     */
    void addBatch(int count, double V, SubsetDistance subset, double[] withBatch) {
        double sum = 0;
        for (int t = 0; t <= batches; t++) {
            shared[t] += sum; // over the batches before t
            if (t < batches) sum += withBatch[t];
        }
        batches++;
        members[batches] = count;
        variance[batches] = V;
        squares[batches] = subset.squares;
        mean[batches] = subset.mean;
    }

    /** An estimate of cov(fᵢ, d²_S), given its value c after {@code knownBatches} batches. */
    double estimate(double c, int knownBatches) {
        return variance[knownBatches] > 0 ? c + c * (shared[knownBatches] / variance[knownBatches]) : c;
    }

    /** A lower bound of cov(fᵢ, d²_S), given its value c after {@code knownBatches} batches. */
    double lowerBound(int i, double c, int knownBatches) {
        double oldVariance = variance[knownBatches];
        double varianceOfM = Math.max(0, variance[batches] - oldVariance - 2 * shared[knownBatches]);
        double varianceOfF = moments.variance[i];
        double projected = 0;
        if (oldVariance > 0) {
            projected = c * shared[knownBatches] / oldVariance;
            varianceOfF = Math.max(0, varianceOfF - c * c / oldVariance);
            varianceOfM = Math.max(0, varianceOfM - shared[knownBatches] * shared[knownBatches] / oldVariance);
        }
        double fromPositivity = moments.covarianceLowerBound(
                i, squares[batches] - squares[knownBatches], mean[batches] - mean[knownBatches]);
        return c + Math.max(fromPositivity, projected - Math.sqrt(varianceOfF * varianceOfM));
    }
}
