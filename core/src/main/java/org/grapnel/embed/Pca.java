package org.grapnel.embed;

import org.grapnel.data.DataException;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TileProducts;
import org.grapnel.linalg.decomp.JacobiEigen;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Principal components of the columns of X: the leading singular triplets of X − μ·1ᵀ ≈ U·diag(σ)·Vᵀ, where μ is the
 * mean column. Scores are V·diag(σ), n × r; variances are σ²/n. The method is subspace iteration (Halko, Martinsson and
 * Tropp 2011) with ten extra columns. The centred matrix is never formed: (X − μ1ᵀ)V = XV − μ(1ᵀV), and likewise
 * transposed, so a sparse X stays sparse.
 *
 * <p>The sign of every direction makes its loading of largest magnitude, the first of equals, positive.
 */
public final class Pca implements AutoCloseable {
    private static final int EXTRA_COLUMNS = 10;
    private static final int MOST_ROUNDS = 200;
    private static final double SETTLED = 1e-15;
    private static final double VANISHED = 1e-8;
    private static final double ROUNDING = 1e-14;

    private final DenseMatrix scores;
    private final DenseMatrix directions;
    private final double[] variance;

    private Pca(DenseMatrix scores, DenseMatrix directions, double[] variance) {
        this.scores = scores;
        this.directions = directions;
        this.variance = variance;
    }

    /** Returns the coordinates of the samples along the components, n × r. */
    public DenseMatrix scores() {
        return scores;
    }

    /** Returns the components in columns, p × r, orthonormal; zero if the samples have no further direction. */
    public DenseMatrix directions() {
        return directions;
    }

    /** Returns the variance that component j explains, largest first: the mean of its squared scores. */
    public double variance(int j) {
        return variance[j];
    }

    /** Computes the r leading components. If the samples have fewer directions, the rest is zero. */
    public static Pca compute(ExecutionContext context, Matrix X, int r) {
        int p = X.rows();
        int n = X.cols();
        Preconditions.require(
                r >= 1 && r <= Math.min(p, n), "components must be between 1 and %d, got %d", Math.min(p, n), r);
        MagnitudeCheck.check(X).ifPresent(cell -> {
            throw new DataException("the largest value, %s, is %s", cell.value(), cell.fault());
        });
        int q = Math.min(r + EXTRA_COLUMNS, Math.min(p, n));
        double[] mean = mean(context, X);
        try (DenseMatrix U = DenseMatrix.zeros(p, q);
                DenseMatrix V = DenseMatrix.zeros(n, q)) {
            for (int i = 0; i < n; i++) for (int j = 0; j < q; j++) V.set(i, j, CounterRandom.gaussian(0, i, j));
            orthonormalise(context, V);
            double[] before = new double[q];
            for (int round = 1; ; round++) {
                times(context, X, mean, V, U);
                orthonormalise(context, U);
                transposeTimes(context, X, mean, U, V);
                double[] squares = align(context, U, V);
                double change = 0;
                for (int j = 0; j < r; j++) change = Math.max(change, Math.abs(squares[j] - before[j]));
                if (change <= SETTLED * squares[0] || round == MOST_ROUNDS) return withSigns(U, V, r, mean);
                before = squares;
                orthonormalise(context, V);
            }
        }
    }

    private static double[] mean(ExecutionContext context, Matrix X) {
        try (DenseMatrix ones = DenseMatrix.zeros(X.cols(), 1);
                DenseMatrix sums = DenseMatrix.zeros(X.rows(), 1)) {
            ones.fill(1);
            X.times(context, RowSet.all(X.rows()), ones, sums);
            double[] mean = new double[X.rows()];
            for (int i = 0; i < mean.length; i++) mean[i] = sums.get(i, 0) / X.cols();
            return mean;
        }
    }

    /** U ← (X − μ1ᵀ)·V. */
    private static void times(ExecutionContext context, Matrix X, double[] mean, DenseMatrix V, DenseMatrix U) {
        int q = V.cols();
        X.times(context, RowSet.all(X.rows()), V, U);
        double[] sums = new double[q];
        double[] row = new double[q];
        for (int i = 0; i < V.rows(); i++) {
            V.row(i, row);
            for (int j = 0; j < q; j++) sums[j] += row[j];
        }
        for (int i = 0; i < U.rows(); i++) {
            U.row(i, row);
            for (int j = 0; j < q; j++) row[j] -= mean[i] * sums[j];
            U.setRow(i, row);
        }
    }

    /** V ← (X − μ1ᵀ)ᵀ·U. */
    private static void transposeTimes(
            ExecutionContext context, Matrix X, double[] mean, DenseMatrix U, DenseMatrix V) {
        int q = U.cols();
        X.transposeTimes(context, RowSet.all(X.rows()), U, V);
        double[] shift = new double[q];
        double[] row = new double[q];
        for (int i = 0; i < U.rows(); i++) {
            U.row(i, row);
            for (int j = 0; j < q; j++) shift[j] += mean[i] * row[j];
        }
        for (int i = 0; i < V.rows(); i++) {
            V.row(i, row);
            for (int j = 0; j < q; j++) row[j] -= shift[j];
            V.setRow(i, row);
        }
    }

    /**
     * Rotates both sides of U·Vᵀ so that the columns of V are orthogonal; returns their squared norms, largest first.
     */
    private static double[] align(ExecutionContext context, DenseMatrix U, DenseMatrix V) {
        int q = V.cols();
        try (DenseMatrix E = DenseMatrix.zeros(q, q)) {
            double[] squares = spectrum(context, V, E);
            rotate(context, U, E);
            rotate(context, V, E);
            return squares;
        }
    }

    /** M ← M·E·Λ^(−½), with MᵀM = E·Λ·Eᵀ. Vanished directions become zero. */
    private static void orthonormalise(ExecutionContext context, DenseMatrix M) {
        int q = M.cols();
        try (DenseMatrix E = DenseMatrix.zeros(q, q)) {
            double[] squares = spectrum(context, M, E);
            for (int j = 0; j < q; j++) {
                double norm = Math.sqrt(Math.max(0, squares[j]));
                boolean present = norm > VANISHED * Math.sqrt(Math.max(0, squares[0]));
                for (int i = 0; i < q; i++) E.set(i, j, present ? E.get(i, j) / norm : 0);
            }
            rotate(context, M, E);
        }
    }

    private static double[] spectrum(ExecutionContext context, DenseMatrix M, DenseMatrix E) {
        try (DenseMatrix MtM = DenseMatrix.zeros(M.cols(), M.cols())) {
            Gram.compute(context, M, RowSet.all(M.rows()), MtM);
            return JacobiEigen.decompose(MtM, E);
        }
    }

    /** M ← M·E. */
    private static void rotate(ExecutionContext context, DenseMatrix M, DenseMatrix E) {
        int blocks = Math.min(M.rows(), ExecutionContext.blockCount(0.1 * M.rows() * M.cols() * M.cols()));
        try (DenseMatrix rotated = DenseMatrix.zeros(M.rows(), M.cols())) {
            context.run(blocks, (b, scratch) -> {
                int from = ExecutionContext.blockStart(M.rows(), b, blocks);
                TileProducts.timesSmall(
                        context, M, from, ExecutionContext.blockStart(M.rows(), b + 1, blocks), E, rotated, scratch);
            });
            M.copyFrom(rotated);
        }
    }

    /** Returns the first r columns with their signs set. Columns that are only the rounding of the mean become zero. */
    private static Pca withSigns(DenseMatrix U, DenseMatrix V, int r, double[] mean) {
        double squares = 0;
        for (double m : mean) squares += m * m;
        double rounding = ROUNDING * Math.sqrt(squares * V.rows());
        DenseMatrix directions = DenseMatrix.zeros(U.rows(), r);
        DenseMatrix scores = DenseMatrix.zeros(V.rows(), r);
        double[] variance = new double[r];
        for (int j = 0; j < r; j++) {
            double norm = 0;
            for (int i = 0; i < V.rows(); i++) norm += V.get(i, j) * V.get(i, j);
            if (Math.sqrt(norm) <= rounding) continue;
            variance[j] = norm / V.rows();
            double largest = 0;
            for (int i = 0; i < U.rows(); i++) if (Math.abs(U.get(i, j)) > Math.abs(largest)) largest = U.get(i, j);
            double sign = largest < 0 ? -1 : 1;
            for (int i = 0; i < U.rows(); i++) directions.set(i, j, sign * U.get(i, j));
            for (int i = 0; i < V.rows(); i++) scores.set(i, j, sign * V.get(i, j));
        }
        return new Pca(scores, directions, variance);
    }

    @Override
    public void close() {
        scores.close();
        directions.close();
    }
}
