package org.grapnel.linalg.kernel;

import java.util.Arrays;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * The products in plain Java, for platforms without native libraries. Operands are copied to the heap, where the
 * compiler uses vector instructions. Every sum runs over k in order, so a row of the result does not depend on other
 * rows.
 */
public final class JavaKernel implements Kernel {
    private static final int STRIP = 16;

    @Override
    public void gemm(
            boolean transposeA,
            boolean transposeB,
            int m,
            int n,
            int k,
            double alpha,
            RowMajor A,
            int aRow,
            int aCol,
            RowMajor B,
            int bRow,
            int bCol,
            double beta,
            RowMajor C,
            int cRow,
            int cCol,
            Scratch scratch) {
        double[] b = transposeB
                ? transposed(B, bRow, bCol, n, k, scratch)
                : block(B, bRow, bCol, k, n, scratch.doubles(ScratchArray.KERNEL_B, Math.multiplyExact(k, n)));
        double[] c = scratch.doubles(ScratchArray.KERNEL_C, Math.multiplyExact(transposeA ? m : 1, n));
        if (transposeA) {
            // C is small here (as wide as a factor): keep it whole and stream the rows of A and B
            double[] a = scratch.doubles(ScratchArray.KERNEL_A, m);
            loadOrZero(beta, C, cRow, cCol, m, n, c);
            for (int q = 0; q < k; q++) {
                A.buffer(aRow + q).get(A.rowOffset(aRow + q) + aCol, a, 0, m);
                for (int i = 0; i < m; i++) axpy(alpha * a[i], b, q * n, c, i * n, n);
            }
            for (int i = 0; i < m; i++) C.buffer(cRow + i).put(C.rowOffset(cRow + i) + cCol, c, i * n, n);
        } else {
            double[] a = scratch.doubles(ScratchArray.KERNEL_A, k);
            for (int i = 0; i < m; i++) {
                A.buffer(aRow + i).get(A.rowOffset(aRow + i) + aCol, a, 0, k);
                loadOrZero(beta, C, cRow + i, cCol, 1, n, c);
                for (int q = 0; q < k; q++) axpy(alpha * a[q], b, q * n, c, 0, n);
                C.buffer(cRow + i).put(C.rowOffset(cRow + i) + cCol, c, 0, n);
            }
        }
    }

    /** The inner loop runs along the rows of the result: long rows are fast. */
    @Override
    public boolean isFastWithTallResult(int m, int n, int k) {
        return false;
    }

    @Override
    public void syrk(int m, RowMajor A, int row, double beta, RowMajor C, Scratch scratch) {
        int r = A.cols();
        double[] a = scratch.doubles(ScratchArray.KERNEL_A, r);
        double[] c = scratch.doubles(ScratchArray.KERNEL_C, r * r);
        loadOrZero(beta, C, 0, 0, r, r, c);
        for (int q = 0; q < m; q++) {
            A.buffer(row + q).get(A.rowOffset(row + q), a, 0, r);
            for (int i = 0; i < r; i++) {
                double ai = a[i];
                for (int j = i; j < r; j++) c[i * r + j] += ai * a[j];
            }
        }
        for (int i = 0; i < r; i++) C.buffer(i).put(C.rowOffset(i), c, i * r, r);
    }

    /** Takes sixteen rows of A and B at a time, so that the rows of B stay in the cache for all of C. */
    @Override
    public void dots(FloatTile A, FloatTile B, FloatTile C) {
        int k = A.rows();
        int m = A.cols();
        int n = B.cols();
        float[] c = new float[m * n];
        float[] a = new float[STRIP * m];
        float[] b = new float[STRIP * n];
        for (int q = 0; q < k; q += STRIP) {
            int count = Math.min(STRIP, k - q);
            A.floats().get(q * m, a, 0, count * m);
            B.floats().get(q * n, b, 0, count * n);
            for (int i = 0; i < m; i++) for (int t = 0; t < count; t++) axpy(a[t * m + i], b, t * n, c, i * n, n);
        }
        C.floats().put(0, c, 0, m * n);
    }

    private static void axpy(float alpha, float[] x, int xAt, float[] y, int yAt, int length) {
        for (int i = 0; i < length; i++) y[yAt + i] += alpha * x[xAt + i];
    }

    private static void axpy(double alpha, double[] x, int xAt, double[] y, int yAt, int length) {
        for (int i = 0; i < length; i++) y[yAt + i] += alpha * x[xAt + i];
    }

    private static double[] block(RowMajor M, int row, int col, int rows, int cols, double[] into) {
        for (int i = 0; i < rows; i++) M.buffer(row + i).get(M.rowOffset(row + i) + col, into, i * cols, cols);
        return into;
    }

    private static double[] transposed(RowMajor M, int row, int col, int rows, int cols, Scratch scratch) {
        double[] into = scratch.doubles(ScratchArray.KERNEL_B, Math.multiplyExact(rows, cols));
        double[] line = scratch.doubles(ScratchArray.KERNEL_A, cols);
        for (int i = 0; i < rows; i++) {
            M.buffer(row + i).get(M.rowOffset(row + i) + col, line, 0, cols);
            for (int j = 0; j < cols; j++) into[j * rows + i] = line[j];
        }
        return into;
    }

    private static void loadOrZero(double beta, RowMajor C, int row, int col, int rows, int cols, double[] into) {
        if (beta != 0) block(C, row, col, rows, cols, into);
        else Arrays.fill(into, 0, rows * cols, 0);
    }
}
