package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;

/**
 * Coordinate descent for min ½z(G + s·diag G)zᵀ − z·b over z ≥ 0. The step zⱼ ← [zⱼ − gⱼ/((1 + s)Gⱼⱼ)]₊ with the gradient
 * g = (G + s·diag G)z − b is the exact minimum along coordinate j, so no step raises the value. G is symmetric and positive semi-definite, such
 * as HHᵀ or WᵀW. Many problems with the same G are solved side by side ({@link CoordinateTile}), so that the loops are vectorised.
 */
public final class CoordinateDescent {
    private final int r;
    private final double[][] G;

    public CoordinateDescent(int r) {
        this.r = r;
        G = new double[r][r];
    }

    /** Copies G. */
    public CoordinateDescent setGram(DenseMatrix gram) {
        for (int j = 0; j < r; j++) gram.row(j, G[j]);
        return this;
    }

    /** Copies G and adds a weight for every coordinate to its diagonal. */
    public CoordinateDescent setGram(DenseMatrix gram, double[] ridge) {
        setGram(gram);
        for (int j = 0; j < r; j++) G[j][j] += ridge[j];
        return this;
    }

    /** G ← A + weight·B + ridge·I. */
    public CoordinateDescent setSum(DenseMatrix A, double weight, DenseMatrix B, double ridge) {
        setGram(A);
        for (int j = 0; j < r; j++) {
            if (weight > 0) for (int l = 0; l < r; l++) G[j][l] += weight * B.get(j, l);
            G[j][j] += ridge;
        }
        return this;
    }

    /** G ← weight·B + ridge·I. */
    CoordinateDescent setScaled(double weight, DenseMatrix B, double ridge) {
        setGram(B);
        for (int j = 0; j < r; j++) {
            for (int l = 0; l < r; l++) G[j][l] *= weight;
            G[j][j] += ridge;
        }
        return this;
    }

    public double diagonal(int j) {
        return G[j][j];
    }

    /** Gu. */
    public double[] times(double[] u) {
        double[] a = new double[r];
        for (int j = 0; j < r; j++) for (int l = 0; l < r; l++) a[j] += G[j][l] * u[l];
        return a;
    }

    /** One step in every coordinate of the first {@code m} problems of the tile, from the first coordinate to the last. */
    public void sweep(CoordinateTile tile, int m) {
        double[] shift = tile.shift;
        for (int j = 0; j < r; j++) {
            double curvature = G[j][j];
            if (!(curvature > 0)) continue; // b is zero there too
            double[] g = times(tile, j, m);
            double[] z = tile.z[j];
            double[] b = tile.b[j];
            double inverse = 1 / curvature;
            for (int i = 0; i < m; i++) {
                double step = ((g[i] - b[i]) * inverse + shift[i] * z[i]) / (1 + shift[i]);
                z[i] = Math.max(0, z[i] - step);
            }
        }
    }

    /** Σ Gⱼⱼ·Δⱼ² over the first {@code m} problems, for the steps Δ that all coordinates would take from the same point. */
    double residual(CoordinateTile tile, int m) {
        double sum = 0;
        for (int j = 0; j < r; j++) {
            double curvature = G[j][j];
            if (!(curvature > 0)) continue;
            double[] g = times(tile, j, m);
            for (int i = 0; i < m; i++) {
                double z = tile.z[j][i];
                double step = Math.max(0, z - (g[i] - tile.b[j][i]) / curvature) - z;
                sum += curvature * step * step;
            }
        }
        return sum;
    }

    /** (Gz)ⱼ of the first {@code m} problems, in an array of the tile that the next call overwrites. */
    public double[] times(CoordinateTile tile, int j, int m) {
        double[] row = G[j];
        double[] sum = tile.sum;
        int l = r & 3;
        for (int i = 0; i < m; i++) sum[i] = 0;
        for (int q = 0; q < l; q++) {
            double c = row[q];
            double[] z = tile.z[q];
            for (int i = 0; i < m; i++) sum[i] += c * z[i];
        }
        for (; l < r; l += 4) {
            double c0 = row[l];
            double c1 = row[l + 1];
            double c2 = row[l + 2];
            double c3 = row[l + 3];
            double[] z0 = tile.z[l];
            double[] z1 = tile.z[l + 1];
            double[] z2 = tile.z[l + 2];
            double[] z3 = tile.z[l + 3];
            for (int i = 0; i < m; i++) sum[i] += c0 * z0[i] + c1 * z1[i] + (c2 * z2[i] + c3 * z3[i]);
        }
        return sum;
    }
}
