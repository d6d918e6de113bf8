package org.grapnel.graph;

import java.util.Locale;

/** How much an edge between two neighbours counts. */
public enum WeightKind {
    /** exp(−d²/2σ²) for distance d: near neighbours count more. */
    GAUSSIAN,
    /** 1. */
    BINARY,
    /** xᵀy, the dot product of the two samples; with the cosine metric, their cosine. */
    DOT;

    private static final double ZERO = 1e-12;

    /** The weight of an edge of this length; for {@link #DOT} the length is a cosine distance, which holds the cosine. */
    public double weight(double distance, double sigma) {
        return switch (this) {
            case BINARY -> 1;
            // σ is 0 only where all distances are: then all are as near as can be
            case GAUSSIAN -> distance == 0 ? 1 : Math.exp(-(distance / sigma) * (distance / sigma) / 2);
            // a cosine that is 0 but for the rounding of the distance is no edge
            case DOT -> Math.abs(1 - distance) < ZERO ? 0 : 1 - distance;
        };
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
