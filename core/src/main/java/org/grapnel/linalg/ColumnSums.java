package org.grapnel.linalg;

/**
 * Sums over the rows of tall matrices with r columns, one sum per column, in the order of the rows. Arrays hold rows of r numbers one after
 * the other.
 *
 * <p>Eight columns at a time are summed in registers, fewer if r is smaller. The last window of columns may overlap the one before, so the
 * running sums have a layout of their own, {@link #length} numbers, from which {@link #unpack} takes the r sums. An overlapping column is
 * summed twice and has the same bits in both windows.
 */
public final class ColumnSums {
    private ColumnSums() {}

    /** Returns how many running sums r columns need. They start at zero. */
    public static int length(int r) {
        int width = width(r);
        return (r + width - 1) / width * width;
    }

    private static int width(int r) {
        return r >= 8 ? 8 : 1;
    }

    private static int first(int r, int sum, int width) {
        return Math.min(sum, r - width);
    }

    /** sums[at + …] += Σ x·y over the given number of rows. */
    public static void addProducts(double[] x, double[] y, int rows, int r, double[] sums, int at) {
        int width = width(r);
        for (int w = 0; w < r; w += width) {
            if (width == 8) addEightProducts(x, y, rows, r, first(r, w, width), sums, at + w);
            else addOneProduct(x, y, rows, r, w, sums, at + w);
        }
    }

    /** sums[at + …] += Σ (x − y)² over the given number of rows. */
    public static void addSquaredDifferences(double[] x, double[] y, int rows, int r, double[] sums, int at) {
        int width = width(r);
        for (int w = 0; w < r; w += width) {
            if (width == 8) addEightSquares(x, y, rows, r, first(r, w, width), sums, at + w);
            else addOneSquare(x, y, rows, r, w, sums, at + w);
        }
    }

    /** Takes the sums of the r columns from the running sums: into[to + c] ← the sum of column c. */
    public static void unpack(double[] sums, int at, int r, double[] into, int to) {
        int width = width(r);
        for (int w = 0; w < r; w += width) System.arraycopy(sums, at + w, into, to + first(r, w, width), width);
    }

    private static void addEightProducts(double[] x, double[] y, int rows, int r, int c, double[] sums, int to) {
        double s0 = sums[to];
        double s1 = sums[to + 1];
        double s2 = sums[to + 2];
        double s3 = sums[to + 3];
        double s4 = sums[to + 4];
        double s5 = sums[to + 5];
        double s6 = sums[to + 6];
        double s7 = sums[to + 7];
        for (int i = 0; i < rows; i++) {
            int q = i * r + c;
            s0 += x[q] * y[q];
            s1 += x[q + 1] * y[q + 1];
            s2 += x[q + 2] * y[q + 2];
            s3 += x[q + 3] * y[q + 3];
            s4 += x[q + 4] * y[q + 4];
            s5 += x[q + 5] * y[q + 5];
            s6 += x[q + 6] * y[q + 6];
            s7 += x[q + 7] * y[q + 7];
        }
        sums[to] = s0;
        sums[to + 1] = s1;
        sums[to + 2] = s2;
        sums[to + 3] = s3;
        sums[to + 4] = s4;
        sums[to + 5] = s5;
        sums[to + 6] = s6;
        sums[to + 7] = s7;
    }

    private static void addEightSquares(double[] x, double[] y, int rows, int r, int c, double[] sums, int to) {
        double s0 = sums[to];
        double s1 = sums[to + 1];
        double s2 = sums[to + 2];
        double s3 = sums[to + 3];
        double s4 = sums[to + 4];
        double s5 = sums[to + 5];
        double s6 = sums[to + 6];
        double s7 = sums[to + 7];
        for (int i = 0; i < rows; i++) {
            int q = i * r + c;
            s0 += (x[q] - y[q]) * (x[q] - y[q]);
            s1 += (x[q + 1] - y[q + 1]) * (x[q + 1] - y[q + 1]);
            s2 += (x[q + 2] - y[q + 2]) * (x[q + 2] - y[q + 2]);
            s3 += (x[q + 3] - y[q + 3]) * (x[q + 3] - y[q + 3]);
            s4 += (x[q + 4] - y[q + 4]) * (x[q + 4] - y[q + 4]);
            s5 += (x[q + 5] - y[q + 5]) * (x[q + 5] - y[q + 5]);
            s6 += (x[q + 6] - y[q + 6]) * (x[q + 6] - y[q + 6]);
            s7 += (x[q + 7] - y[q + 7]) * (x[q + 7] - y[q + 7]);
        }
        sums[to] = s0;
        sums[to + 1] = s1;
        sums[to + 2] = s2;
        sums[to + 3] = s3;
        sums[to + 4] = s4;
        sums[to + 5] = s5;
        sums[to + 6] = s6;
        sums[to + 7] = s7;
    }

    private static void addOneProduct(double[] x, double[] y, int rows, int r, int c, double[] sums, int to) {
        double sum = sums[to];
        for (int i = 0; i < rows; i++) sum += x[i * r + c] * y[i * r + c];
        sums[to] = sum;
    }

    private static void addOneSquare(double[] x, double[] y, int rows, int r, int c, double[] sums, int to) {
        double sum = sums[to];
        for (int i = 0; i < rows; i++) sum += (x[i * r + c] - y[i * r + c]) * (x[i * r + c] - y[i * r + c]);
        sums[to] = sum;
    }
}
