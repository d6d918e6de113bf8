package org.grapnel.spark.cluster;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.data.Panel;

/** Reads the samples of a panel as points. */
final class PanelPoints {
    private PanelPoints() {}

    static PointBlock read(Panel panel) {
        Matrix X = panel.matrix();
        if (X instanceof SparseMatrix sparse) return new SparseColumns(sparse);
        try {
            return new ScaledRows(transposed(X), unitScale(X.rows()));
        } finally {
            X.close();
        }
    }

    private static double[] transposed(Matrix X) {
        int d = X.rows();
        double[] rows = new double[Math.multiplyExact(X.cols(), d)];
        double[] feature = new double[X.cols()];
        for (int i = 0; i < d; i++) {
            X.row(i, feature);
            for (int j = 0; j < feature.length; j++) rows[j * d + i] = feature[j];
        }
        return rows;
    }

    /** Returns d ones. */
    static double[] unitScale(int d) {
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Points that are the columns of a sparse matrix: ‖x − c‖² = ‖c‖² + Σ x·(x − 2c) over the non-zeros. */
    private static final class SparseColumns implements PointBlock {
        private final SparseMatrix X;
        private double[][] centers = {};
        private double[] squares = {};

        SparseColumns(SparseMatrix X) {
            this.X = X;
        }

        @Override
        public int count() {
            return X.cols();
        }

        @Override
        public void setCenters(double[][] others) {
            centers = others;
            squares = new double[others.length];
            for (int g = 0; g < squares.length; g++) for (double c : others[g]) squares[g] += c * c;
        }

        @Override
        public void squares(int point, double[] into) {
            System.arraycopy(squares, 0, into, 0, squares.length);
            X.forEachInColumn(point, (i, x) -> {
                for (int g = 0; g < centers.length; g++) into[g] += x * (x - 2 * centers[g][i]);
            });
        }

        @Override
        public void add(int point, int sign, double[] sums, int at) {
            X.forEachInColumn(point, (i, x) -> sums[at + i] += sign * x);
        }
    }
}
