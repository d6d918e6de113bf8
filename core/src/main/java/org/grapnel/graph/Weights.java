package org.grapnel.graph;

import java.util.Locale;

/** How much an edge between two neighbours counts. */
public enum Weights {
    /** exp(−d²/2σ²) for distance d: near neighbours count more. */
    GAUSSIAN,
    /** 1. */
    BINARY,
    /** xᵀy, the dot product of the two samples; with the cosine metric, their cosine. */
    DOT;

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
