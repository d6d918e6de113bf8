package org.grapnel.select;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Scratch;

/**
 * A tile of features in sample order: x[a][f]. Sums over edges then run along the features of the tile, contiguous in
 * memory, and the compiler vectorises them; gathering from the row of one feature is five times as slow. One per
 * thread.
 */
final class FeatureTile {
    /** Features transposed together: one cache line. */
    private static final int GROUP = 8;

    /** Half a megabyte, about a second-level cache; below 64 features the vectors are too short to pay off. */
    private static final int DOUBLES = 1 << 16;

    private final int n;
    private int width; // features in use, rounded up to a multiple of GROUP
    private final double[][] x;
    private final double[][] rows;
    final double[] form;
    final double[] fourth;
    final double[] edgeSquares;

    private FeatureTile(int n, int width) {
        this.n = n;
        x = new double[n][width];
        rows = new double[GROUP][n];
        form = new double[width];
        fourth = new double[width];
        edgeSquares = new double[width];
    }

    /** Features per tile, which depends only on the number of samples. */
    static int width(int n) {
        return Math.max(64, Math.min(128, DOUBLES / n / GROUP * GROUP));
    }

    static FeatureTile of(Scratch scratch, int n) {
        FeatureTile kept = scratch.cached(FeatureTile.class);
        if (kept != null && kept.n == n) return kept;
        FeatureTile made = new FeatureTile(n, width(n));
        scratch.cache(made);
        return made;
    }

    /** Loads the features indices[from … from+count−1], and writes their centred rows into {@code feature}. */
    void load(DenseMatrix X, double[] mean, int[] indices, int from, int count, DenseMatrix feature) {
        width = (count + GROUP - 1) / GROUP * GROUP;
        for (int f = 0; f < count; f += GROUP) {
            for (int t = 0; t < GROUP; t++) {
                if (f + t < count) {
                    int i = indices[from + f + t];
                    X.row(i, rows[t]);
                    subtract(rows[t], mean[i]);
                    feature.setRow(f + t, rows[t]);
                } else {
                    Arrays.fill(rows[t], 0);
                }
            }
            transpose(f);
        }
    }

    private static void subtract(double[] row, double value) {
        for (int a = 0; a < row.length; a++) row[a] -= value;
    }

    private void transpose(int f) {
        double[] r0 = rows[0];
        double[] r1 = rows[1];
        double[] r2 = rows[2];
        double[] r3 = rows[3];
        double[] r4 = rows[4];
        double[] r5 = rows[5];
        double[] r6 = rows[6];
        double[] r7 = rows[7];
        for (int a = 0; a < n; a++) {
            double[] target = x[a];
            target[f] = r0[a];
            target[f + 1] = r1[a];
            target[f + 2] = r2[a];
            target[f + 3] = r3[a];
            target[f + 4] = r4[a];
            target[f + 5] = r5[a];
            target[f + 6] = r6[a];
            target[f + 7] = r7[a];
        }
    }

    /** form ← Σ_e g_e·(xₐ − xᵦ)² + Σₐ qₐ·xₐ². */
    void quadraticForm(EdgeList edges, double[] g, double[] q) {
        Arrays.fill(form, 0);
        int[] other = edges.other;
        for (int a = 0; a < n; a++) {
            addSquares(width, form, x[a], q[a]);
            int end = edges.start[a + 1];
            int e = edges.start[a];
            for (; e + 3 <= end; e += 3)
                addThree(width, form, x[a], x[other[e]], g[e], x[other[e + 1]], g[e + 1], x[other[e + 2]], g[e + 2]);
            if (e + 2 <= end) addTwo(width, form, x[a], x[other[e]], g[e], x[other[e + 1]], g[e + 1]);
            else if (e < end) addOne(width, form, x[a], x[other[e]], g[e]);
        }
    }

    private static void addSquares(int width, double[] sum, double[] x, double q) {
        for (int f = 0; f < width; f++) sum[f] += q * x[f] * x[f];
    }

    private static void addOne(int width, double[] sum, double[] x, double[] y, double g) {
        for (int f = 0; f < width; f++) {
            double d = x[f] - y[f];
            sum[f] += g * d * d;
        }
    }

    private static void addTwo(int width, double[] sum, double[] x, double[] y, double g, double[] z, double h) {
        for (int f = 0; f < width; f++) {
            double d = x[f] - y[f];
            double e = x[f] - z[f];
            sum[f] += g * d * d + h * e * e;
        }
    }

    /** Three edges share the loads and stores; with four the loop is too long for the compiler to vectorise. */
    private static void addThree(
            int width, double[] sum, double[] x, double[] y, double g, double[] z, double h, double[] u, double k) {
        for (int f = 0; f < width; f++) {
            double d = x[f] - y[f];
            double e = x[f] - z[f];
            double c = x[f] - u[f];
            sum[f] += g * d * d + h * e * e + k * c * c;
        }
    }

    /** form ← Σ_e f, edgeSquares ← Σ_e f², fourth ← Σₐ x⁴. */
    void measure(EdgeList edges) {
        Arrays.fill(form, 0);
        Arrays.fill(edgeSquares, 0);
        Arrays.fill(fourth, 0);
        for (int a = 0; a < n; a++) {
            addFourth(width, fourth, x[a]);
            for (int e = edges.start[a]; e < edges.start[a + 1]; e++)
                addMoments(width, form, edgeSquares, x[a], x[edges.other[e]]);
        }
    }

    private static void addFourth(int width, double[] sum, double[] x) {
        for (int f = 0; f < width; f++) {
            double square = x[f] * x[f];
            sum[f] += square * square;
        }
    }

    private static void addMoments(int width, double[] sum, double[] squares, double[] x, double[] y) {
        for (int f = 0; f < width; f++) {
            double d = x[f] - y[f];
            sum[f] += d * d;
            squares[f] += d * d * (d * d);
        }
    }
}
