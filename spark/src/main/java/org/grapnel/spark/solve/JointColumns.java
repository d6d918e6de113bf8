package org.grapnel.spark.solve;

import java.io.Serializable;
import org.grapnel.spark.graph.NeighborRows;

/**
 * Columns of H and G of one partition, and their contribution to the sums over all partitions.
 *
 * @param h rows of Ht, sample by sample
 * @param g rows of Gt; zero for samples without an edge
 */
record JointColumns(double[] h, double[] g, double[] sums) implements Serializable {
    private static final double[] NONE = {};

    JointColumns(double[] h, double[] g) {
        this(h, g, NONE);
    }

    /** G ← H for the samples with an edge. */
    static JointColumns copyOfH(NeighborRows S, int r) {
        double[] h = S.rows();
        double[] g = new double[h.length];
        for (int i = 0; i < S.samples(); i++) if (S.isJoined(i)) System.arraycopy(h, i * r, g, i * r, r);
        return new JointColumns(h, g);
    }

    JointColumns withoutSums() {
        return new JointColumns(h, g);
    }

    /** Returns H and G, as they are stored. */
    double[][] arrays() {
        return new double[][] {h, g};
    }
}
