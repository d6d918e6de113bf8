package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.model.Block;

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
        double scale = scale(X.sum(), fill(W, Block.W), fill(Ht, Block.H));
        scale(W, scale);
        scale(Ht, scale);
        return new Point(W, Ht);
    }

    /** What the block draws from. */
    static long part(long seed, Block block) {
        return Randoms.split(seed, block == Block.W ? FOR_W : FOR_H);
    }

    /** √(Σ X / Σ WH), from the sums of the columns of W and of Ht. */
    static double scale(double sumX, double[] sumsW, double[] sumsH) {
        double sumWH = 0;
        for (int j = 0; j < sumsW.length; j++) sumWH += sumsW[j] * sumsH[j];
        return sumWH > 0 ? Math.sqrt(sumX / sumWH) : 1;
    }

    /** Fills M and returns the sums of its columns. */
    private double[] fill(DenseMatrix M, Block block) {
        double[] sums = new double[M.cols()];
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            Start.uniformRow(seed, block, i, row);
            for (int j = 0; j < row.length; j++) sums[j] += row[j];
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
