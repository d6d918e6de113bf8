package org.grapnel.solve;

import org.grapnel.linalg.DenseMatrix;

/**
 * ½z(G + s·diag G)zᵀ − z·b over z ≥ 0, lowered one coordinate after the other: zⱼ ← [zⱼ − gⱼ/((1 + s)Gⱼⱼ)]₊ is the exact minimum
 * along j, so no step can raise the value. G is symmetric and positive semi-definite, such as HHᵀ or WᵀW; the gradient g is
 * kept up with every step, and a coordinate that stays at zero costs nothing.
 */
final class CoordinateSteps {
    private final int r;
    private final double[][] G;

    CoordinateSteps(int r) {
        this.r = r;
        G = new double[r][r];
    }

    /** Takes G over. */
    CoordinateSteps of(DenseMatrix gram) {
        for (int j = 0; j < r; j++) gram.row(j, G[j]);
        return this;
    }

    /** The same with a weight for every coordinate added to the diagonal. */
    CoordinateSteps of(DenseMatrix gram, double[] ridge) {
        of(gram);
        for (int j = 0; j < r; j++) G[j][j] += ridge[j];
        return this;
    }

    double diagonal(int j) {
        return G[j][j];
    }

    /** Gu. */
    double[] times(double[] u) {
        double[] a = new double[r];
        for (int j = 0; j < r; j++) for (int l = 0; l < r; l++) a[j] += G[j][l] * u[l];
        return a;
    }

    /** g ← (G + s·diag G)z − b. */
    void gradient(double shift, double[] b, double[] z, double[] g) {
        for (int j = 0; j < r; j++) g[j] = -b[j];
        for (int j = 0; j < r; j++) if (z[j] != 0) add(z[j], shift, j, g);
    }

    /** One step in every coordinate, from the first to the last. */
    void sweep(double shift, double[] z, double[] g) {
        for (int j = 0; j < r; j++) {
            double curvature = (1 + shift) * G[j][j];
            if (!(curvature > 0)) continue; // b is zero too where a factor's column is
            double to = z[j] - g[j] / curvature;
            double step = (to > 0 ? to : 0) - z[j];
            if (step == 0) continue;
            z[j] += step;
            if (!(to > 0)) z[j] = 0;
            add(step, shift, j, g);
        }
    }

    private void add(double step, double shift, int j, double[] g) {
        double[] column = G[j];
        for (int l = 0; l < r; l++) g[l] += step * column[l];
        g[j] += step * shift * column[j];
    }
}
