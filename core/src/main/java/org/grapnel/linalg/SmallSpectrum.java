package org.grapnel.linalg;

/**
 * Eigenvalues of small symmetric matrices: Householder reduction to tridiagonal form, then implicit QL steps with
 * Wilkinson's shift (the classical EISPACK pair tred1 and tql1). About ⁴⁄₃ r³ operations, errors of a few ulps of
 * ‖G‖₂. The work space is kept, so asking again allocates nothing.
 */
public final class SmallSpectrum {
    private final int r;
    private final double[] a;
    private final double[] d;
    private final double[] e;

    public SmallSpectrum(int r) {
        this.r = r;
        a = new double[r * r];
        d = new double[r];
        e = new double[r];
    }

    /** ‖G‖₂ of a symmetric positive semi-definite G: its largest eigenvalue. NaN where G holds one or overflows. */
    public double norm(DenseMatrix G) {
        Check.that(G.rows() == r && G.cols() == r, "%d × %d is not %d × %d", G.rows(), G.cols(), r, r);
        double scale = 0;
        for (int i = 0; i < r; i++) {
            G.buffer(i).get(G.at(i), a, i * r, r);
            for (int j = 0; j < r; j++) {
                double size = Math.abs(a[i * r + j]);
                if (!(size <= Double.MAX_VALUE)) return Double.NaN;
                scale = Math.max(scale, size);
            }
        }
        if (scale == 0) return 0;
        for (int i = 0; i < r * r; i++) a[i] /= scale; // so that squares neither overflow nor vanish
        tridiagonalise();
        diagonalise();
        double largest = d[0];
        for (int i = 1; i < r; i++) largest = Math.max(largest, d[i]);
        return largest * scale;
    }

    /** Leaves the diagonal in d and the off-diagonal in e[1…]. */
    private void tridiagonalise() {
        for (int i = r - 1; i > 0; i--) {
            double h = 0;
            for (int k = 0; k < i; k++) h += a[i * r + k] * a[i * r + k];
            double last = a[i * r + i - 1];
            if (h - last * last <= 0) { // already in form
                e[i] = last;
                d[i] = a[i * r + i];
                continue;
            }
            double g = last >= 0 ? -Math.sqrt(h) : Math.sqrt(h);
            e[i] = g;
            d[i] = a[i * r + i];
            h -= last * g;
            a[i * r + i - 1] = last - g; // row i now holds the Householder vector u, h = ‖u‖²/2
            double uAu = 0;
            for (int j = 0; j < i; j++) {
                double s = 0;
                for (int k = 0; k <= j; k++) s += a[j * r + k] * a[i * r + k];
                for (int k = j + 1; k < i; k++) s += a[k * r + j] * a[i * r + k];
                d[j] = s / h; // d is free below i: it carries p = Au/h
                uAu += d[j] * a[i * r + j];
            }
            double half = uAu / (h + h);
            for (int j = 0; j < i; j++) d[j] -= half * a[i * r + j];
            for (int j = 0; j < i; j++) {
                double u = a[i * r + j];
                double q = d[j];
                for (int k = 0; k <= j; k++) a[j * r + k] -= u * d[k] + q * a[i * r + k];
            }
        }
        d[0] = a[0];
        e[0] = 0;
    }

    private void diagonalise() {
        tridiagonalEigenvalues(d, e, r);
    }

    /** Replaces the diagonal d by the eigenvalues of the tridiagonal matrix with off-diagonal e[1 … n−1], unsorted; e is lost. */
    static void tridiagonalEigenvalues(double[] d, double[] e, int n) {
        for (int i = 1; i < n; i++) e[i - 1] = e[i];
        e[n - 1] = 0;
        for (int l = 0; l < n; l++) {
            for (int round = 0; ; round++) {
                int m = l;
                while (m < n - 1) {
                    double size = Math.abs(d[m]) + Math.abs(d[m + 1]);
                    if (Math.abs(e[m]) <= Math.ulp(size)) break;
                    m++;
                }
                if (m == l) break;
                if (round == 100) throw new ArithmeticException("QL steps did not settle");
                double g = (d[l + 1] - d[l]) / (2 * e[l]);
                double root = Math.hypot(g, 1);
                g = d[m] - d[l] + e[l] / (g + Math.copySign(root, g));
                double s = 1;
                double c = 1;
                double p = 0;
                int i = m - 1;
                for (; i >= l; i--) {
                    double f = s * e[i];
                    double b = c * e[i];
                    root = Math.sqrt(f * f + g * g);
                    e[i + 1] = root;
                    if (root == 0) { // split found on the way: take it up again
                        d[i + 1] -= p;
                        e[m] = 0;
                        break;
                    }
                    s = f / root;
                    c = g / root;
                    g = d[i + 1] - p;
                    root = (d[i] - g) * s + 2 * c * b;
                    p = s * root;
                    d[i + 1] = g + p;
                    g = c * root - b;
                }
                if (root == 0 && i >= l) continue;
                d[l] -= p;
                e[l] = g;
                e[m] = 0;
            }
        }
    }
}
