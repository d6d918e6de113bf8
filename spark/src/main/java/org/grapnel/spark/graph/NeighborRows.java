package org.grapnel.spark.graph;

import org.grapnel.linalg.SparseMatrix;

/**
 * Rows of S for the samples of a partition, with rows of a tall matrix: first those of its own samples, then those of their neighbours in other
 * partitions.
 */
public final class NeighborRows {
    private final LaplacianPartition S;
    private final double[] rows;

    NeighborRows(LaplacianPartition S, double[] rows) {
        this.S = S;
        this.rows = rows;
    }

    /** Returns the number of samples of the partition. */
    public int samples() {
        return S.own();
    }

    /** Returns the rows of the tall matrix, which must not be changed. */
    public double[] rows() {
        return rows;
    }

    /** Returns whether a sample has an edge. */
    public boolean isJoined(int sample) {
        return S.start()[sample + 1] > S.start()[sample];
    }

    /** sum ← Σⱼ sᵢⱼ·(row j) with rows of r numbers. Sums run by ascending sample number, as on one machine. */
    public void sum(int sample, double[] of, int r, double[] sum) {
        SparseMatrix.addRows(S.slot(), S.value(), S.start()[sample], S.start()[sample + 1], of, r, sum);
    }
}
