package org.grapnel.solve.block;

/**
 * min ½hᵀQh − bᵀh over h ≥ 0 for a positive definite Q, solved exactly by the active-set method of Lawson and Hanson on plain arrays. It shares
 * no code with the solvers that it checks.
 */
public final class QuadraticOracle {
    private final double[][] Q;
    private final double[] b;

    public QuadraticOracle(double[][] Q, double[] b) {
        this.Q = Q;
        this.b = b;
    }

    public double[] minimiser() {
        int n = b.length;
        boolean[] free = new boolean[n];
        double[] h = new double[n];
        for (int freed = 0; freed <= 10 * n; freed++) {
            int enter = steepest(h, free);
            if (enter < 0) return h;
            free[enter] = true;
            double[] z = solve(free);
            while (true) {
                double step = 1;
                for (int q = 0; q < n; q++) if (free[q] && z[q] <= 0) step = Math.min(step, h[q] / (h[q] - z[q]));
                if (step == 1) break;
                for (int q = 0; q < n; q++) {
                    if (!free[q]) continue;
                    boolean blocks = z[q] <= 0 && h[q] / (h[q] - z[q]) <= step;
                    h[q] = blocks ? 0 : h[q] + step * (z[q] - h[q]);
                    free[q] = !blocks;
                }
                z = solve(free);
            }
            h = z;
        }
        throw new AssertionError("the active set does not settle");
    }

    /** The variable at the bound along which the value falls most steeply; −1 where it falls along none. */
    private int steepest(double[] h, boolean[] free) {
        int best = -1;
        double most = 1e-13 * largest(b);
        for (int q = 0; q < h.length; q++) {
            double fall = -gradient(h, q);
            if (free[q] || fall <= most) continue;
            most = fall;
            best = q;
        }
        return best;
    }

    private double gradient(double[] h, int q) {
        double sum = -b[q];
        for (int l = 0; l < h.length; l++) sum += Q[q][l] * h[l];
        return sum;
    }

    /** The violation of h ≥ 0, ∇ ≥ 0 and h·∇ = 0, each relative to the size of its terms. */
    public double violation(double[] h) {
        double worst = 0;
        for (int q = 0; q < h.length; q++) {
            double size = Math.abs(b[q]);
            for (int l = 0; l < h.length; l++) size += Math.abs(Q[q][l] * h[l]);
            double gradient = gradient(h, q) / size;
            worst = Math.max(worst, Math.max(-h[q], h[q] > 0 ? Math.abs(gradient) : -gradient));
        }
        return worst;
    }

    /** Sets the free variables to where their gradient is zero, the others to zero, by Cholesky on the free rows and columns. */
    private double[] solve(boolean[] free) {
        int n = b.length;
        double[][] C = new double[n][n];
        double[] z = new double[n];
        for (int i = 0; i < n; i++) {
            if (!free[i]) continue;
            z[i] = b[i];
            for (int j = 0; j <= i; j++) {
                if (!free[j]) continue;
                double sum = Q[i][j];
                for (int l = 0; l < j; l++) sum -= C[i][l] * C[j][l];
                C[i][j] = i == j ? Math.sqrt(sum) : sum / C[j][j];
                if (j < i) z[i] -= C[i][j] * z[j];
            }
            z[i] /= C[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            if (!free[i]) continue;
            for (int l = i + 1; l < n; l++) if (free[l]) z[i] -= C[l][i] * z[l];
            z[i] /= C[i][i];
        }
        return z;
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double x : values) largest = Math.max(largest, Math.abs(x));
        return largest;
    }
}
