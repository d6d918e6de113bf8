package org.grapnel.graph;

import java.util.Locale;

/** What becomes of j being a neighbour of i when i is none of j. */
public enum Symmetrization {
    /** An edge where either is a neighbour of the other. */
    MAX {
        @Override
        public double combine(double there, double back) {
            return Math.max(there, back);
        }
    },
    /** The same edges, at half the weight where only one is a neighbour of the other. */
    MEAN {
        @Override
        public double combine(double there, double back) {
            return (there + back) / 2;
        }
    },
    /** An edge only where each is a neighbour of the other. */
    MUTUAL {
        @Override
        public double combine(double there, double back) {
            return Math.min(there, back);
        }
    };

    /** The weight of an edge from those of its two directions; 0 is none. */
    public abstract double combine(double there, double back);

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
