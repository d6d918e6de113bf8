package org.grapnel.select;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Scratch;

/**
 * A few features sample by sample: x[a][f]. Sums over edges then run over the features of the tile, side by side in memory, which the compiler
 * turns into vector instructions; a gather in the row of one feature is five times as slow. One to a thread.
 */
final class Tile {
    private static final int DOUBLES = 1 << 16;

    private final int n;
    private int width; // in use, a multiple of four
    private final double[][] x;
    private final double[][] rows;
    final double[] form;
    final double[] fourth;
    final double[] edgeSquares;

    private Tile(int n, int width) {
        this.n = n;
        x = new double[n][width];
        rows = new double[4][n];
        form = new double[width];
        fourth = new double[width];
        edgeSquares = new double[width];
    }

    /** How many features a tile holds: by the number of samples alone. */
    static int width(int n) {
        return Math.max(64, Math.min(128, DOUBLES / n / 4 * 4));
    }

    static Tile of(Scratch scratch, int n) {
        Tile kept = scratch.kept(Tile.class);
        if (kept != null && kept.n == n) return kept;
        Tile made = new Tile(n, width(n));
        scratch.keep(made);
        return made;
    }

    /** Takes the features which[from … from+count−1]; their centred rows are also left in {@code feature}, a row for each. */
    void load(DenseMatrix X, double[] mean, int[] which, int from, int count, DenseMatrix feature) {
        width = (count + 3) / 4 * 4;
        for (int f = 0; f < count; f += 4) {
            for (int t = 0; t < 4; t++) {
                if (f + t < count) {
                    int i = which[from + f + t];
                    X.row(i, rows[t]);
                    shift(rows[t], mean[i]);
                    feature.setRow(f + t, rows[t]);
                } else {
                    Arrays.fill(rows[t], 0);
                }
            }
            spread(f);
        }
    }

    private static void shift(double[] row, double by) {
        for (int a = 0; a < row.length; a++) row[a] -= by;
    }

    private void spread(int f) {
        double[] r0 = rows[0];
        double[] r1 = rows[1];
        double[] r2 = rows[2];
        double[] r3 = rows[3];
        for (int a = 0; a < n; a++) {
            double[] to = x[a];
            to[f] = r0[a];
            to[f + 1] = r1[a];
            to[f + 2] = r2[a];
            to[f + 3] = r3[a];
        }
    }

    /** form ← Σ_e g_e·(xₐ − xᵦ)² + Σₐ qₐ·xₐ². */
    void weigh(Edges edges, double[] g, double[] q) {
        Arrays.fill(form, 0);
        for (int a = 0; a < n; a++) {
            double own = q[a];
            int end = edges.start[a + 1];
            int e = edges.start[a];
            do {
                // an edge that is not there leads back to a
                addFour(
                        width, form, x[a], own, to(edges, e, end, a), at(g, e, end), to(edges, e + 1, end, a), at(g, e + 1, end),
                        to(edges, e + 2, end, a), at(g, e + 2, end), to(edges, e + 3, end, a), at(g, e + 3, end));
                own = 0;
                e += 4;
            } while (e < end);
        }
    }

    private double[] to(Edges edges, int e, int end, int a) {
        return x[e < end ? edges.other[e] : a];
    }

    private static double at(double[] g, int e, int end) {
        return e < end ? g[e] : 0;
    }

    private static void addFour(
            int width,
            double[] sum,
            double[] x,
            double q,
            double[] y0,
            double g0,
            double[] y1,
            double g1,
            double[] y2,
            double g2,
            double[] y3,
            double g3) {
        for (int f = 0; f < width; f++) {
            double d0 = x[f] - y0[f];
            double d1 = x[f] - y1[f];
            double d2 = x[f] - y2[f];
            double d3 = x[f] - y3[f];
            sum[f] += (g0 * d0 * d0 + g1 * d1 * d1) + (g2 * d2 * d2 + g3 * d3 * d3) + q * x[f] * x[f];
        }
    }

    /** form ← Σ_e f, edgeSquares ← Σ_e f², fourth ← Σₐ x⁴. */
    void measure(Edges edges) {
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
