package org.grapnel.linalg;

import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Computes r × r matrices from tall ones: MᵀM by {@code syrk}, AᵀB by {@code gemm}. The sums of blocks are added in
 * order.
 */
public final class Gram {
    private Gram() {}

    /** G ← MᵀM over the given rows of M. */
    public static void compute(ExecutionContext context, DenseMatrix M, RowSet rows, DenseMatrix G) {
        GramBlocks blocks = blocks(context, M, rows);
        ShapeChecks.gram(M, M, G);
        context.run(blocks.count(), blocks::compute);
        blocks.addTo(G);
    }

    /** Prepares MᵀM over the given rows of M by blocks of them. Valid until the next Gram matrix of the context. */
    public static GramBlocks blocks(ExecutionContext context, DenseMatrix M, RowSet rows) {
        int r = M.cols();
        int count =
                Math.max(1, Math.min(rows.count(), ExecutionContext.fineKernelBlockCount(2.0 * rows.count() * r * r)));
        DenseMatrix partial = ScratchMatrix.GRAM_BLOCKS.in(context.callerScratch(), count * r, r);
        return new GramBlocks(context, M, rows, count, partial);
    }

    /** The Gram matrices of blocks of rows, each computed by one task, then added in order. */
    public static final class GramBlocks {
        private final ExecutionContext context;
        private final DenseMatrix M;
        private final RowSet rows;
        private final int count;
        private final DenseMatrix partial;

        private GramBlocks(ExecutionContext context, DenseMatrix M, RowSet rows, int count, DenseMatrix partial) {
            this.context = context;
            this.M = M;
            this.rows = rows;
            this.count = count;
            this.partial = partial;
        }

        public int count() {
            return count;
        }

        /** Computes block b. */
        public void compute(int b, Scratch scratch) {
            int r = M.cols();
            DenseMatrix sum = ScratchMatrix.PRODUCT_TILE.in(scratch, r, r);
            int from = ExecutionContext.blockStart(rows.count(), b, count);
            int end = ExecutionContext.blockStart(rows.count(), b + 1, count);
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
            partial.buffer(0).put(b * r * r, sum.buffer(0), 0, r * r);
        }

        /** G ← the sum of all blocks. */
        public void addTo(DenseMatrix G) {
            addBlocks(context, partial, count, true, G);
        }
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
            partial.buffer(0).put(b * r * s, sum.buffer(0), 0, r * s);
        });
        addBlocks(context, partial, blocks, false, G);
    }

    /** G ← the sum of the blocks, in order; {@code mirrors} copies the upper triangle to the lower one. */
    private static void addBlocks(
            ExecutionContext context, DenseMatrix partial, int blocks, boolean mirrors, DenseMatrix G) {
        int r = G.rows();
        int size = r * G.cols();
        double[] sum = context.callerScratch().doubles(ScratchArray.BLOCK, blocks * size);
        partial.buffer(0).get(0, sum, 0, blocks * size);
        for (int b = 1; b < blocks; b++) for (int q = 0; q < size; q++) sum[q] += sum[b * size + q];
        if (mirrors) for (int i = 0; i < r; i++) for (int j = 0; j < i; j++) sum[i * r + j] = sum[j * r + i];
        G.setRows(0, r, sum);
    }
}
