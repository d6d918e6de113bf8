package org.grapnel.graph;

import java.util.Locale;

/** How one-sided neighbour relations become edges. */
public enum Symmetrization {
    /** An edge if either sample is a neighbour of the other. */
    MAX {
        @Override
        public double combine(double there, double back) {
            return Math.max(there, back);
        }
    },
    /** The edges of {@link #MAX}, with half the weight if only one sample is a neighbour of the other. */
    MEAN {
        @Override
        public double combine(double there, double back) {
            return (there + back) / 2;
        }
    },
    /** An edge only if each sample is a neighbour of the other. */
    MUTUAL {
        @Override
        public double combine(double there, double back) {
            return Math.min(there, back);
        }
    };

    /** Returns the weight of an edge from the weights of its two directions; 0 means no edge. */
    public abstract double combine(double there, double back);

    /** Returns the word that users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
