package org.grapnel.linalg;

import org.grapnel.runtime.ExecutionContext;

/**
 * The data matrix X, with a row per feature and a column per sample, and the products that solvers need. Products take
 * a set of rows, so their cost follows the features in use. Factors are tall: W is p × r, and H is stored transposed as
 * Ht, n × r, so that the weights of a sample are contiguous.
 */
public sealed interface Matrix extends AutoCloseable permits DenseMatrix, SparseMatrix {
    int rows();

    int cols();

    double get(int i, int j);

    /** Copies row i, zeros included, into {@code into}. */
    void row(int i, double[] into);

    /** Visits the entries of row i, columns ascending; those of a sparse matrix that are stored, otherwise all. */
    default void forEachInRow(int i, SparseMatrix.EntryVisitor visitor) {
        double[] row = new double[cols()];
        row(i, row);
        for (int j = 0; j < row.length; j++) visitor.visit(j, row[j]);
    }

    long nonZeros();

    /** XHt ← X·Ht in the given rows; other rows are unchanged. */
    void times(ExecutionContext context, RowSet rows, DenseMatrix Ht, DenseMatrix XHt);

    /** XtW ← Xᵀ·W. Rows of W outside the given set are zero and need not be read. */
    void transposeTimes(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix XtW);

    /** Returns Σ ‖Xᵢ − Wᵢ·Htᵀ‖² over the given rows, computed from the residual itself. */
    double squaredResidual(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix Ht);

    /** Returns Σⱼ xᵢⱼ of every row. */
    default double[] rowSums() {
        double[] sums = new double[rows()];
        double[] row = new double[cols()];
        for (int i = 0; i < sums.length; i++) {
            row(i, row);
            for (double v : row) sums[i] += v;
        }
        return sums;
    }

    /** Returns ‖Xᵢ‖² of every row. */
    double[] rowSquares();

    /** Returns Σᵢⱼ xᵢⱼ. */
    double sum();

    /** Returns ‖x‖ of every column, also if its square overflows or underflows. */
    double[] columnNorms();

    /** Returns a hash of every column; equal columns have equal hashes. */
    long[] columnHashes(ExecutionContext context);

    /** Returns whether two columns are equal, entry by entry. */
    boolean columnsEqual(int j, int l);

    /** into[q] ← the dot product of columns i and other[q], for q in [start[i], start[i + 1]). */
    void columnDots(ExecutionContext context, int[] start, int[] other, double[] into);

    /** Returns whether every entry is stored, zero or not. */
    boolean isDense();

    /** Computes a new value for an entry. */
    @FunctionalInterface
    interface EntryFunction {
        double apply(int row, int column, double value);
    }

    /**
     * Replaces every stored entry: in place for a dense matrix, as a new matrix for a sparse one, where zeros stay
     * zero.
     */
    Matrix map(EntryFunction function);

    /** Returns a new matrix of these rows, in this order. */
    Matrix selectRows(int[] rows);

    /** Returns a new matrix of these columns, in this order; sparse if this one is sparse. */
    Matrix selectColumns(int[] columns);

    @Override
    void close();
}
