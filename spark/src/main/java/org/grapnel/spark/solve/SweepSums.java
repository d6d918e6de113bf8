package org.grapnel.spark.solve;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GramCache;
import org.grapnel.solve.block.SampleBlock;

/**
 * Layout of the sums of a {@link Sweep}: HHᵀ, HRᵀ, ⟨WᵀX, H⟩, ‖H − here‖², the requested rows of XHᵀ and, with a graph,
 * hⱼLhⱼᵀ.
 *
 * @param rows requested rows of XHᵀ, ascending
 * @param reference number of the reference R; 0 without one
 */
record SweepSums(int r, double[] sums, int[] rows, int reference) {
    /** Returns empty sums. */
    static SweepSums none(int r) {
        return new SweepSums(r, new double[rows(r)], new int[0], 0);
    }

    /** Returns the length without a graph, for a number of requested rows of XHᵀ. */
    static long length(int r, int requested) {
        return rows(r) + (long) requested * r;
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

    /** Returns the position of the first row of XHᵀ. */
    static int rows(int r) {
        return 2 * r * r + 2;
    }

    SampleBlock.CandidateSums scalars() {
        return new SampleBlock.CandidateSums(sums[inner(r)], sums[moved(r)]);
    }

    /** Copies HHᵀ. */
    void gram(DenseMatrix into) {
        into.setRows(0, r, Arrays.copyOf(sums, r * r));
    }

    /** Copies HRᵀ. */
    void cross(DenseMatrix into) {
        into.setRows(0, r, Arrays.copyOfRange(sums, cross(r), inner(r)));
    }

    /** Copies hⱼLhⱼᵀ, if there is a graph. */
    void graphEnergy(GramCache into) {
        for (int j = 0; j < r; j++)
            into.setGraphEnergy(j, Math.max(0, sums[sums.length - r + j])); // negative only by rounding
    }

    /** Copies row i of XHᵀ; returns whether it was requested. */
    boolean row(int i, DenseMatrix XHt) {
        int q = Arrays.binarySearch(rows, i);
        if (q < 0) return false;
        int from = rows(r) + q * r;
        XHt.setRow(i, Arrays.copyOfRange(sums, from, from + r));
        return true;
    }
}
