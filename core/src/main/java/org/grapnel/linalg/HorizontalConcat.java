package org.grapnel.linalg;

import java.util.List;
import org.grapnel.runtime.Preconditions;

/** Concatenates matrices by columns: [A B …]. */
public final class HorizontalConcat {
    private HorizontalConcat() {}

    /** Returns a new matrix, sparse if all parts are sparse. */
    public static Matrix concat(List<? extends Matrix> parts) {
        Preconditions.require(!parts.isEmpty(), "there are no matrices to concatenate");
        return parts.stream().anyMatch(Matrix::isDense) ? concatDense(parts) : concatSparse(parts);
    }

    /** Returns [A B] as a new dense matrix. */
    public static DenseMatrix concatDense(Matrix A, Matrix B) {
        return concatDense(List.of(A, B));
    }

    private static int columns(List<? extends Matrix> parts) {
        int rows = parts.get(0).rows();
        int cols = 0;
        for (Matrix part : parts) {
            Preconditions.require(
                    part.rows() == rows, "cannot concatenate matrices of %d and %d rows", rows, part.rows());
            cols = Math.addExact(cols, part.cols());
        }
        return cols;
    }

    private static DenseMatrix concatDense(List<? extends Matrix> parts) {
        int rows = parts.get(0).rows();
        int cols = columns(parts);
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        double[] row = new double[cols];
        double[] partRow = new double[cols];
        for (int i = 0; i < rows; i++) {
            int at = 0;
            for (Matrix part : parts) {
                part.row(i, partRow);
                System.arraycopy(partRow, 0, row, at, part.cols());
                at += part.cols();
            }
            M.setRow(i, row);
        }
        return M;
    }

    private static SparseMatrix concatSparse(List<? extends Matrix> parts) {
        int rows = parts.get(0).rows();
        int cols = columns(parts);
        long nonZeros = 0;
        for (Matrix part : parts) nonZeros += part.nonZeros();
        int[] start = new int[rows + 1];
        int[] column = new int[Math.toIntExact(nonZeros)];
        double[] value = new double[column.length];
        int[] filled = {0};
        for (int i = 0; i < rows; i++) {
            int at = 0;
            for (Matrix part : parts) {
                int first = at;
                ((SparseMatrix) part).forEachInRow(i, (j, v) -> {
                    column[filled[0]] = first + j;
                    value[filled[0]++] = v;
                });
                at += part.cols();
            }
            start[i + 1] = filled[0];
        }
        return SparseMatrix.ofRows(rows, cols, start, column, value);
    }
}
