package org.grapnel.spark.solve;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GramCache;
import org.grapnel.solve.block.SampleBlock;

/**
 * What a {@link Sweep} sums up, and where it stands: HHᵀ, HRᵀ, ⟨WᵀX, H⟩, ‖H − here‖², the rows of XHᵀ that were asked for, and with a graph
 * hⱼLhⱼᵀ.
 *
 * @param rows which rows of XHᵀ, ascending
 * @param reference the number of the reference R; 0 where there is none
 */
record SweepSums(int r, double[] sums, int[] rows, int reference) {
    /** Of nothing. */
    static SweepSums none(int r) {
        return new SweepSums(r, new double[rows(r)], new int[0], 0);
    }

    /** How many numbers these are without a graph, where so many rows of XHᵀ are asked for. */
    static long length(int r, int asked) {
        return rows(r) + (long) asked * r;
    }

    static int cross(int r) {
        return r * r;
    }

    static int inner(int r) {
        return 2 * r * r;
    }

    static int moved(int r) {
        return 2 * r * r + 1;
    }

    /** Where the first row of XHᵀ stands. */
    static int rows(int r) {
        return 2 * r * r + 2;
    }

    SampleBlock.CandidateSums scalars() {
        return new SampleBlock.CandidateSums(sums[inner(r)], sums[moved(r)]);
    }

    /** HHᵀ. */
    void gram(DenseMatrix into) {
        into.setRows(0, r, Arrays.copyOf(sums, r * r));
    }

    /** HRᵀ. */
    void cross(DenseMatrix into) {
        into.setRows(0, r, Arrays.copyOfRange(sums, cross(r), inner(r)));
    }

    /** hⱼLhⱼᵀ, where there is a graph. */
    void roughness(GramCache into) {
        for (int j = 0; j < r; j++)
            into.setGraphEnergy(j, Math.max(0, sums[sums.length - r + j])); // never negative but for rounding
    }

    /** Puts row i of XHᵀ into a matrix, if it is there. */
    boolean row(int i, DenseMatrix XHt) {
        int q = Arrays.binarySearch(rows, i);
        if (q < 0) return false;
        int from = rows(r) + q * r;
        XHt.setRow(i, Arrays.copyOfRange(sums, from, from + r));
        return true;
    }
}
