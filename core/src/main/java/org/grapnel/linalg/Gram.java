package org.grapnel.linalg;

import java.nio.DoubleBuffer;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;

/**
 * Computes r × r matrices from tall ones: MᵀM by {@code syrk}, AᵀB by {@code gemm}. The sums of blocks are added in
 * order.
 */
public final class Gram {
    private Gram() {}

    /** G ← MᵀM over the given rows of M. */
    public static void compute(ExecutionContext context, DenseMatrix M, RowSet rows, DenseMatrix G) {
        ShapeChecks.gram(M, M, G);
        int r = M.cols();
        int blocks =
                Math.max(1, Math.min(rows.count(), ExecutionContext.fineKernelBlockCount(2.0 * rows.count() * r * r)));
        DenseMatrix partial = ScratchMatrix.GRAM_BLOCKS.in(context.callerScratch(), blocks * r, r);
        context.run(blocks, (b, scratch) -> {
            DenseMatrix sum = ScratchMatrix.PRODUCT_TILE.in(scratch, r, r);
            int from = ExecutionContext.blockStart(rows.count(), b, blocks);
            int end = ExecutionContext.blockStart(rows.count(), b + 1, blocks);
            if (from == end) sum.fill(0);
            for (int q = from, m; q < end; q += m) {
                int first = rows.get(q);
                m = rows.runLength(q, Math.min(end - q, M.contiguousRows(first)));
                double beta = q == from ? 0 : 1;
                if (m == end - q || m >= 64) {
                    Kernels.of(context).syrk(m, M, first, beta, sum, scratch);
                } else {
                    m = Math.min(end - q, 256);
                    DenseMatrix tile = ScratchMatrix.FACTOR_TILE.in(scratch, m, r);
                    for (int i = 0; i < m; i++) tile.copyRow(i, M, rows.get(q + i));
                    Kernels.of(context).syrk(m, tile, 0, beta, sum, scratch);
                }
            }
            for (int i = 0; i < r; i++) partial.copyRow(b * r + i, sum, i);
        });
        addBlocks(partial, blocks, G);
        for (int i = 0; i < r; i++) for (int j = 0; j < i; j++) G.set(i, j, G.get(j, i));
    }

    /** G ← AᵀB over all rows. */
    public static void computeCross(ExecutionContext context, DenseMatrix A, DenseMatrix B, DenseMatrix G) {
        ShapeChecks.gram(A, B, G);
        int n = A.rows();
        int r = A.cols();
        int s = B.cols();
        int blocks = Math.max(1, Math.min(n, ExecutionContext.fineKernelBlockCount(2.0 * n * r * s)));
        DenseMatrix partial = ScratchMatrix.GRAM_BLOCKS.in(context.callerScratch(), blocks * r, s);
        context.run(blocks, (b, scratch) -> {
            DenseMatrix sum = ScratchMatrix.PRODUCT_TILE.in(scratch, r, s);
            int from = ExecutionContext.blockStart(n, b, blocks);
            int end = ExecutionContext.blockStart(n, b + 1, blocks);
            if (from == end) sum.fill(0);
            for (int i = from, m; i < end; i += m) {
                m = Math.min(end - i, Math.min(A.contiguousRows(i), B.contiguousRows(i)));
                double beta = i == from ? 0 : 1;
                Kernels.of(context).gemm(true, false, r, s, m, 1, A, i, 0, B, i, 0, beta, sum, 0, 0, scratch);
            }
            for (int i = 0; i < r; i++) partial.copyRow(b * r + i, sum, i);
        });
        addBlocks(partial, blocks, G);
    }

    private static void addBlocks(DenseMatrix partial, int blocks, DenseMatrix G) {
        int r = G.rows();
        int s = G.cols();
        DoubleBuffer from = partial.buffer(0);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < s; j++) {
                double sum = from.get(i * s + j);
                for (int b = 1; b < blocks; b++) sum += from.get((b * r + i) * s + j);
                G.set(i, j, sum);
            }
        }
    }
}
