package org.grapnel.select;

/**
 * Means and covariances of the squared differences fᵢ(a, b) = (xᵢₐ − xᵢᵦ)² over pairs of samples, under the even mixture
 * of two laws: <i>all</i> pairs a ≠ b alike; <i>near</i> pairs, a sample of a group with at least two and a partner from
 * the rest of that group. With several groupings, near pairs are their even mixture.
 *
 * <p>{@link GroupContrast} selects features from these moments, wherever the samples are.
 */
public interface ContrastMoments {
    /** Returns the moments of single features. */
    FeatureMoments features();

    /** Prepares covariances with these features, which replace the candidates before them. */
    CandidateSet candidates(int[] features);

    /** Features whose covariances with selected features are asked for. */
    interface CandidateSet {
        /**
         * Prepares the covariances of some features with the candidates.
         *
         * @param members a batch of features
         * @param priority for every feature, how soon it may be the member of a batch, larger is sooner; −∞ for never
         * @param needed the number of features that are still to be read, these included
         */
        MemberSet read(int[] members, double[] priority, int needed);
    }

    /** A batch of selected features. */
    interface MemberSet {
        /** Returns cov(fᵢ, fⱼ) of two members, which must be candidates, by their places in the batch. */
        double covariance(int i, int j);

        /** sums[i] ← sums[i] + Σⱼ cov(fᵢ, fⱼ) over the members j, for the candidates i that are not skipped. */
        void addCovariances(boolean[] skipped, double[] sums);
    }
}
