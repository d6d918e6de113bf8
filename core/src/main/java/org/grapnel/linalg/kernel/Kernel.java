package org.grapnel.linalg.kernel;

import org.grapnel.runtime.Scratch;

/** The products on which all others are built, on blocks of row-major matrices. Kernels have no state. */
public interface Kernel {
    /**
     * C ← α·op(A)·op(B) + β·C, where op(A) is m × k and op(B) is k × n. Each block starts at the given row and column
     * of its matrix. β is 0 or 1; with 0, C is not read.
     */
    void gemm(
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
            Scratch scratch);

    /**
     * Returns whether {@link #gemm} computes AᵀB with tall m × n result as fast as its transpose BᵀA. If not, callers compute the transpose
     * and transpose it back.
     */
    boolean isFastWithTallResult(int m, int n, int k);

    /** C ← AᵀA + β·C for rows [row, row + m) of A: the upper triangle; what is below it is arbitrary. */
    void syrk(int m, RowMajor A, int row, double beta, RowMajor C, Scratch scratch);

    /** C ← AᵀB in single precision: the dot products of the columns of A with those of B. Tiles must not be empty. */
    void dots(FloatTile A, FloatTile B, FloatTile C);
}
