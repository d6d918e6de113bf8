package org.grapnel.linalg;

import java.nio.DoubleBuffer;
import org.grapnel.linalg.kernel.Kernel;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Block-wise products with a dense X. Contiguous rows go to the kernel in place; scattered rows are first gathered into
 * a tile that fits the cache. The blocks depend on the shapes alone.
 */
final class DenseProducts {
    /** Doubles of X in a tile: half a megabyte, about the size of a second-level cache. */
    private static final int TILE_DOUBLES = 1 << 16;

    /** If rows are very long, a tile still holds at least 32 of them, up to this size. */
    private static final int LARGEST_TILE = 1 << 21;

    /** A product of this many operations takes four times as long as the hand-over of its half to another thread. */
    private static final double SHARED_FLOPS = 2e5;

    /** Least columns in a block of XᵀW, for many rows and for few rows. */
    private static final int WIDE_BLOCK = 2048;

    private static final int NARROW_BLOCK = 160;

    /** Least rows of X in a part of XᵀW: adding the parts must cost little compared with computing them. */
    private static final int PART_ROWS = 1024;

    /** Most doubles in all parts together. */
    private static final int PARTS_DOUBLES = 1 << 22;

    private DenseProducts() {}

    static void times(ExecutionContext context, DenseMatrix X, RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        int n = X.cols();
        int r = Ht.cols();
        double flops = 2.0 * rows.count() * n * r;
        int least = flops >= SHARED_FLOPS ? 2 : 1;
        int blocks = Math.min(rows.count(), Math.max(least, ExecutionContext.kernelBlockCount(flops)));
        context.run(blocks, (b, scratch) -> {
            int end = ExecutionContext.blockStart(rows.count(), b + 1, blocks);
            for (int q = ExecutionContext.blockStart(rows.count(), b, blocks), m; q < end; q += m) {
                int first = rows.get(q);
                int run = rowsInPlace(X, XHt, rows, q, end);
                if (run > 0) {
                    m = run;
                    multiply(context, X, first, m, Ht, XHt, first, scratch);
                } else {
                    m = Math.min(end - q, tileRows(n));
                    DenseMatrix tile = gather(X, rows, q, m, 0, n, scratch);
                    DenseMatrix out = ScratchMatrix.PRODUCT_TILE.in(scratch, m, r);
                    multiply(context, tile, 0, m, Ht, out, 0, scratch);
                    for (int i = 0; i < m; i++) XHt.copyRow(rows.get(q + i), out, i);
                }
            }
        });
    }

    /** out ← A·Ht for m rows, one segment of Ht at a time. */
    private static void multiply(
            ExecutionContext context,
            DenseMatrix A,
            int from,
            int m,
            DenseMatrix Ht,
            DenseMatrix out,
            int to,
            Scratch scratch) {
        int r = Ht.cols();
        if (Ht.rows() == 0) for (int i = 0; i < m; i++) out.zeroRow(to + i);
        for (int j = 0, k; j < Ht.rows(); j += k) {
            k = Ht.contiguousRows(j);
            Kernels.of(context)
                    .gemm(false, false, m, r, k, 1, A, from, j, Ht, j, 0, j == 0 ? 0 : 1, out, to, 0, scratch);
        }
    }

    static void transposeTimes(ExecutionContext context, DenseMatrix X, RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        int n = X.cols();
        int r = W.cols();
        int wanted = ExecutionContext.fineKernelBlockCount(2.0 * rows.count() * n * r);
        boolean few = rows.count() < 2 * PART_ROWS;
        int columnBlocks = Math.max(1, Math.min(wanted, n / (few ? NARROW_BLOCK : WIDE_BLOCK)));
        int parts = Math.min(rows.count() / PART_ROWS, wanted / columnBlocks);
        parts = Math.max(1, Math.min(parts, PARTS_DOUBLES / Math.max(1, n * r)));
        if (parts == 1) byColumns(context, X, rows, W, XtW, columnBlocks);
        else byColumnsAndRows(context, X, rows, W, XtW, columnBlocks, parts);
    }

    /** XtW by blocks of columns: each task owns its columns. */
    private static void byColumns(
            ExecutionContext context, DenseMatrix X, RowSet rows, DenseMatrix W, DenseMatrix XtW, int columnBlocks) {
        int n = X.cols();
        int r = W.cols();
        context.run(columnBlocks, (block, scratch) -> {
            int left = ExecutionContext.blockStart(n, block, columnBlocks);
            int width = ExecutionContext.blockStart(n, block + 1, columnBlocks) - left;
            if (Kernels.of(context).isFastWithTallResult(width, r, rows.count())
                    && XtW.contiguousRows(left) >= width
                    && rows.count() > 0) {
                sumRows(context, X, rows, 0, rows.count(), W, left, width, XtW, left, 0, true, scratch);
                return;
            }
            DenseMatrix WtX = ScratchMatrix.PRODUCT_TILE.in(scratch, r, width);
            if (rows.count() == 0) WtX.fill(0);
            sumRows(context, X, rows, 0, rows.count(), W, left, width, WtX, 0, 0, false, scratch);
            double[] from = scratch.doubles(ScratchArray.PRODUCT, r * width);
            WtX.rows(0, r, from);
            transposeInto(from, r, width, XtW, left, scratch);
        });
    }

    /**
     * XtW by blocks of columns and of rows: every part writes its own r × n result, and the parts are added in order.
     */
    private static void byColumnsAndRows(
            ExecutionContext context,
            DenseMatrix X,
            RowSet rows,
            DenseMatrix W,
            DenseMatrix XtW,
            int columnBlocks,
            int parts) {
        int n = X.cols();
        int r = W.cols();
        DenseMatrix partial = ScratchMatrix.PARTIAL_PRODUCTS.in(context.callerScratch(), parts * r, n);
        context.run(columnBlocks * parts, (task, scratch) -> {
            int part = task / columnBlocks;
            int block = task % columnBlocks;
            int left = ExecutionContext.blockStart(n, block, columnBlocks);
            int width = ExecutionContext.blockStart(n, block + 1, columnBlocks) - left;
            int from = ExecutionContext.blockStart(rows.count(), part, parts);
            int end = ExecutionContext.blockStart(rows.count(), part + 1, parts);
            sumRows(context, X, rows, from, end, W, left, width, partial, part * r, left, false, scratch);
        });
        int blocks = Math.max(1, Math.min(n / 32, ExecutionContext.blockCount(4.0 * parts * n * r)));
        context.run(blocks, (block, scratch) -> {
            int left = ExecutionContext.blockStart(n, block, blocks);
            int width = ExecutionContext.blockStart(n, block + 1, blocks) - left;
            double[] sum = scratch.doubles(ScratchArray.PRODUCT, r * width);
            double[] more = scratch.doubles(ScratchArray.ROW, width);
            for (int q = 0; q < r; q++) {
                partial.buffer(0).get(q * n + left, sum, q * width, width);
                for (int part = 1; part < parts; part++) {
                    partial.buffer(0).get((part * r + q) * n + left, more, 0, width);
                    for (int j = 0; j < width; j++) sum[q * width + j] += more[j];
                }
            }
            transposeInto(sum, r, width, XtW, left, scratch);
        });
    }

    /**
     * WtX ← Σ wᵢᵀ·Xᵢ over the rows at positions [from, end) and a block of columns, or its transpose if {@code transposed}.
     * The result starts at row {@code top} and column {@code at} of {@code into}.
     */
    private static void sumRows(
            ExecutionContext context,
            DenseMatrix X,
            RowSet rows,
            int from,
            int end,
            DenseMatrix W,
            int left,
            int width,
            DenseMatrix into,
            int top,
            int at,
            boolean transposed,
            Scratch scratch) {
        int r = W.cols();
        Kernel kernel = Kernels.of(context);
        for (int q = from, m; q < end; q += m) {
            double beta = q == from ? 0 : 1;
            int first = rows.get(q);
            int run = rowsInPlace(X, W, rows, q, end);
            if (run > 0) {
                m = run;
                if (transposed)
                    kernel.gemm(true, false, width, r, m, 1, X, first, left, W, first, 0, beta, into, top, at, scratch);
                else
                    kernel.gemm(true, false, r, width, m, 1, W, first, 0, X, first, left, beta, into, top, at, scratch);
            } else {
                m = Math.min(end - q, tileRows(width));
                DenseMatrix tile = gather(X, rows, q, m, left, width, scratch);
                DenseMatrix w = ScratchMatrix.FACTOR_TILE.in(scratch, m, r);
                for (int i = 0; i < m; i++) w.copyRow(i, W, rows.get(q + i));
                if (transposed)
                    kernel.gemm(true, false, width, r, m, 1, tile, 0, 0, w, 0, 0, beta, into, top, at, scratch);
                else kernel.gemm(true, false, r, width, m, 1, w, 0, 0, tile, 0, 0, beta, into, top, at, scratch);
            }
        }
    }

    static double squaredResidual(ExecutionContext context, DenseMatrix X, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        int n = X.cols();
        int r = W.cols();
        int blocks = ExecutionContext.kernelBlockCount(2.0 * rows.count() * n * r);
        return context.sum(rows.count(), blocks, (from, end, scratch) -> {
            double sum = 0;
            for (int q = from, m; q < end; q += m) {
                m = Math.min(end - q, tileRows(n));
                DenseMatrix tile = gather(X, rows, q, m, 0, n, scratch);
                DenseMatrix w = ScratchMatrix.FACTOR_TILE.in(scratch, m, r);
                for (int i = 0; i < m; i++) w.copyRow(i, W, rows.get(q + i));
                for (int j = 0, width; j < n; j += width) {
                    width = Ht.contiguousRows(j);
                    Kernels.of(context).gemm(false, true, m, width, r, -1, w, 0, 0, Ht, j, 0, 1, tile, 0, j, scratch);
                }
                for (int i = 0; i < m; i++) sum += tile.rowSquares(i);
            }
            return sum;
        });
    }

    private static int tileRows(int width) {
        int most = Math.max(1, LARGEST_TILE / Math.max(1, width));
        return Math.min(most, Math.max(32, TILE_DOUBLES / Math.max(1, width)));
    }

    /** Returns how many rows from position q on the kernel can read in place, or 0 if gathering them is faster. */
    private static int rowsInPlace(DenseMatrix X, DenseMatrix factor, RowSet rows, int q, int end) {
        int first = rows.get(q);
        int run = rows.runLength(q, Math.min(end - q, Math.min(X.contiguousRows(first), factor.contiguousRows(first))));
        return run == end - q || run >= 64 ? run : 0;
    }

    private static DenseMatrix gather(DenseMatrix X, RowSet rows, int q, int m, int left, int width, Scratch scratch) {
        DenseMatrix tile = ScratchMatrix.X_TILE.in(scratch, m, width);
        DoubleBuffer to = tile.buffer(0);
        for (int i = 0; i < m; i++) {
            int row = rows.get(q + i);
            to.put(tile.rowOffset(i), X.buffer(row), X.rowOffset(row) + left, width);
        }
        return tile;
    }

    private static void transposeInto(double[] WtX, int r, int width, DenseMatrix XtW, int top, Scratch scratch) {
        double[] to = scratch.doubles(ScratchArray.TRANSPOSE, r * width);
        for (int q = 0; q < r; q++) for (int j = 0; j < width; j++) to[j * r + q] = WtX[q * width + j];
        XtW.setRows(top, width, to);
    }
}
