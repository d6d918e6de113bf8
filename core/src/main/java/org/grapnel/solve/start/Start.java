package org.grapnel.solve.start;

import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/** Where a run begins. */
@FunctionalInterface
public interface Start {
    /** A new point for r components, which the caller owns. */
    StartPoint point(ExecutionContext context, Matrix X, int r);

    /** What {@code summary.json} calls it. */
    default String kind() {
        return "given";
    }

    /** The same kind of start drawn with its seed + i; empty where nothing is drawn, so that every start is the same. */
    default Optional<Start> restart(int i) {
        return Optional.empty();
    }

    /** W (p × r) and Ht (n × r). */
    record StartPoint(DenseMatrix W, DenseMatrix Ht) implements AutoCloseable {
        /** Refuses, and closes, a point of the wrong shape, or with a negative, missing or infinite entry. */
        public void check(Problem problem) {
            try {
                check("W0", W, problem.X().rows(), problem.formulation().rank(), false);
                check("H0", Ht, problem.X().cols(), problem.formulation().rank(), true);
                Preconditions.require(
                        W.nonZeros() > 0 || Ht.nonZeros() > 0,
                        "W0 and H0 are both zero: no gradient step leads away from there");
            } catch (IllegalArgumentException e) {
                close();
                throw e;
            }
        }

        private static void check(String name, DenseMatrix M, int rows, int cols, boolean transposed) {
            boolean fits = M.rows() == rows && M.cols() == cols;
            if (transposed)
                Preconditions.require(fits, "%s must be %d × %d, it is %d × %d", name, cols, rows, M.cols(), M.rows());
            else Preconditions.require(fits, "%s must be %d × %d, it is %d × %d", name, rows, cols, M.rows(), M.cols());
            double[] row = new double[cols];
            for (int i = 0; i < rows; i++) {
                M.row(i, row);
                for (int j = 0; j < cols; j++) {
                    boolean allowed = row[j] >= 0 && row[j] < Double.POSITIVE_INFINITY;
                    Preconditions.require(
                            allowed,
                            "%s has %s at row %d, column %d; allowed are finite numbers >= 0",
                            name,
                            row[j],
                            transposed ? j : i,
                            transposed ? i : j);
                }
            }
        }

        /** The point with W projected on the problem's constraint. */
        public StartPoint projected(ExecutionContext context, Problem problem) {
            check(problem); // closes it if it fails; a negative entry is a mistake, not something to clip
            problem.formulation().onW().project(context, W, RowSet.all(W.rows()));
            return this;
        }

        @Override
        public void close() {
            W.close();
            Ht.close();
        }
    }

    /**
     * Uniform on [0, 1), both factors scaled by √(mean X / mean WH). Before scaling, entry (i, j) is a function of seed, i and j alone, so any
     * part of it can be made by itself.
     */
    static Start random(long seed) {
        return new RandomStart(seed);
    }

    /** By what both factors of a {@link #random} start are multiplied: √(Σ X / Σ WH), from the sums of the columns of W and of Ht. */
    static double scale(double sumX, double[] sumsW, double[] sumsH) {
        double sumWH = 0;
        for (int j = 0; j < sumsW.length; j++) sumWH += sumsW[j] * sumsH[j];
        return sumWH > 0 ? Math.sqrt(sumX / sumWH) : 1;
    }

    /** M ← the whole of W or of Ht in a {@link #random} start before it is scaled; returns the sums of its columns. */
    static double[] uniform(long seed, FactorId block, DenseMatrix M) {
        double[] sums = new double[M.cols()];
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            uniformRow(seed, block, i, row);
            for (int j = 0; j < row.length; j++) sums[j] += row[j];
            M.setRow(i, row);
        }
        return sums;
    }

    /** into ← row i of W or of Ht in a {@link #random} start before it is scaled: r numbers in [0, 1). */
    static void uniformRow(long seed, FactorId block, int i, double[] into) {
        long part = RandomStart.part(seed, block);
        for (int j = 0; j < into.length; j++) into[j] = CounterRandom.uniform(part, i, j);
    }

    /** From the leading singular vectors: of each pair, the parts of one sign that carry more (Boutsidis and Gallopoulos 2008). */
    static Start nndsvd() {
        return new NndsvdStart();
    }

    /** Copies of given factors: W is p × r, H is r × n. */
    static Start given(DenseMatrix W, DenseMatrix H) {
        return (context, X, r) -> new StartPoint(W.copy(), H.transpose());
    }
}
