package org.grapnel.linalg.decomp;

import org.grapnel.linalg.DenseMatrix;

/**
 * Computes (G + δI)⁻¹ of a small symmetric positive semi-definite matrix by Cholesky factorisation. The working memory
 * is reused.
 */
public final class CholeskyInverse {
    /** δ relative to the trace: keeps the inverse small enough for rounding not to matter, also for a singular G. */
    private static final double RIDGE = 1e-4;

    private final int r;
    private final double[] factor;

    public CholeskyInverse(int r) {
        this.r = r;
        factor = new double[r * r];
    }

    /** Writes the inverse into {@code into} (r × r, row-major). Returns false for a zero or non-finite matrix. */
    public boolean invert(DenseMatrix G, double[] into) {
        double trace = 0;
        for (int i = 0; i < r; i++) trace += G.get(i, i);
        if (!(trace > 0) || trace == Double.POSITIVE_INFINITY) return false;
        double delta = RIDGE * trace;
        for (int j = 0; j < r; j++) {
            for (int i = j; i < r; i++) {
                double sum = G.get(i, j) + (i == j ? delta : 0);
                for (int q = 0; q < j; q++) sum -= factor[i * r + q] * factor[j * r + q];
                if (i == j && !(sum > 0)) return false;
                factor[i * r + j] = i == j ? Math.sqrt(sum) : sum / factor[j * r + j];
            }
        }
        for (int column = 0; column < r; column++) solve(column, into);
        return true;
    }

    /** Computes one column of the inverse by forward and backward substitution on a unit vector. */
    private void solve(int column, double[] into) {
        for (int i = 0; i < r; i++) {
            double sum = i == column ? 1 : 0;
            for (int q = 0; q < i; q++) sum -= factor[i * r + q] * into[q * r + column];
            into[i * r + column] = sum / factor[i * r + i];
        }
        for (int i = r - 1; i >= 0; i--) {
            double sum = into[i * r + column];
            for (int q = i + 1; q < r; q++) sum -= factor[q * r + i] * into[q * r + column];
            into[i * r + column] = sum / factor[i * r + i];
        }
    }
}
