package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Computes the leading singular triplets X ≈ U·diag(σ)·Vᵀ by subspace iteration from a seeded random block (Halko,
 * Martinsson and Tropp 2011, Algorithm 4.4, with ten extra columns). This is accurate enough for a starting point: the
 * directions are as exact as the gaps between singular values allow in twelve rounds.
 */
public final class TruncatedSvd implements AutoCloseable {
    private static final int EXTRA_COLUMNS = 10;
    private static final int ROUNDS = 12;

    private final DenseMatrix U;
    private final double[] sigma;
    private final DenseMatrix V;

    private TruncatedSvd(DenseMatrix U, double[] sigma, DenseMatrix V) {
        this.U = U;
        this.sigma = sigma;
        this.V = V;
    }

    /** Returns the left singular vectors in columns, p × r. */
    public DenseMatrix U() {
        return U;
    }

    /** Returns the j-th largest singular value. */
    public double sigma(int j) {
        return sigma[j];
    }

    /** Returns the right singular vectors in columns, n × r. */
    public DenseMatrix V() {
        return V;
    }

    /**
     * Computes the r largest triplets: U is p × r, V is n × r. Singular values that are numerically zero have zero
     * vectors.
     */
    public static TruncatedSvd compute(ExecutionContext context, Matrix X, int r, long seed) {
        int p = X.rows();
        int n = X.cols();
        Preconditions.require(
                r >= 1 && r <= Math.min(p, n), "rank must be between 1 and %d, got %d", Math.min(p, n), r);
        int q = Math.min(r + EXTRA_COLUMNS, Math.min(p, n));
        RowSet all = RowSet.all(p);
        try (DenseMatrix right = DenseMatrix.zeros(n, q);
                DenseMatrix left = DenseMatrix.zeros(p, q)) {
            for (int i = 0; i < n; i++) for (int j = 0; j < q; j++) right.set(i, j, CounterRandom.gaussian(seed, i, j));
            for (int round = 0; round < ROUNDS; round++) {
                X.times(context, all, right, left);
                orthonormalise(context, left);
                X.transposeTimes(context, all, left, right);
                if (round < ROUNDS - 1) orthonormalise(context, right);
            }
            // X ≈ left·rightᵀ with orthonormal left; the eigenvectors of rightᵀ·right rotate it to singular form
            try (DenseMatrix S = gram(context, right);
                    DenseMatrix E = DenseMatrix.zeros(q, q)) {
                double[] lambda = JacobiEigen.decompose(S, E);
                double[] sigma = new double[r];
                for (int j = 0; j < r; j++) sigma[j] = Math.sqrt(Math.max(0, lambda[j]));
                return new TruncatedSvd(times(left, E, r, null), sigma, times(right, E, r, sigma));
            }
        }
    }

    /** M ← M·E·Λ^(−½), with MᵀM = E·Λ·Eᵀ. Vanished directions become zero. */
    private static void orthonormalise(ExecutionContext context, DenseMatrix M) {
        int q = M.cols();
        try (DenseMatrix S = gram(context, M);
                DenseMatrix E = DenseMatrix.zeros(q, q)) {
            double[] lambda = JacobiEigen.decompose(S, E);
            double[] norm = new double[q];
            for (int j = 0; j < q; j++) norm[j] = Math.sqrt(Math.max(0, lambda[j]));
            try (DenseMatrix rotated = times(M, E, q, norm)) {
                M.copyFrom(rotated);
            }
        }
    }

    private static DenseMatrix gram(ExecutionContext context, DenseMatrix M) {
        DenseMatrix S = DenseMatrix.zeros(M.cols(), M.cols());
        Gram.compute(context, M, RowSet.all(M.rows()), S);
        return S;
    }

    /**
     * Returns the first columns of M·E, divided by {@code norm} if given. Columns below 10⁻⁸ of the largest norm become
     * zero.
     */
    private static DenseMatrix times(DenseMatrix M, DenseMatrix E, int columns, double @Nullable [] norm) {
        DenseMatrix out = DenseMatrix.zeros(M.rows(), columns);
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            M.row(i, row);
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int c = 0; c < row.length; c++) sum += row[c] * E.get(c, j);
                if (norm != null) sum = norm[j] > 1e-8 * norm[0] ? sum / norm[j] : 0;
                out.set(i, j, sum);
            }
        }
        return out;
    }

    @Override
    public void close() {
        U.close();
        V.close();
    }
}
