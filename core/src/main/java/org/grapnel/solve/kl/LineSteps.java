package org.grapnel.solve.kl;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Coordinate steps for one line of a factor, min over z ≥ 0 of Σₑ (aₑ − xₑ log aₑ) + ½zQzᵀ − z·c with a = zB: a row of W with B = H, or a column of
 * H with B = Wᵀ and the graph term as Q and c. Zeros of X enter by the sums of B alone.
 *
 * <p><b>No step raises the value.</b> Along coordinate k by t, with u = b/a, the derivative is
 *
 * <pre>
 *   f′(t) = s + q·t − Σ x·u/(1 + t·u),     s = Σb + (gradient of the quadratic part),  q = Qₖₖ
 * </pre>
 *
 * It rises with t. With m₀ = Σ x·u, m₁ = Σ x·u², μ = m₁/m₀ and U = max u, the convexity of 1/(1 + t·u) in u bounds it from both sides:
 *
 * <pre>
 *   f′(t) ≤ s + q·t − m₀/(1 + t·μ)                        (Jensen)
 *   f′(t) ≥ s + q·t − m₀ + m₁·t/(1 + t·U)   for t ≤ 0     (chord from 0 to U)
 * </pre>
 *
 * If f′(0) &lt; 0, the step is the root of the upper bound, which lies left of the minimum. If f′(0) &gt; 0, it is the root of the lower bound, which
 * lies right of the minimum; where this root is below −z, f′ is positive down to z = 0, and zero is the exact minimum. Both roots agree with
 * Newton's step up to second order, so they converge as fast, and need one pass over the entries, no line search and no logarithm.
 *
 * <p>A step takes at most the share 1 − {@value #LEAST} off any a, so that a stays positive where x is.
 */
final class LineSteps {
    /** What a step leaves of every a at least. */
    static final double LEAST = 1e-8;

    private final int r;
    private double[] x = new double[0];
    private double[] a = new double[0];
    private double[] u = new double[0];
    private double[][] b;
    private int count;

    /** The line, which steps change. */
    final double[] z;

    /** The gradient of the quadratic part at z. */
    final double[] gradient;

    LineSteps(int r) {
        this.r = r;
        b = new double[r][0];
        z = new double[r];
        gradient = new double[r];
    }

    int rank() {
        return r;
    }

    /**
     * Reads the entries of a line, and its rows of the other factor, r numbers each. Leaves out entries whose row is not kept. z must be set
     * before; the gradient of the quadratic part becomes 0.
     */
    void load(CountLines lines, int line, double[] factor, boolean @Nullable [] kept) {
        int from = lines.start[line];
        int end = lines.start[line + 1];
        reserve(end - from);
        int m = 0;
        for (int e = from; e < end; e++) {
            int i = lines.index[e];
            if (kept != null && !kept[i]) continue;
            x[m] = lines.value[e];
            for (int k = 0, at = i * r; k < r; k++) b[k][m] = factor[at + k];
            m++;
        }
        count = m;
        Arrays.fill(gradient, 0);
        fit();
    }

    private void reserve(int m) {
        if (x.length >= m) return;
        int length = Math.max(m, (int) Math.min(Integer.MAX_VALUE - 16, 3L * x.length / 2));
        x = new double[length];
        a = new double[length];
        u = new double[length];
        b = new double[r][length];
    }

    /** a ← zB. */
    private void fit() {
        Arrays.fill(a, 0, count, 0);
        for (int k = 0; k < r; k++) {
            double zk = z[k];
            if (zk == 0) continue;
            double[] bk = b[k];
            for (int e = 0; e < count; e++) a[e] += zk * bk[e];
        }
    }

    /** Whether a is positive at every entry, so that the divergence is finite. */
    boolean isFinite() {
        for (int e = 0; e < count; e++) if (!(a[e] > 0)) return false;
        return true;
    }

    /** Σ x log(x/a) − x over the entries. */
    double divergence() {
        double sum = 0;
        for (int e = 0; e < count; e++) {
            double ratio = x[e] / a[e];
            double log = ratio >= Double.MIN_NORMAL ? Math.log(ratio) : Math.log(x[e]) - Math.log(a[e]);
            sum += x[e] * (log - 1);
        }
        return sum;
    }

    /**
     * One step in every coordinate.
     *
     * @param sums Σ b of every coordinate over all of B, zeros of X included
     * @param ridge Q is Q + ridge·I
     * @param Q r × r numbers; null for 0
     */
    void sweep(double[] sums, double ridge, double @Nullable [] Q) {
        for (int k = 0; k < r; k++) {
            double q = Q == null ? ridge : ridge + Q[k * r + k];
            double t = step(k, sums[k] + gradient[k], q);
            if (t == 0) continue;
            double[] bk = b[k];
            for (int e = 0; e < count; e++) a[e] += t * bk[e];
            gradient[k] += ridge * t;
            if (Q != null) for (int l = 0; l < r; l++) gradient[l] += t * Q[k * r + l];
        }
    }

    /** Moves coordinate k and returns by how much. */
    private double step(int k, double s, double q) {
        double m0 = moments(k);
        double d = s - m0;
        double at = z[k];
        if (d == 0 || (d > 0 && at == 0)) return 0;
        double t = d < 0 ? rise(d, s, q, m0) : fall(d, q);
        if (!(Math.abs(t) < Double.POSITIVE_INFINITY)) {
            if (t < 0) t = -at; // no curvature: zero is the minimum
            else return 0;
        }
        if (at + t <= 0) {
            z[k] = 0;
            return -at;
        }
        z[k] = at + t;
        return t;
    }

    private double m1; // Σ x·u² of the last call of moments

    /** u ← b/a; returns Σ x·u. */
    private double moments(int k) {
        double[] bk = b[k];
        double[] v = u;
        double[] c = a;
        for (int e = 0; e < count; e++) v[e] = bk[e] / c[e];
        double p0 = 0;
        double p1 = 0;
        double p2 = 0;
        double p3 = 0;
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int e = 0;
        for (int end = count - 3; e < end; e += 4) {
            double x0 = x[e] * v[e];
            double x1 = x[e + 1] * v[e + 1];
            double x2 = x[e + 2] * v[e + 2];
            double x3 = x[e + 3] * v[e + 3];
            p0 += x0;
            p1 += x1;
            p2 += x2;
            p3 += x3;
            s0 += x0 * v[e];
            s1 += x1 * v[e + 1];
            s2 += x2 * v[e + 2];
            s3 += x3 * v[e + 3];
        }
        for (; e < count; e++) {
            double x0 = x[e] * v[e];
            p0 += x0;
            s0 += x0 * v[e];
        }
        m1 = s0 + s1 + (s2 + s3);
        return p0 + p1 + (p2 + p3);
    }

    /** The positive root of (s + q·t)(1 + t·μ) = m₀. */
    private double rise(double d, double s, double q, double m0) {
        if (m0 == 0) return -d / q;
        double mu = m1 / m0;
        if (q == 0) return -d / (s * mu);
        double B = q + s * mu;
        double root = root(B, 4 * q * mu * d);
        return B > 0 ? -2 * d / (B + root) : (root - B) / (2 * q * mu);
    }

    /** √(B² − c), also where B² overflows. */
    private static double root(double B, double c) {
        double square = B * B;
        return square < Double.POSITIVE_INFINITY
                ? Math.sqrt(Math.max(0, square - c))
                : Math.abs(B) * Math.sqrt(Math.max(0, 1 - c / B / B));
    }

    /** The root next to 0 of (d + q·t)(1 + t·U) + m₁·t = 0, at which every a keeps the share {@link #LEAST}. */
    private double fall(double d, double q) {
        double U = 0;
        for (int e = 0; e < count; e++) if (u[e] > U) U = u[e];
        double B = d * U + q + m1;
        double root = root(B, 4 * q * U * d);
        return Math.max(-2 * d / (B + root), -(1 - LEAST) / U);
    }

    /**
     * Σ C·Δ² over the coordinates, with the curvature C = m₁ + q and the step Δ that Newton's method would take from the same point. A coordinate
     * without curvature adds its linear term.
     */
    double residual(double[] sums, double ridge, double @Nullable [] Q) {
        double sum = 0;
        for (int k = 0; k < r; k++) {
            double d = sums[k] + gradient[k] - moments(k);
            double C = m1 + (Q == null ? ridge : ridge + Q[k * r + k]);
            if (C > 0) {
                double step = Math.max(0, z[k] - d / C) - z[k];
                sum += C * step * step;
            } else {
                sum += Math.max(0, d) * z[k];
            }
        }
        return sum;
    }
}
