package org.grapnel.spark.solve;

import java.util.Arrays;
import org.grapnel.checkpoint.StateStream;
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

    /** Writes these sums to a state, or reads those that were written. */
    SweepSums transfer(StateStream stream) {
        double[] all = stream.isReading() ? new double[stream.intValue(0)] : sums;
        if (!stream.isReading()) stream.intValue(all.length);
        stream.doubles(all);
        int[] requested = new int[stream.intValue(rows.length)];
        for (int q = 0; q < requested.length; q++) requested[q] = stream.intValue(stream.isReading() ? 0 : rows[q]);
        return new SweepSums(r, all, requested, stream.intValue(reference));
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
