package org.grapnel.graph;

import java.util.Locale;

/** What "near" means. */
public enum Metric {
    /** d(x, y) = ‖x − y‖. */
    EUCLIDEAN,
    /** d(x, y) = 1 − xᵀy/(‖x‖‖y‖), computed as ½‖x/‖x‖ − y/‖y‖‖²: 0 for the same direction, 1 for nothing in common. */
    COSINE;

    /** The distance of two points that are so far apart in the space they are compared in, which for cosine is the unit sphere. */
    public double toDistance(double length) {
        return this == COSINE ? length * length / 2 : length;
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
