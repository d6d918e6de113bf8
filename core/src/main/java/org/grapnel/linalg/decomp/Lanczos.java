package org.grapnel.linalg.decomp;

import java.util.Arrays;
import org.grapnel.runtime.CounterRandom;

/**
 * Computes the largest eigenvalue of a large symmetric positive semi-definite operator by Lanczos steps from a seeded
 * random vector. (A vector of ones would not do: L·1 = 0 for a Laplacian.) Lost orthogonality only repeats eigenvalues
 * already found, so three vectors are enough. The iteration stops when the residual of the leading pair is below 10⁻¹²
 * of the eigenvalue.
 */
public final class Lanczos {
    private static final double TIGHT = 1e-12;
    private static final int MOST_STEPS = 5000;

    private Lanczos() {}

    /** y ← A·x. */
    public interface LanczosOperator {
        void apply(double[] x, double[] y);
    }

    /** The three vectors of the recurrence: v, its predecessor, and w. Implementations may distribute them. */
    public interface LanczosVectors {
        /** w ← A·v; returns vᵀw. */
        double multiply();

        /** w ← w − (a·v + coupling·before); returns ‖w‖. */
        double subtract(double a, double coupling);

        /** before ← v, v ← w / length. */
        void advance(double length);
    }

    /**
     * Returns ‖A‖₂ to a relative 10⁻¹², for a symmetric positive semi-definite A with entries of ordinary size. If 5000
     * steps are not enough (huge graphs with close upper eigenvalues, such as a path of 10,000 nodes), returns the
     * estimate plus its residual.
     */
    public static double norm(int n, LanczosOperator A, long seed) {
        return n == 0 ? 0 : norm(new LocalLanczosVectors(n, A, seed));
    }

    /** Returns ‖A‖₂ from vectors at their start: v has length 1 and its predecessor is 0. */
    public static double norm(LanczosVectors vectors) {
        double[] alpha = new double[64];
        double[] beta = new double[64]; // beta[m] couples steps m and m + 1
        double coupling = 0;
        int check = 8;
        for (int m = 0; ; m++) {
            if (m == alpha.length) {
                alpha = Arrays.copyOf(alpha, 2 * m);
                beta = Arrays.copyOf(beta, 2 * m);
            }
            double a = vectors.multiply();
            coupling = vectors.subtract(a, coupling);
            alpha[m] = a;
            beta[m] = coupling;
            boolean closed = coupling <= 1e-15 * largestEntry(alpha, m + 1);
            if (m + 1 >= check || closed || m + 1 == MOST_STEPS) {
                double theta = largest(alpha, beta, m + 1);
                double residual = coupling * lastComponent(alpha, beta, m + 1, theta);
                if (closed || residual <= TIGHT * theta) return Math.max(theta, 0);
                if (m + 1 == MOST_STEPS) return theta + residual; // not converged: an upper estimate is the safe one
                check = m + 1 + Math.max(4, (m + 1) / 8);
            }
            vectors.advance(coupling);
        }
    }

    /** Vectors in local memory. */
    private static final class LocalLanczosVectors implements LanczosVectors {
        private final LanczosOperator A;
        private double[] v;
        private double[] before;
        private final double[] w;

        LocalLanczosVectors(int n, LanczosOperator A, long seed) {
            this.A = A;
            v = new double[n];
            before = new double[n];
            w = new double[n];
            for (int i = 0; i < n; i++) v[i] = CounterRandom.gaussian(seed, i, 0);
            scale(v, 1 / Math.sqrt(dot(v, v)));
        }

        @Override
        public double multiply() {
            A.apply(v, w);
            return dot(v, w);
        }

        @Override
        public double subtract(double a, double coupling) {
            for (int i = 0; i < w.length; i++) w[i] -= a * v[i] + coupling * before[i];
            return Math.sqrt(dot(w, w));
        }

        @Override
        public void advance(double length) {
            double[] old = before;
            before = v;
            for (int i = 0; i < w.length; i++) old[i] = w[i] / length;
            v = old;
        }
    }

    /**
     * Returns the largest eigenvalue of the tridiagonal matrix, by bisection on the number of eigenvalues above a
     * point.
     */
    private static double largest(double[] alpha, double[] beta, int m) {
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < m; i++) {
            double reach = (i > 0 ? beta[i - 1] : 0) + (i < m - 1 ? beta[i] : 0);
            low = Math.max(low, alpha[i]); // a diagonal entry is a Rayleigh quotient
            high = Math.max(high, alpha[i] + reach); // Gershgorin
        }
        while (true) {
            double middle = low + (high - low) / 2;
            if (!(middle > low && middle < high)) return high;
            if (anyAbove(alpha, beta, m, middle)) low = middle;
            else high = middle;
        }
    }

    /** Returns whether an eigenvalue is above x: then T − xI is not negative definite. */
    private static boolean anyAbove(double[] alpha, double[] beta, int m, double x) {
        double pivot = alpha[0] - x;
        for (int i = 1; i < m; i++) {
            if (pivot >= 0) return true;
            pivot = alpha[i] - x - beta[i - 1] * beta[i - 1] / pivot;
        }
        return pivot >= 0;
    }

    /**
     * Returns |last component| of the unit eigenvector of theta, by the recurrence from last to first. In that
     * direction the components grow once the pair has converged, so rounding does no harm.
     */
    private static double lastComponent(double[] alpha, double[] beta, int m, double theta) {
        double after = 0;
        double current = 1;
        double last = 1;
        double squares = 1;
        for (int i = m - 1; i > 0; i--) {
            double next = ((theta - alpha[i]) * current - (i < m - 1 ? beta[i] * after : 0)) / beta[i - 1];
            after = current;
            current = next;
            squares += current * current;
            if (squares > 1e200) {
                after *= 1e-100;
                current *= 1e-100;
                last *= 1e-100;
                squares *= 1e-200;
            }
        }
        return last / Math.sqrt(squares);
    }

    private static double largestEntry(double[] alpha, int m) {
        double largest = 0;
        for (int i = 0; i < m; i++) largest = Math.max(largest, Math.abs(alpha[i]));
        return largest;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) sum += x[i] * y[i];
        return sum;
    }

    private static void scale(double[] x, double by) {
        for (int i = 0; i < x.length; i++) x[i] *= by;
    }
}
