package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;
import org.jspecify.annotations.Nullable;

/** The sums over the samples that F and the stop rule need, in one pass over the rows of Ht. Blocks are added in a fixed order. */
public final class SampleSums {
    private static final int CHUNK = 64;

    /** Below this share of ‖L‖·‖h‖² the products h·(Lh) have lost four digits, and differences are squared instead. */
    private static final double CANCELS = 1e-4;

    private final ExecutionContext context;
    private final int r;
    private final double[] totals;

    public SampleSums(ExecutionContext context, int r) {
        this.context = context;
        this.r = r;
        totals = new double[3 * r];
    }

    /** Computes the sums over the rows of Ht, the H before it, XᵀW and, with a graph, L·Ht. */
    public void compute(DenseMatrix Ht, DenseMatrix before, DenseMatrix XtW, @Nullable DenseMatrix LHt) {
        int n = Ht.rows();
        int blocks = Math.max(1, Math.min(n, ExecutionContext.blockCount(10.0 * n * r)));
        double[] partial = context.callerScratch().doubles(ScratchArray.PARTIAL_SUMS, blocks * totals.length);
        context.run(blocks, (b, scratch) -> {
            double[] h = scratch.doubles(ScratchArray.ROW, CHUNK * r);
            double[] other = scratch.doubles(ScratchArray.OTHER_ROW, CHUNK * r);
            double[] sum = scratch.doubles(ScratchArray.SUMS, totals.length);
            Arrays.fill(sum, 0, totals.length, 0);
            int end = ExecutionContext.blockStart(n, b + 1, blocks);
            for (int i = ExecutionContext.blockStart(n, b, blocks), m; i < end; i += m) {
                m = Math.min(CHUNK, end - i);
                Ht.rows(i, m, h);
                before.rows(i, m, other);
                for (int q = 0; q < m * r; q += r)
                    for (int j = 0; j < r; j++) sum[j] += (h[q + j] - other[q + j]) * (h[q + j] - other[q + j]);
                XtW.rows(i, m, other);
                addProducts(h, other, m, sum, r);
                if (LHt != null) {
                    LHt.rows(i, m, other);
                    addProducts(h, other, m, sum, 2 * r);
                }
            }
            System.arraycopy(sum, 0, partial, b * totals.length, totals.length);
        });
        System.arraycopy(partial, 0, totals, 0, totals.length);
        for (int b = 1; b < blocks; b++)
            for (int j = 0; j < totals.length; j++) totals[j] += partial[b * totals.length + j];
    }

    private void addProducts(double[] x, double[] y, int m, double[] sum, int at) {
        for (int q = 0; q < m * r; q += r) for (int j = 0; j < r; j++) sum[at + j] += x[q + j] * y[q + j];
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
        boolean cancels = false;
        for (int j = 0; j < r; j++) {
            into[j] = totals[2 * r + j];
            cancels |= into[j] < CANCELS * L.norm() * HHt.get(j, j);
        }
        if (cancels) L.graphEnergy(context, Ht, into);
    }

    private double sum(int from) {
        double sum = 0;
        for (int j = from; j < from + r; j++) sum += totals[j];
        return sum;
    }
}
