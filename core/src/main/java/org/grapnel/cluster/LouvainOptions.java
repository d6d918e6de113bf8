package org.grapnel.cluster;

import org.grapnel.runtime.Preconditions;

/**
 * Options of the search.
 *
 * @param resolution γ: more and smaller communities above 1, fewer below
 * @param seed determines the order of the nodes
 */
public record LouvainOptions(double resolution, long seed) {
    public LouvainOptions {
        Preconditions.require(
                resolution > 0 && resolution < Double.POSITIVE_INFINITY,
                "resolution must be a number > 0, got %s",
                resolution);
    }

    /** γ = 1, seed 0. */
    public static LouvainOptions standard() {
        return new LouvainOptions(1, 0);
    }

    public LouvainOptions withResolution(double gamma) {
        return new LouvainOptions(gamma, seed);
    }

    public LouvainOptions withSeed(long other) {
        return new LouvainOptions(resolution, other);
    }
}
