package org.grapnel.linalg.decomp;

import java.util.Arrays;
import java.util.Comparator;
import org.grapnel.linalg.DenseMatrix;

/**
 * Computes all eigenvalues and eigenvectors of a symmetric matrix, S = E·Λ·Eᵀ: Householder reduction to tridiagonal
 * form, then implicit QL (the procedures tred2 and tql2 of EISPACK; Bowdler, Martin, Reinsch and Wilkinson 1968). About
 * 6·m³ operations. Errors are of the size of rounding relative to the largest eigenvalue; {@link JacobiEigen} is slower
 * by a factor of ten and also right about very small eigenvalues.
 */
final class SymmetricEigen {
    private static final double EPSILON = 0x1p-52;

    /** Smaller entries beside a largest of 1 are zero: their squares would vanish, and quotients of these are no numbers. */
    private static final double NEGLIGIBLE = 1e-140;

    private final int n;
    private final double[][] v; // v[j] is column j of the matrix of eigenvectors
    private final double[] d;
    private final double[] e;

    private SymmetricEigen(DenseMatrix S) {
        n = S.rows();
        v = S.toArray();
        d = new double[n];
        e = new double[n];
    }

    /** Returns the eigenvalues, largest first, and writes the eigenvectors into the columns of E. S is unchanged. */
    static double[] decompose(DenseMatrix S, DenseMatrix E) {
        SymmetricEigen eigen = new SymmetricEigen(S);
        if (eigen.n == 0) return new double[0];
        double scale = eigen.scale();
        eigen.reduce();
        eigen.accumulate();
        eigen.iterate();
        Integer[] order = new Integer[eigen.n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble((Integer i) -> -eigen.d[i]));
        double[] values = new double[eigen.n];
        for (int j = 0; j < eigen.n; j++) {
            values[j] = scale * eigen.d[order[j]];
            double[] vector = eigen.v[order[j]];
            for (int i = 0; i < eigen.n; i++) E.set(i, j, vector[i]);
        }
        return values;
    }

    /** Divides by the largest entry, so that squares neither overflow nor vanish. */
    private double scale() {
        double most = 0;
        for (double[] row : v) for (double x : row) most = Math.max(most, Math.abs(x));
        if (most > 0) for (double[] row : v) for (int j = 0; j < n; j++) row[j] /= most;
        return most;
    }

    /** Reduces to tridiagonal form: e below the diagonal; the Householder vectors stay in v. */
    private void reduce() {
        for (int j = 0; j < n; j++) d[j] = v[j][n - 1];
        for (int i = n - 1; i > 0; i--) {
            double sum = 0;
            for (int k = 0; k < i; k++) sum += Math.abs(d[k]);
            d[i] = sum == 0 ? skip(i) : reflect(i, sum);
        }
    }

    /** Row i is zero already. */
    private double skip(int i) {
        e[i] = d[i - 1];
        for (int j = 0; j < i; j++) {
            d[j] = v[j][i - 1];
            v[j][i] = 0;
            v[i][j] = 0;
        }
        return 0;
    }

    private double reflect(int i, double sum) {
        double h = 0;
        for (int k = 0; k < i; k++) {
            d[k] /= sum;
            h += d[k] * d[k];
        }
        double f = d[i - 1];
        double g = f > 0 ? -Math.sqrt(h) : Math.sqrt(h);
        e[i] = sum * g;
        h -= f * g;
        d[i - 1] = f - g;
        Arrays.fill(e, 0, i, 0);
        for (int j = 0; j < i; j++) {
            double[] column = v[j];
            f = d[j];
            v[i][j] = f;
            g = e[j] + column[j] * f;
            for (int k = j + 1; k < i; k++) {
                g += column[k] * d[k];
                e[k] += column[k] * f;
            }
            e[j] = g;
        }
        f = 0;
        for (int j = 0; j < i; j++) {
            e[j] /= h;
            f += e[j] * d[j];
        }
        double half = f / (h + h);
        for (int j = 0; j < i; j++) e[j] -= half * d[j];
        for (int j = 0; j < i; j++) {
            double[] column = v[j];
            f = d[j];
            g = e[j];
            for (int k = j; k < i; k++) column[k] -= f * e[k] + g * d[k];
            d[j] = column[i - 1];
            column[i] = 0;
        }
        return h;
    }

    /** Multiplies the reflections. */
    private void accumulate() {
        for (int i = 0; i < n - 1; i++) {
            v[i][n - 1] = v[i][i];
            v[i][i] = 1;
            double h = d[i + 1];
            double[] next = v[i + 1];
            if (h != 0) {
                for (int k = 0; k <= i; k++) d[k] = next[k] / h;
                for (int j = 0; j <= i; j++) {
                    double[] column = v[j];
                    double g = 0;
                    for (int k = 0; k <= i; k++) g += next[k] * column[k];
                    for (int k = 0; k <= i; k++) column[k] -= g * d[k];
                }
            }
            for (int k = 0; k <= i; k++) next[k] = 0;
        }
        for (int j = 0; j < n; j++) {
            d[j] = v[j][n - 1];
            v[j][n - 1] = 0;
        }
        v[n - 1][n - 1] = 1;
        e[0] = 0;
    }

    /** Implicit QL with shifts, one eigenvalue after the other. */
    private void iterate() {
        System.arraycopy(e, 1, e, 0, n - 1);
        e[n - 1] = 0;
        double shift = 0;
        double size = 0;
        for (int l = 0; l < n; l++) {
            size = Math.max(size, Math.abs(d[l]) + Math.abs(e[l]));
            int m = l;
            while (m < n - 1 && Math.abs(e[m]) > Math.max(NEGLIGIBLE, EPSILON * size)) m++;
            // convergence is cubic; the limit only guards against NaN
            for (int round = 0; m > l && round < 60; round++) {
                shift += sweep(l, m);
                if (!(Math.abs(e[l]) > Math.max(NEGLIGIBLE, EPSILON * size))) break;
            }
            d[l] += shift;
            e[l] = 0;
        }
    }

    /** One QL sweep over rows l to m; returns the shift. */
    private double sweep(int l, int m) {
        double g = d[l];
        double p = (d[l + 1] - g) / (2 * e[l]);
        double r = Math.copySign(Math.sqrt(p * p + 1), p);
        d[l] = e[l] / (p + r);
        d[l + 1] = e[l] * (p + r);
        double next = d[l + 1];
        double h = g - d[l];
        for (int i = l + 2; i < n; i++) d[i] -= h;
        p = d[m];
        double c = 1;
        double c2 = 1;
        double c3 = 1;
        double below = e[l + 1];
        double s = 0;
        double s2 = 0;
        for (int i = m - 1; i >= l; i--) {
            c3 = c2;
            c2 = c;
            s2 = s;
            double ce = c * e[i];
            double cp = c * p;
            r = Math.sqrt(p * p + e[i] * e[i]);
            e[i + 1] = s * r;
            s = e[i] / r;
            c = p / r;
            p = c * d[i] - s * ce;
            d[i + 1] = cp + s * (c * ce + s * d[i]);
            rotate(v[i], v[i + 1], c, s);
        }
        p = -s * s2 * c3 * below * e[l] / next;
        e[l] = s * p;
        d[l] = c * p;
        return h;
    }

    private static void rotate(double[] x, double[] y, double c, double s) {
        for (int k = 0; k < x.length; k++) {
            double yk = y[k];
            y[k] = s * x[k] + c * yk;
            x[k] = c * x[k] - s * yk;
        }
    }
}
