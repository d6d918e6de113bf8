package org.grapnel.cluster;

import org.grapnel.runtime.Preconditions;

/**
 * Options of sparse k-means.
 *
 * @param keep number of features
 * @param maxRounds limit of the number of rounds
 */
public record SparseKMeansOptions(int keep, int maxRounds, KMeansOptions kmeans) {
    public SparseKMeansOptions {
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
        Preconditions.require(maxRounds >= 1, "rounds must be at least 1, got %d", maxRounds);
    }

    /** At most 50 rounds. */
    public static SparseKMeansOptions of(int keep, KMeansOptions kmeans) {
        return new SparseKMeansOptions(keep, 50, kmeans);
    }

    public SparseKMeansOptions withMaxRounds(int limit) {
        return new SparseKMeansOptions(keep, limit, kmeans);
    }
}
