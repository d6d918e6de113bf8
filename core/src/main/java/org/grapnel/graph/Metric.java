package org.grapnel.graph;

import java.util.Locale;

/** The distance between samples. */
public enum Metric {
    /** d(x, y) = ‖x − y‖. */
    EUCLIDEAN,
    /** d(x, y) = 1 − xᵀy/(‖x‖‖y‖), computed as ½‖x/‖x‖ − y/‖y‖‖²: 0 for equal directions, 1 for orthogonal ones. */
    COSINE;

    /** Converts the Euclidean distance of two points to this metric. For cosine, the points are on the unit sphere. */
    public double toDistance(double length) {
        return this == COSINE ? length * length / 2 : length;
    }

    /** Returns the word that users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
