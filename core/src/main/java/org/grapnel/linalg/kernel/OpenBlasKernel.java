package org.grapnel.linalg.kernel;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.grapnel.runtime.Scratch;

/**
 * The products by OpenBLAS, through JavaCPP. Blocks are passed by address, because the binding's {@code double[]}
 * overloads copy.
 */
public final class OpenBlasKernel implements Kernel {
    private static final int ROW_MAJOR = 101;
    private static final int PLAIN = 111;
    private static final int TRANSPOSED = 112;
    private static final int UPPER = 121;

    /** Up to this many multiplications OpenBLAS multiplies without packing. */
    private static final double UNPACKED = 1e6;

    /** Up to this many columns dgemm is faster than dsyrk, although it computes both triangles: measured up to twice as fast. */
    private static final int NARROW = 32;

    /** Three movable pointers per thread: a new pointer object per call would be garbage in the hottest loop. */
    private static final ThreadLocal<DoubleWindow[]> WINDOWS = ThreadLocal.withInitial(
            () -> new DoubleWindow[] {new DoubleWindow(), new DoubleWindow(), new DoubleWindow()});

    private static final class FloatWindow extends FloatPointer {
        private FloatWindow(long where) {
            super((FloatPointer) null);
            address = where;
        }
    }

    private static final class DoubleWindow extends DoublePointer {
        private DoubleWindow() {
            super((DoublePointer) null);
        }

        DoubleWindow at(long where) {
            address = where;
            return this;
        }
    }

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
        if (m == 0 || n == 0) return;
        DoubleWindow[] w = WINDOWS.get();
        openblas_nolapack.cblas_dgemm(
                ROW_MAJOR,
                transposeA ? TRANSPOSED : PLAIN,
                transposeB ? TRANSPOSED : PLAIN,
                m,
                n,
                k,
                alpha,
                w[0].at(A.address(aRow, aCol)),
                A.cols(),
                w[1].at(B.address(bRow, bCol)),
                B.cols(),
                beta,
                w[2].at(C.address(cRow, cCol)),
                C.cols());
    }

    /** Small products skip the packing of operands, whose cost depends on the orientation. */
    @Override
    public boolean isFastWithTallResult(int m, int n, int k) {
        return (double) m * n * k <= UNPACKED;
    }

    @Override
    public void syrk(int m, RowMajor A, int row, double beta, RowMajor C, Scratch scratch) {
        if (m == 0) return;
        if (A.cols() <= NARROW) {
            gemm(true, false, A.cols(), A.cols(), m, 1, A, row, 0, A, row, 0, beta, C, 0, 0, scratch);
            return;
        }
        DoubleWindow[] w = WINDOWS.get();
        openblas_nolapack.cblas_dsyrk(
                ROW_MAJOR,
                UPPER,
                TRANSPOSED,
                A.cols(),
                m,
                1,
                w[0].at(A.address(row, 0)),
                A.cols(),
                beta,
                w[1].at(C.address(0, 0)),
                C.cols());
    }

    /** Creates pointers at every call: tiles are large, unlike the blocks of {@link #gemm}. */
    @Override
    public void dots(FloatTile A, FloatTile B, FloatTile C) {
        openblas_nolapack.cblas_sgemm(
                ROW_MAJOR,
                TRANSPOSED,
                PLAIN,
                A.cols(),
                B.cols(),
                A.rows(),
                1,
                new FloatWindow(A.address()),
                A.cols(),
                new FloatWindow(B.address()),
                B.cols(),
                0,
                new FloatWindow(C.address()),
                C.cols());
    }
}
