package org.grapnel.graph;

import java.util.Locale;

/** The weight of an edge between two neighbours. */
public enum WeightKind {
    /** exp(−d²/2σ²) for distance d: near neighbours count more. */
    GAUSSIAN,
    /** 1. */
    BINARY,
    /** xᵀy, the dot product of the two samples; with the cosine metric, their cosine. */
    DOT,
    /** exp(−d²/(σᵢσⱼ)), where σᵢ is the distance of sample i to its last neighbour: see {@link LocalScales}. */
    LOCAL;

    private static final double ZERO = 1e-12;
    private static final double LEAST_ON_COMPONENTS = 0.01;

    /**
     * Returns the weight of an edge of this length. For {@link #DOT} the length is a cosine distance, which determines
     * the cosine. For {@link #LOCAL}, σ is √(σᵢσⱼ).
     */
    public double weight(double distance, double sigma) {
        return switch (this) {
            case BINARY -> 1;
            // σ is 0 only if all distances are 0
            case GAUSSIAN -> distance == 0 ? 1 : Math.exp(-(distance / sigma) * (distance / sigma) / 2);
            case LOCAL -> distance == 0 ? 1 : Math.exp(-(distance / sigma) * (distance / sigma));
            // a cosine of 0 up to the rounding of the distance is no edge
            case DOT -> Math.abs(1 - distance) < ZERO ? 0 : 1 - distance;
        };
    }

    /**
     * Returns the weight of an edge of this length between samples on components. A Gaussian or local weight is at least
     * {@value #LEAST_ON_COMPONENTS}: an outlier whose edges have almost no weight would otherwise be a group of its own.
     */
    public double weightOnComponents(double distance, double sigma) {
        double weight = weight(distance, sigma);
        return this == GAUSSIAN || this == LOCAL ? Math.max(LEAST_ON_COMPONENTS, weight) : weight;
    }

    /** Returns the word that users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
