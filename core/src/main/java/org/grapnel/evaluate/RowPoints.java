package org.grapnel.evaluate;

import org.grapnel.linalg.DenseMatrix;

/** Some rows of a matrix as points. Distances come from differences, so large coordinates lose no digits. */
final class RowPoints {
    static final String NOT_FINITE = "a coordinate is not finite or too large to square";

    private static final double LARGEST = 1e150;

    private final DenseMatrix rows;
    private final int[] chosen;

    RowPoints(DenseMatrix rows, int[] chosen) {
        this.rows = rows;
        this.chosen = chosen;
    }

    int count() {
        return chosen.length;
    }

    int dimension() {
        return rows.cols();
    }

    /** Whether all distances are finite. */
    boolean areSquaresFinite() {
        double[] point = new double[dimension()];
        for (int i = 0; i < count(); i++) {
            copy(i, 1, point);
            for (double x : point) if (!(Math.abs(x) <= LARGEST)) return false;
        }
        return true;
    }

    /** Copies {@code count} points from point i on, one after the other. */
    void copy(int i, int count, double[] into) {
        int d = dimension();
        for (int q = 0; q < count; q++) {
            int row = chosen[i + q];
            rows.buffer(row).get(rows.rowOffset(row), into, q * d, d);
        }
    }

    /** into[j] ← ‖x − yⱼ‖² for {@code count} points y; x starts at {@code at}. Sums run over coordinates in order. */
    static void squares(double[] x, int at, double[] y, int count, int d, double[] into) {
        int j = 0;
        for (; j + 4 <= count; j += 4) {
            int y0 = j * d;
            int y1 = y0 + d;
            int y2 = y1 + d;
            int y3 = y2 + d;
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            for (int f = 0; f < d; f++) {
                double xf = x[at + f];
                double d0 = xf - y[y0 + f];
                double d1 = xf - y[y1 + f];
                double d2 = xf - y[y2 + f];
                double d3 = xf - y[y3 + f];
                s0 += d0 * d0;
                s1 += d1 * d1;
                s2 += d2 * d2;
                s3 += d3 * d3;
            }
            into[j] = s0;
            into[j + 1] = s1;
            into[j + 2] = s2;
            into[j + 3] = s3;
        }
        for (; j < count; j++) {
            double sum = 0;
            for (int f = 0; f < d; f++) sum += (x[at + f] - y[j * d + f]) * (x[at + f] - y[j * d + f]);
            into[j] = sum;
        }
    }
}
