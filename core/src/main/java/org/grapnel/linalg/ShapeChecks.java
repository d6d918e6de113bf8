package org.grapnel.linalg;

/** Checks the shapes of operands. BLAS would silently read beyond a matrix of the wrong shape. */
public final class ShapeChecks {
    private ShapeChecks() {}

    static void times(Matrix X, RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        fit(
                rows.totalRows() == X.rows() && is(Ht, X.cols(), Ht.cols()) && is(XHt, X.rows(), Ht.cols()),
                X,
                rows,
                Ht,
                XHt);
    }

    static void transposeTimes(Matrix X, RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        fit(rows.totalRows() == X.rows() && is(W, X.rows(), W.cols()) && is(XtW, X.cols(), W.cols()), X, rows, W, XtW);
    }

    static void misfit(Matrix X, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        fit(rows.totalRows() == X.rows() && is(W, X.rows(), Ht.cols()) && is(Ht, X.cols(), W.cols()), X, rows, W, Ht);
    }

    public static void gram(DenseMatrix A, DenseMatrix B, DenseMatrix G) {
        if (A.rows() != B.rows() || !is(G, A.cols(), B.cols()))
            throw new IllegalArgumentException("no Gram matrix of " + of(A) + " and " + of(B) + " in " + of(G));
    }

    public static void small(DenseMatrix A, DenseMatrix B, DenseMatrix C) {
        if (A.cols() != B.rows() || C.cols() != B.cols())
            throw new IllegalArgumentException("no product of " + of(A) + " and " + of(B) + " in " + of(C));
    }

    public static void transposed(DenseMatrix A, DenseMatrix B, int m, int rows, DenseMatrix C) {
        if (A.cols() != B.cols() || C.rows() != m || C.cols() != rows)
            throw new IllegalArgumentException(
                    "no product of " + of(A) + " and " + rows + " rows of " + of(B) + ", transposed, in " + of(C));
    }

    private static boolean is(DenseMatrix M, int rows, int cols) {
        return M.rows() == rows && M.cols() == cols;
    }

    private static void fit(boolean fits, Matrix X, RowSet rows, DenseMatrix factor, DenseMatrix other) {
        if (!fits)
            throw new IllegalArgumentException("the shapes do not fit: X " + X.rows() + " × " + X.cols() + ", "
                    + rows.count() + " of " + rows.totalRows() + " rows, " + of(factor) + ", " + of(other));
    }

    private static String of(DenseMatrix M) {
        return M.rows() + " × " + M.cols();
    }
}
