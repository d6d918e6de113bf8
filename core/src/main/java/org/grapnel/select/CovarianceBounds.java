package org.grapnel.select;

/**
 * What a covariance cov(fᵢ, d²_S) can have become since it was computed. Then the features were S′, now they are S = S′ ∪ M. Given cᵢ =
 * cov(fᵢ, d²_S′), what is missing, cov(fᵢ, d²_M), is cᵢ·C/V′ with C = cov(d²_S′, d²_M) and V′ = var(d²_S′), up to the parts of fᵢ and d²_M that
 * are orthogonal to d²_S′, for which Cauchy and Schwarz hold:
 *
 * <pre>   |cov(fᵢ, d²_M) − cᵢC/V′| ≤ √((varᵢ − cᵢ²/V′)·(var(d²_M) − C²/V′))   </pre>
 */
final class CovarianceBounds {
    private final PairMoments moments;
    private final int[] members;
    private final double[] variance; // V′ after so many batches
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

    /** How many batches have entered. */
    int now() {
        return now;
    }

    /** How many members there were after so many batches. */
    int members(int batches) {
        return members[batches];
    }

    /**
     * A batch more.
     *
     * @param count how many members there are now
     * @param V var(d²_S), now
     * @param seen by all of them
     * @param withBatch of every earlier batch, its covariance with the new one
     */
    void enter(int count, double V, SubsetDistance seen, double[] withBatch) {
        double sum = 0;
        for (int t = 0; t <= now; t++) {
            shared[t] += sum; // of the batches before t
            if (t < now) sum += withBatch[t];
        }
        now++;
        members[now] = count;
        variance[now] = V;
        squares[now] = seen.squares;
        mean[now] = seen.mean;
    }

    /** What to expect of cov(fᵢ, d²_S), given what it was after {@code then} batches. */
    double expected(double c, int then) {
        return variance[then] > 0 ? c + c * (shared[then] / variance[then]) : c;
    }

    /** The least that it can be. */
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
