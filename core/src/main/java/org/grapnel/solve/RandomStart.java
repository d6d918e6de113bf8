package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;

/** Uniform factors of the size of the data. */
record RandomStart(long seed) implements Start {
    private static final int FOR_W = 1;
    private static final int FOR_H = 2;

    @Override
    public String word() {
        return "random";
    }

    @Override
    public Optional<Start> restart(int i) {
        return Optional.of(new RandomStart(seed + i));
    }

    @Override
    public Point point(Compute on, Matrix X, int r) {
        DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
        double[] sumsW = fill(W, Randoms.split(seed, FOR_W));
        double[] sumsH = fill(Ht, Randoms.split(seed, FOR_H));
        double sumWH = 0;
        for (int j = 0; j < r; j++) sumWH += sumsW[j] * sumsH[j];
        double scale = sumWH > 0 ? Math.sqrt(X.sum() / sumWH) : 1;
        scale(W, scale);
        scale(Ht, scale);
        return new Point(W, Ht);
    }

    /** Fills M and returns the sums of its columns. */
    private static double[] fill(DenseMatrix M, long seed) {
        double[] sums = new double[M.cols()];
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            for (int j = 0; j < row.length; j++) {
                row[j] = Randoms.uniform(seed, i, j);
                sums[j] += row[j];
            }
            M.setRow(i, row);
        }
        return sums;
    }

    private static void scale(DenseMatrix M, double by) {
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            M.row(i, row);
            for (int j = 0; j < row.length; j++) row[j] *= by;
            M.setRow(i, row);
        }
    }
}
