package org.grapnel.linalg.kernel;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Scratch;

/**
 * The products in plain Java, for platforms without natives. Operands are copied to the heap, where the compiler uses
 * vector instructions; every sum runs over k in order, so a row's result does not depend on the rows beside it.
 */
public final class JavaKernel implements Kernel {
    private static final int A_SLOT = 8;
    private static final int B_SLOT = 9;
    private static final int C_SLOT = 10;
    private static final int STRIP = 16;

    @Override
    public String name() {
        return "java";
    }

    @Override
    public void gemm(
            boolean transposeA,
            boolean transposeB,
            int m,
            int n,
            int k,
            double alpha,
            DenseMatrix A,
            int aRow,
            int aCol,
            DenseMatrix B,
            int bRow,
            int bCol,
            double beta,
            DenseMatrix C,
            int cRow,
            int cCol,
            Scratch scratch) {
        double[] b = transposeB
                ? transposed(B, bRow, bCol, n, k, scratch)
                : block(B, bRow, bCol, k, n, scratch.doubles(B_SLOT, Math.multiplyExact(k, n)));
        double[] c = scratch.doubles(C_SLOT, Math.multiplyExact(transposeA ? m : 1, n));
        if (transposeA) {
            // C is small here (a factor's width): keep it whole, and let the rows of A and B stream by
            double[] a = scratch.doubles(A_SLOT, m);
            loadOrZero(beta, C, cRow, cCol, m, n, c);
            for (int q = 0; q < k; q++) {
                A.buffer(aRow + q).get(A.rowOffset(aRow + q) + aCol, a, 0, m);
                for (int i = 0; i < m; i++) axpy(alpha * a[i], b, q * n, c, i * n, n);
            }
            for (int i = 0; i < m; i++) C.buffer(cRow + i).put(C.rowOffset(cRow + i) + cCol, c, i * n, n);
        } else {
            double[] a = scratch.doubles(A_SLOT, k);
            for (int i = 0; i < m; i++) {
                A.buffer(aRow + i).get(A.rowOffset(aRow + i) + aCol, a, 0, k);
                loadOrZero(beta, C, cRow + i, cCol, 1, n, c);
                for (int q = 0; q < k; q++) axpy(alpha * a[q], b, q * n, c, 0, n);
                C.buffer(cRow + i).put(C.rowOffset(cRow + i) + cCol, c, 0, n);
            }
        }
    }

    @Override
    public void syrk(int m, DenseMatrix A, int row, double beta, DenseMatrix C, Scratch scratch) {
        int r = A.cols();
        double[] a = scratch.doubles(A_SLOT, r);
        double[] c = scratch.doubles(C_SLOT, r * r);
        loadOrZero(beta, C, 0, 0, r, r, c);
        for (int q = 0; q < m; q++) {
            A.row(row + q, a);
            for (int i = 0; i < r; i++) {
                double ai = a[i];
                for (int j = i; j < r; j++) c[i * r + j] += ai * a[j];
            }
        }
        for (int i = 0; i < r; i++) C.buffer(i).put(C.rowOffset(i), c, i * r, r);
    }

    /** Sixteen rows of A and B at a time, so that those of B stay in the cache while all of C goes by. */
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

    private static double[] block(DenseMatrix M, int row, int col, int rows, int cols, double[] into) {
        for (int i = 0; i < rows; i++) M.buffer(row + i).get(M.rowOffset(row + i) + col, into, i * cols, cols);
        return into;
    }

    private static double[] transposed(DenseMatrix M, int row, int col, int rows, int cols, Scratch scratch) {
        double[] into = scratch.doubles(B_SLOT, Math.multiplyExact(rows, cols));
        double[] line = scratch.doubles(A_SLOT, cols);
        for (int i = 0; i < rows; i++) {
            M.buffer(row + i).get(M.rowOffset(row + i) + col, line, 0, cols);
            for (int j = 0; j < cols; j++) into[j * rows + i] = line[j];
        }
        return into;
    }

    private static void loadOrZero(double beta, DenseMatrix C, int row, int col, int rows, int cols, double[] into) {
        if (beta != 0) block(C, row, col, rows, cols, into);
        else Arrays.fill(into, 0, rows * cols, 0);
    }
}
