package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.ColumnSums;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseProduct;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/** The sums over the samples that F and the stop rule need, in one pass over the rows of Ht. Blocks are added in a fixed order. */
public final class SampleSums {
    private static final int CHUNK = 64;

    /** Below this share of ‖L‖·‖h‖² the products h·(Lh) have lost four digits, and differences are squared instead. */
    private static final double CANCELS = 1e-4;

    private final ExecutionContext context;
    private final int r;
    private final int length;
    private final double[] totals;

    public SampleSums(ExecutionContext context, int r) {
        this.context = context;
        this.r = r;
        length = ColumnSums.length(r);
        totals = new double[3 * r];
    }

    /** Computes the sums over the rows of Ht, the H before it, XᵀW and, with a graph, L·Ht. */
    public void compute(DenseMatrix Ht, DenseMatrix before, DenseMatrix XtW, @Nullable DenseMatrix LHt) {
        SumBlocks blocks = blocks(Ht, before, XtW, LHt, null);
        context.run(blocks.count(), blocks::compute);
        blocks.add();
    }

    /**
     * Prepares the sums by blocks of rows.
     *
     * @param product L·Ht, if the blocks fill LHt with it; null if LHt is known
     */
    SumBlocks blocks(
            DenseMatrix Ht,
            DenseMatrix before,
            DenseMatrix XtW,
            @Nullable DenseMatrix LHt,
            @Nullable SparseProduct product) {
        int count = Math.max(1, Math.min(Ht.rows(), ExecutionContext.blockCount(10.0 * Ht.rows() * r)));
        double[] partial = context.callerScratch().doubles(ScratchArray.PARTIAL_SUMS, count * totals.length);
        return new SumBlocks(Ht, before, XtW, LHt, product, count, partial);
    }

    /** The sums of blocks of rows, each computed by one task, then added in order. */
    final class SumBlocks {
        private final DenseMatrix Ht;
        private final DenseMatrix before;
        private final DenseMatrix XtW;
        private final @Nullable DenseMatrix LHt;
        private final @Nullable SparseProduct product;
        private final int count;
        private final double[] partial;

        private SumBlocks(
                DenseMatrix Ht,
                DenseMatrix before,
                DenseMatrix XtW,
                @Nullable DenseMatrix LHt,
                @Nullable SparseProduct product,
                int count,
                double[] partial) {
            this.Ht = Ht;
            this.before = before;
            this.XtW = XtW;
            this.LHt = LHt;
            this.product = product;
            this.count = count;
            this.partial = partial;
        }

        int count() {
            return count;
        }

        /** Computes block b. */
        void compute(int b, Scratch scratch) {
            double[] h = scratch.doubles(ScratchArray.ROW, CHUNK * r);
            double[] other = scratch.doubles(ScratchArray.PRODUCT, CHUNK * r);
            double[] sums = scratch.doubles(ScratchArray.SUMS, 3 * length);
            Arrays.fill(sums, 0, 3 * length, 0);
            int end = ExecutionContext.blockStart(Ht.rows(), b + 1, count);
            for (int i = ExecutionContext.blockStart(Ht.rows(), b, count), m; i < end; i += m) {
                m = Math.min(CHUNK, end - i);
                Ht.rows(i, m, h);
                before.rows(i, m, other);
                ColumnSums.addSquaredDifferences(h, other, m, r, sums, 0);
                XtW.rows(i, m, other);
                ColumnSums.addProducts(h, other, m, r, sums, length);
                if (LHt == null) continue;
                if (product == null) {
                    LHt.rows(i, m, other);
                } else {
                    product.rows(i, m, other, scratch);
                    LHt.setRows(i, m, other);
                }
                ColumnSums.addProducts(h, other, m, r, sums, 2 * length);
            }
            for (int s = 0; s < 3; s++) ColumnSums.unpack(sums, s * length, r, partial, (3 * b + s) * r);
        }

        /** Adds the blocks. */
        void add() {
            System.arraycopy(partial, 0, totals, 0, totals.length);
            for (int b = 1; b < count; b++)
                for (int j = 0; j < totals.length; j++) totals[j] += partial[b * totals.length + j];
        }
    }

    /** ‖H − before‖². */
    double moved() {
        return sum(0);
    }

    /** ⟨WᵀX, H⟩. */
    public double inner() {
        return sum(r);
    }

    /** into[j] ← hⱼ L hⱼᵀ at the Ht of the last computation, with its HHᵀ. */
    public void graphEnergy(Laplacian L, DenseMatrix Ht, DenseMatrix HHt, double[] into) {
        if (graphEnergyCancels(L, HHt, into)) L.graphEnergy(context, Ht, into);
    }

    /** into[j] ← hⱼ·(Lhⱼ) of the last computation. Returns whether this has lost digits, so that differences must be squared instead. */
    boolean graphEnergyCancels(Laplacian L, DenseMatrix HHt, double[] into) {
        boolean cancels = false;
        for (int j = 0; j < r; j++) {
            into[j] = totals[2 * r + j];
            cancels |= into[j] < CANCELS * L.norm() * HHt.get(j, j);
        }
        return cancels;
    }

    private double sum(int from) {
        double sum = 0;
        for (int j = from; j < from + r; j++) sum += totals[j];
        return sum;
    }
}
