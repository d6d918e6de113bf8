package org.grapnel.cluster;

import org.grapnel.runtime.Preconditions;

/**
 * Options of k-means.
 *
 * @param starts number of starts; the smallest inertia wins, ties go to the earlier start
 * @param maxIterations limit for each start
 * @param tolerance a start ends when Σ of the centres' squared moves is at most this times the mean variance of a
 *     dimension; with 0 only when no label changes
 */
public record KMeansOptions(int clusters, int starts, int maxIterations, double tolerance, long seed) {
    public KMeansOptions {
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        Preconditions.require(starts >= 1, "starts must be at least 1, got %d", starts);
        Preconditions.require(maxIterations >= 1, "max-iter must be at least 1, got %d", maxIterations);
        Preconditions.require(
                tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY, "tol must be a number >= 0, got %s", tolerance);
    }

    /** Ten starts of at most 300 iterations, tolerance 10⁻⁴, seed 0. */
    public static KMeansOptions of(int clusters) {
        return new KMeansOptions(clusters, 10, 300, 1e-4, 0);
    }

    public KMeansOptions withStarts(int number) {
        return new KMeansOptions(clusters, number, maxIterations, tolerance, seed);
    }

    public KMeansOptions withMaxIterations(int limit) {
        return new KMeansOptions(clusters, starts, limit, tolerance, seed);
    }

    public KMeansOptions withTolerance(double share) {
        return new KMeansOptions(clusters, starts, maxIterations, share, seed);
    }

    public KMeansOptions withSeed(long number) {
        return new KMeansOptions(clusters, starts, maxIterations, tolerance, number);
    }
}
