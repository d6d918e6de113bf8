package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Scratch;

/**
 * Coordinate descent for min ½z(G + A)zᵀ − z·b over z ≥ 0, where each problem of a tile has a matrix G of its own and all share A. As in
 * {@link CoordinateDescent} a step is the exact minimum along its coordinate, and the problems of a tile are solved side by side.
 */
final class WeightedDescent {
    private final int r;
    private final double[][] A;
    private final double[] none;

    /** Starts with A = 0. */
    WeightedDescent(int r) {
        this.r = r;
        A = new double[r][r];
        none = new double[r];
    }

    /** A ← weight·B + ridge·I. */
    void setShared(double weight, DenseMatrix B, double ridge) {
        for (int j = 0; j < r; j++) {
            B.row(j, A[j]);
            for (int l = 0; l < r; l++) A[j][l] *= weight;
            A[j][j] += ridge;
        }
    }

    /** Some rounds of steps in every coordinate of the first {@code m} problems. */
    void sweep(CoordinateTile tile, int m, int sweeps) {
        double[][] inverse = tile.inverse();
        for (int j = 0; j < r; j++) {
            double[] diagonal = tile.gram()[WeightedGrams.pair(j, j, r)];
            double shared = A[j][j];
            // without curvature b is zero too
            for (int i = 0; i < m; i++) inverse[j][i] = diagonal[i] + shared > 0 ? 1 / (diagonal[i] + shared) : 0;
        }
        for (int s = 0; s < sweeps; s++) {
            for (int j = 0; j < r; j++) {
                double[] g = times(tile, j, m, A[j]);
                double[] z = tile.z[j];
                double[] b = tile.b[j];
                double[] over = inverse[j];
                for (int i = 0; i < m; i++) z[i] = Math.max(0, z[i] - (g[i] - b[i]) * over[i]);
            }
        }
    }

    /** Moves the first {@code m} problems to their minima. */
    void minimize(CoordinateTile tile, int m, Scratch scratch) {
        LineMinimum line = LineMinimum.forThread(scratch, r);
        for (int i = 0; i < m; i++) line.solve(tile, i, A);
    }

    /** Σ zGzᵀ over the first {@code m} problems, without A. */
    double fitted(CoordinateTile tile, int m) {
        double sum = 0;
        for (int j = 0; j < r; j++) {
            double[] g = times(tile, j, m, none);
            double[] z = tile.z[j];
            for (int i = 0; i < m; i++) sum += g[i] * z[i];
        }
        return sum;
    }

    /** Σ Cⱼ·Δⱼ² over the first {@code m} problems, for the steps Δ that all coordinates would take from the same point. */
    double residual(CoordinateTile tile, int m) {
        double sum = 0;
        for (int j = 0; j < r; j++) {
            double[] g = times(tile, j, m, A[j]);
            double[] diagonal = tile.gram()[WeightedGrams.pair(j, j, r)];
            for (int i = 0; i < m; i++) {
                double curvature = diagonal[i] + A[j][j];
                if (!(curvature > 0)) continue;
                double z = tile.z[j][i];
                double step = Math.max(0, z - (g[i] - tile.b[j][i]) / curvature) - z;
                sum += curvature * step * step;
            }
        }
        return sum;
    }

    /** ((G + A)z)ⱼ of the first {@code m} problems, in an array of the tile that the next call overwrites. */
    private double[] times(CoordinateTile tile, int j, int m, double[] shared) {
        double[][] gram = tile.gram();
        double[] sum = tile.sum;
        Arrays.fill(sum, 0, m, 0);
        int l = r & 3;
        for (int q = 0; q < l; q++) {
            double c = shared[q];
            double[] g = gram[place(j, q)];
            double[] z = tile.z[q];
            for (int i = 0; i < m; i++) sum[i] += (g[i] + c) * z[i];
        }
        for (; l < r; l += 4) {
            double c0 = shared[l];
            double c1 = shared[l + 1];
            double c2 = shared[l + 2];
            double c3 = shared[l + 3];
            double[] g0 = gram[place(j, l)];
            double[] g1 = gram[place(j, l + 1)];
            double[] g2 = gram[place(j, l + 2)];
            double[] g3 = gram[place(j, l + 3)];
            double[] z0 = tile.z[l];
            double[] z1 = tile.z[l + 1];
            double[] z2 = tile.z[l + 2];
            double[] z3 = tile.z[l + 3];
            for (int i = 0; i < m; i++)
                sum[i] += (g0[i] + c0) * z0[i] + (g1[i] + c1) * z1[i] + ((g2[i] + c2) * z2[i] + (g3[i] + c3) * z3[i]);
        }
        return sum;
    }

    private int place(int j, int l) {
        return j <= l ? WeightedGrams.pair(j, l, r) : WeightedGrams.pair(l, j, r);
    }
}
