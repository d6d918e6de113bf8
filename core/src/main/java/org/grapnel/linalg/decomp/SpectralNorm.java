package org.grapnel.linalg.decomp;

import java.util.Locale;
import org.grapnel.linalg.DenseMatrix;

/**
 * Computes the largest eigenvalue of small symmetric positive semi-definite matrices. The matrix is reduced to
 * tridiagonal form by Householder reflections; then Laguerre's iteration on the characteristic polynomial falls from
 * above to the largest root without passing it and triples the correct digits at every step. The error is a few ulps of
 * ‖G‖₂. The working memory is reused, so repeated calls allocate nothing.
 */
public final class SpectralNorm {
    private final int r;
    private final double[] a;
    private final double[] d;
    private final double[] e;

    public SpectralNorm(int r) {
        this.r = r;
        a = new double[r * r];
        d = new double[r];
        e = new double[r];
    }

    /**
     * Returns ‖G‖₂ of a symmetric positive semi-definite G, its largest eigenvalue; NaN if G holds NaN or overflows.
     */
    public double compute(DenseMatrix G) {
        if (G.rows() != r || G.cols() != r) // the arguments of require would be an array in each iteration
        throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "the matrix is %d × %d, expected %d × %d", G.rows(), G.cols(), r, r));
        G.rows(0, r, a);
        double scale = 0;
        for (double entry : a) {
            if (!(Math.abs(entry) <= Double.MAX_VALUE)) return Double.NaN;
            scale = Math.max(scale, Math.abs(entry));
        }
        if (scale == 0) return 0;
        for (int i = 0; i < r * r; i++) a[i] /= scale; // so that squares neither overflow nor underflow
        tridiagonalise();
        return Math.max(0, largest()) * scale;
    }

    /**
     * Leaves the diagonal in d and the off-diagonal in e[1…]. Both triangles of a are kept up to date, so that reads
     * run along rows.
     */
    private void tridiagonalise() {
        for (int i = r - 1; i > 0; i--) {
            int row = i * r;
            double h = 0;
            for (int k = 0; k < i - 1; k++) h += a[row + k] * a[row + k];
            double last = a[row + i - 1];
            d[i] = a[row + i];
            if (h == 0) { // already tridiagonal
                e[i] = last;
                continue;
            }
            h += last * last;
            double g = last >= 0 ? -Math.sqrt(h) : Math.sqrt(h);
            e[i] = g;
            h -= last * g;
            a[row + i - 1] = last - g; // row i now holds the Householder vector u, h = ‖u‖²/2
            double uAu = 0;
            for (int j = 0; j < i; j++) {
                double s = 0;
                for (int k = 0; k < i; k++) s += a[j * r + k] * a[row + k];
                d[j] = s / h; // d is free below i: it carries Au/h
                uAu += d[j] * a[row + j];
            }
            double half = uAu / (h + h);
            for (int j = 0; j < i; j++) d[j] -= half * a[row + j];
            for (int j = 0; j < i; j++) {
                double u = a[row + j];
                double q = d[j];
                for (int k = 0; k < i; k++) a[j * r + k] -= u * d[k] + q * a[row + k];
            }
        }
        d[0] = a[0];
        e[0] = 0;
    }

    /**
     * Applies Laguerre's steps x − n/(S₁ + √((n−1)(nS₂ − S₁²))) with S₁ = Σ 1/(x−λᵢ) and S₂ = Σ 1/(x−λᵢ)². Both sums
     * come from the quotients q = pₖ/pₖ₋₁ of leading minors, which are positive while x is above the largest
     * eigenvalue.
     */
    private double largest() {
        double x = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < r; i++) {
            double reach = Math.abs(e[i]) + (i < r - 1 ? Math.abs(e[i + 1]) : 0);
            x = Math.max(x, d[i] + reach); // Gershgorin
        }
        for (int round = 0; round < 100; round++) {
            double q = 1;
            double q1 = 0;
            double q2 = 0;
            double s1 = 0;
            double s2 = 0;
            for (int i = 0; i < r; i++) {
                double over = e[i] * e[i] / q;
                double first = q1 / q;
                double next2 = over * (q2 / q - 2 * first * first);
                q1 = 1 + over * first;
                q = x - d[i] - over;
                q2 = next2;
                if (!(q > 0)) return x; // at the root, up to rounding
                double slope = q1 / q;
                s1 += slope;
                s2 += slope * slope - q2 / q;
            }
            double step = r / (s1 + Math.sqrt(Math.max(0, (r - 1) * (r * s2 - s1 * s1))));
            if (!(x - step < x)) return x;
            x -= step;
            if (step <= 1e-16 * Math.abs(x)) return x;
        }
        return x;
    }
}
