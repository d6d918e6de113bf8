package org.grapnel.cli;

import java.util.Locale;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;

/** To which scale X is brought before anything else sees it. */
enum Normalize {
    NONE,
    /** X / max X: entries in [0, 1], proportions as they were. */
    MAX;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The data at this scale; the data handed in are used up. Needs data that {@link Dataset#check} has passed. */
    Dataset of(Dataset data) {
        if (this == NONE) return data;
        double largest = largest(data.X());
        Matrix X = data.X() instanceof SparseMatrix sparse
                ? divided(sparse, largest)
                : divided((DenseMatrix) data.X(), largest);
        return data.withX(X);
    }

    private static double largest(Matrix X) {
        double largest = 0;
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (double x : row) largest = Math.max(largest, x);
        }
        return largest;
    }

    /** In place: the data may be most of the memory there is. */
    private static DenseMatrix divided(DenseMatrix X, double by) {
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) row[j] /= by;
            X.setRow(i, row);
        }
        return X;
    }

    private static SparseMatrix divided(SparseMatrix X, double by) {
        int entries = Math.toIntExact(X.nonZeros());
        int[] start = new int[X.rows() + 1];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        for (int i = 0; i < X.rows(); i++) {
            X.forRow(i, (j, x) -> {
                column[filled[0]] = j;
                value[filled[0]++] = x / by;
            });
            start[i + 1] = filled[0];
        }
        return SparseMatrix.ofRows(X.rows(), X.cols(), start, column, value);
    }
}
