package org.grapnel.linalg;

import org.grapnel.runtime.ExecutionContext;

/**
 * The data X, a row per feature and a column per sample, with the products the solvers need. All of them can be asked
 * for some rows only, so that their cost follows the features in use. Factors are tall: W is p × r, and H is stored
 * transposed as Ht, n × r, so that a sample's weights lie side by side.
 */
public sealed interface Matrix extends AutoCloseable permits DenseMatrix, SparseMatrix {
    int rows();

    int cols();

    double get(int i, int j);

    /** Copies row i into {@code into}, zeros and all. */
    void row(int i, double[] into);

    long nonZeros();

    /** XHt ← X·Ht in the given rows; the others are left alone. */
    void times(ExecutionContext context, RowSet rows, DenseMatrix Ht, DenseMatrix XHt);

    /** XtW ← Xᵀ·W, where rows of W other than the given ones are zero and need not be read. */
    void transposeTimes(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix XtW);

    /** Σ ‖Xᵢ − Wᵢ·Htᵀ‖² over the given rows, from the residual itself. */
    double squaredResidual(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix Ht);

    /** Σⱼ xᵢⱼ of every row. */
    default double[] rowSums() {
        double[] sums = new double[rows()];
        double[] row = new double[cols()];
        for (int i = 0; i < sums.length; i++) {
            row(i, row);
            for (double v : row) sums[i] += v;
        }
        return sums;
    }

    /** ‖Xᵢ‖² of every row. */
    double[] rowSquares();

    /** Σᵢⱼ xᵢⱼ. */
    double sum();

    /** ‖x‖ of every column, also where its square would leave the range of a double. */
    double[] columnNorms();

    /** A number for every column that is the same for equal columns, and hardly ever for others. */
    long[] columnHashes(ExecutionContext context);

    /** Whether two columns are equal, entry for entry. */
    boolean columnsEqual(int j, int l);

    /** into[q] ← the dot product of columns i and other[q], for q in [start[i], start[i + 1]). */
    void columnDots(ExecutionContext context, int[] start, int[] other, double[] into);

    /** Whether every entry is stored, zero or not. */
    boolean isDense();

    /** A new value for an entry. */
    @FunctionalInterface
    interface EntryFunction {
        double apply(int row, int column, double value);
    }

    /** The matrix with every stored entry replaced: in place where it is dense, else a new one. Zeros of a sparse one stay. */
    Matrix map(EntryFunction by);

    /** A new matrix of these rows, in this order. */
    Matrix selectRows(int[] rows);

    /** A new matrix of these columns, in this order; sparse where this one is. */
    Matrix selectColumns(int[] columns);

    @Override
    void close();
}
