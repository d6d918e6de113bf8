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
    private int now;

    CovarianceBounds(PairMoments moments, int batches) {
        this.moments = moments;
        members = new int[batches + 1];
        variance = new double[batches + 1];
        shared = new double[batches + 1];
        squares = new double[batches + 1];
        mean = new double[batches + 1];
    }

    /** The number of batches added so far. */
    int now() {
        return now;
    }

    /** The number of members after the given number of batches. */
    int members(int batches) {
        return members[batches];
    }

    /**
     * Records that a batch was added.
     *
     * @param count number of members, including the batch
     * @param V var(d²_S), including the batch
     * @param seen the distance over all members
     * @param withBatch covariance of every earlier batch with the new one
     */
    void enter(int count, double V, SubsetDistance seen, double[] withBatch) {
        double sum = 0;
        for (int t = 0; t <= now; t++) {
            shared[t] += sum; // over the batches before t
            if (t < now) sum += withBatch[t];
        }
        now++;
        members[now] = count;
        variance[now] = V;
        squares[now] = seen.squares;
        mean[now] = seen.mean;
    }

    /** An estimate of cov(fᵢ, d²_S), given its value c after {@code then} batches. */
    double expected(double c, int then) {
        return variance[then] > 0 ? c + c * (shared[then] / variance[then]) : c;
    }

    /** A lower bound of cov(fᵢ, d²_S), given its value c after {@code then} batches. */
    double least(int i, double c, int then) {
        double old = variance[then];
        double ofM = Math.max(0, variance[now] - old - 2 * shared[then]);
        double ofF = moments.variance[i];
        double known = 0;
        if (old > 0) {
            known = c * shared[then] / old;
            ofF = Math.max(0, ofF - c * c / old);
            ofM = Math.max(0, ofM - shared[then] * shared[then] / old);
        }
        double positive = moments.leastCovariance(i, squares[now] - squares[then], mean[now] - mean[then]);
        return c + Math.max(positive, known - Math.sqrt(ofF * ofM));
    }
}
