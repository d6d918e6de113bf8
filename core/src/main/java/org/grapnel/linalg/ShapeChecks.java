package org.grapnel.linalg;

/** Checks the shapes of operands. BLAS would silently read beyond a matrix of the wrong shape. */
final class ShapeChecks {
    private ShapeChecks() {}

    static void times(Matrix X, RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        require(
                rows.totalRows() == X.rows() && has(Ht, X.cols(), Ht.cols()) && has(XHt, X.rows(), Ht.cols()),
                X,
                rows,
                Ht,
                XHt);
    }

    static void transposeTimes(Matrix X, RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        require(
                rows.totalRows() == X.rows() && has(W, X.rows(), W.cols()) && has(XtW, X.cols(), W.cols()),
                X,
                rows,
                W,
                XtW);
    }

    static void squaredResidual(Matrix X, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        require(
                rows.totalRows() == X.rows() && has(W, X.rows(), Ht.cols()) && has(Ht, X.cols(), W.cols()),
                X,
                rows,
                W,
                Ht);
    }

    static void gram(DenseMatrix A, DenseMatrix B, DenseMatrix G) {
        if (A.rows() != B.rows() || !has(G, A.cols(), B.cols()))
            throw new IllegalArgumentException(
                    "the Gram matrix of " + shape(A) + " and " + shape(B) + " does not fit into " + shape(G));
    }

    static void small(DenseMatrix A, DenseMatrix B, DenseMatrix C) {
        if (A.cols() != B.rows() || C.cols() != B.cols())
            throw new IllegalArgumentException(
                    "the product of " + shape(A) + " and " + shape(B) + " does not fit into " + shape(C));
    }

    static void transposed(DenseMatrix A, DenseMatrix B, int m, int rows, DenseMatrix C) {
        if (A.cols() != B.cols() || C.rows() != m || C.cols() != rows)
            throw new IllegalArgumentException("the product of " + shape(A) + " and " + rows + " rows of " + shape(B)
                    + ", transposed, does not fit into " + shape(C));
    }

    private static boolean has(DenseMatrix M, int rows, int cols) {
        return M.rows() == rows && M.cols() == cols;
    }

    private static void require(boolean fits, Matrix X, RowSet rows, DenseMatrix factor, DenseMatrix other) {
        if (!fits)
            throw new IllegalArgumentException("the shapes do not fit: X " + X.rows() + " × " + X.cols() + ", "
                    + rows.count() + " of " + rows.totalRows() + " rows, " + shape(factor) + ", " + shape(other));
    }

    private static String shape(DenseMatrix M) {
        return M.rows() + " × " + M.cols();
    }
}
