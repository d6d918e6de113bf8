package org.grapnel.evaluate;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;

/** Copies columns of a matrix. */
final class ColumnCopy {
    private ColumnCopy() {}

    /** Copies the chosen columns, ascending; sparse if fewer than a quarter of the entries of X are non-zero. */
    static Matrix copy(Matrix X, int[] chosen) {
        return X.nonZeros() < (long) X.rows() * X.cols() / 4
                ? sparse(X, chosen)
                : copyDense(X, chosen, 0, chosen.length);
    }

    /** Copies columns chosen[from] … chosen[from + count − 1]. */
    static DenseMatrix copyDense(Matrix X, int[] chosen, int from, int count) {
        DenseMatrix copy = DenseMatrix.zeros(X.rows(), count);
        double[] row = new double[X.cols()];
        double[] kept = new double[count];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < count; j++) kept[j] = row[chosen[from + j]];
            copy.setRow(i, kept);
        }
        return copy;
    }

    private static SparseMatrix sparse(Matrix X, int[] chosen) {
        int[] start = new int[X.rows() + 1];
        int[] column = new int[1024];
        double[] value = new double[1024];
        double[] row = new double[X.cols()];
        int used = 0;
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < chosen.length; j++) {
                if (row[chosen[j]] == 0) continue;
                if (used == column.length) {
                    column = Arrays.copyOf(column, Math.multiplyExact(2, used));
                    value = Arrays.copyOf(value, column.length);
                }
                column[used] = j;
                value[used++] = row[chosen[j]];
            }
            start[i + 1] = used;
        }
        return SparseMatrix.ofRows(
                X.rows(), chosen.length, start, Arrays.copyOf(column, used), Arrays.copyOf(value, used));
    }
}
