package org.grapnel.linalg;

import org.grapnel.linalg.kernel.Kernel;
import org.grapnel.linalg.kernel.Kernels;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/** Products of small blocks on the calling thread, for tasks that already run in parallel. */
public final class TileProducts {
    private TileProducts() {}

    /** C ← A·B for the rows [from, to) of tall A and C and a small B. */
    public static void timesSmall(
            ExecutionContext context, DenseMatrix A, int from, int to, DenseMatrix B, DenseMatrix C, Scratch scratch) {
        timesSmall(context, A, from, to, B, C, from, scratch);
    }

    /** C ← A·B for the rows [from, to) of A, with the result in the rows of C from {@code at} on. */
    public static void timesSmall(
            ExecutionContext context,
            DenseMatrix A,
            int from,
            int to,
            DenseMatrix B,
            DenseMatrix C,
            int at,
            Scratch scratch) {
        ShapeChecks.small(A, B, C);
        Kernel kernel = Kernels.of(context);
        int down = at - from;
        for (int i = from, m; i < to; i += m) {
            m = Math.min(to - i, Math.min(A.contiguousRows(i), C.contiguousRows(i + down)));
            kernel.gemm(false, false, m, B.cols(), B.rows(), 1, A, i, 0, B, 0, 0, 0, C, i + down, 0, scratch);
        }
    }

    /** C ← C + A·B for tall A and C and a small B. */
    public static void addTimes(
            ExecutionContext context, DenseMatrix A, DenseMatrix B, DenseMatrix C, Scratch scratch) {
        ShapeChecks.small(A, B, C);
        Kernel kernel = Kernels.of(context);
        for (int i = 0, m; i < A.rows(); i += m) {
            m = Math.min(A.contiguousRows(i), C.contiguousRows(i));
            kernel.gemm(false, false, m, B.cols(), B.rows(), 1, A, i, 0, B, 0, 0, 1, C, i, 0, scratch);
        }
    }

    /** C ← A·Bᵀ for m rows of A from {@code at} on and the rows [from, to) of B; A and C are tiles of this thread. */
    public static void timesTransposed(
            ExecutionContext context,
            DenseMatrix A,
            int at,
            int m,
            DenseMatrix B,
            int from,
            int to,
            DenseMatrix C,
            Scratch scratch) {
        ShapeChecks.transposed(A, B, m, to - from, C);
        Kernel kernel = Kernels.of(context);
        for (int j = from, width; j < to; j += width) {
            width = Math.min(to - j, B.contiguousRows(j));
            kernel.gemm(false, true, m, width, A.cols(), 1, A, at, 0, B, j, 0, 0, C, 0, j - from, scratch);
        }
    }

    /** G ← G + AᵀA for the first m rows of the tile A, in the rows [from, to) of G only, so that threads can share G. */
    public static void addGram(
            ExecutionContext context, DenseMatrix A, int m, int from, int to, DenseMatrix G, Scratch scratch) {
        ShapeChecks.gram(A, A, G);
        Kernel kernel = Kernels.of(context);
        for (int i = from, height; i < to; i += height) {
            height = Math.min(to - i, G.contiguousRows(i));
            kernel.gemm(true, false, height, A.cols(), m, 1, A, 0, i, A, 0, 0, 1, G, i, 0, scratch);
        }
    }

    /** C ← AᵀB, or C + AᵀB, over the first {@code count} rows of the tiles A and B. */
    public static void transposeTimes(
            ExecutionContext context,
            DenseMatrix A,
            DenseMatrix B,
            int count,
            boolean adds,
            DenseMatrix C,
            Scratch scratch) {
        Kernels.of(context)
                .gemm(true, false, A.cols(), B.cols(), count, 1, A, 0, 0, B, 0, 0, adds ? 1 : 0, C, 0, 0, scratch);
    }

    /** C ← C + A·B for m rows of the tile A, whose columns meet the rows of B from {@code from} on; C is a tile. */
    public static void addTimesRows(
            ExecutionContext context, DenseMatrix A, int m, DenseMatrix B, int from, DenseMatrix C, Scratch scratch) {
        Kernel kernel = Kernels.of(context);
        for (int j = 0, height; j < A.cols(); j += height) {
            height = Math.min(A.cols() - j, B.contiguousRows(from + j));
            kernel.gemm(false, false, m, B.cols(), height, 1, A, 0, j, B, from + j, 0, 1, C, 0, 0, scratch);
        }
    }
}
