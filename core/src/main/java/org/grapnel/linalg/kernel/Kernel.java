package org.grapnel.linalg.kernel;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Scratch;

/** The few products everything is made of, on blocks of row-major matrices. Safe to call from several threads. */
public interface Kernel {
    String name();

    /**
     * C ← α·op(A)·op(B) + β·C, where op(A) is m × k and op(B) is k × n; each block starts at the given row and column
     * and its rows lie {@code cols()} apart. β is 0 or 1; with 0, C is not read.
     */
    void gemm(
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
            Scratch scratch);

    /** C ← AᵀA + β·C for rows [row, row + m) of A: the upper triangle only. */
    void syrk(int m, DenseMatrix A, int row, double beta, DenseMatrix C, Scratch scratch);

    /** C ← AᵀB in single precision: the dot products of the columns of A with those of B. No tile is empty. */
    void dots(FloatTile A, FloatTile B, FloatTile C);
}
