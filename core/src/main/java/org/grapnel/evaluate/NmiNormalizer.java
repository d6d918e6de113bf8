package org.grapnel.evaluate;

/** The divisor N. The entropies are H(T) = −Σᵢ (aᵢ/n)·ln(aᵢ/n), and H(C) likewise. */
public enum NmiNormalizer {
    /** ½·(H(C) + H(T)), the paper's: NMI = 2I / (H(C) + H(T)). */
    ARITHMETIC {
        @Override
        double divisor(double HC, double HT, double mutual) {
            return (HC + HT) / 2;
        }
    },
    /** √(H(C)·H(T)). */
    GEOMETRIC {
        @Override
        double divisor(double HC, double HT, double mutual) {
            return Math.sqrt(HC * HT);
        }
    },
    /** min(H(C), H(T)): 1 as soon as one partition refines the other. */
    MIN {
        @Override
        double divisor(double HC, double HT, double mutual) {
            return Math.min(HC, HT);
        }
    },
    /** max(H(C), H(T)). */
    MAX {
        @Override
        double divisor(double HC, double HT, double mutual) {
            return Math.max(HC, HT);
        }
    },
    /** H(C, T) = H(C) + H(T) − I: one minus the normalised information distance, which is a metric. */
    JOINT {
        @Override
        double divisor(double HC, double HT, double mutual) {
            return HC + HT - mutual;
        }
    };

    abstract double divisor(double HC, double HT, double mutual);
}
