package org.grapnel.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.grapnel.runtime.CounterRandom;

/** Seeded matrices and row sets for tests, and naive arithmetic on plain arrays as a reference for the fast code. */
public final class TestMatrices {
    private TestMatrices() {}

    /** Uniform on [0, 1). */
    public static double[][] uniform(long seed, int rows, int cols) {
        double[][] a = new double[rows][cols];
        for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) a[i][j] = CounterRandom.uniform(seed, i, j);
        return a;
    }

    /** Uniform on [−1, 1). */
    public static double[][] signed(long seed, int rows, int cols) {
        return map(uniform(seed, rows, cols), x -> 2 * x - 1);
    }

    /** Uniform, with each entry zero with probability ⅔. */
    public static double[][] mostlyZero(long seed, int rows, int cols) {
        return map(uniform(seed, rows, cols), x -> Math.max(0, 3 * x - 2));
    }

    public static double[][] map(double[][] a, DoubleUnaryOperator f) {
        double[][] b = copy(a);
        for (double[] row : b) for (int j = 0; j < row.length; j++) row[j] = f.applyAsDouble(row[j]);
        return b;
    }

    public static double[][] copy(double[][] a) {
        double[][] b = new double[a.length][];
        for (int i = 0; i < a.length; i++) b[i] = a[i].clone();
        return b;
    }

    public static int below(int bound, long seed, long row, long column) {
        return (int) (CounterRandom.uniform(seed, row, column) * bound);
    }

    /** Returns a copy in segments of at most {@code rowsInSegment} rows, rounded down to a power of two. */
    public static DenseMatrix segmented(double[][] a, int cols, int rowsInSegment) {
        DenseMatrix M = DenseMatrix.segmented(a.length, cols, (long) rowsInSegment * cols);
        for (int i = 0; i < a.length; i++) M.setRow(i, a[i]);
        return M;
    }

    /**
     * Returns sets of no row, one row, consecutive rows (around the counts where code paths change), scattered rows,
     * mixtures, and all rows.
     */
    static List<RowSet> rowSets(long seed, int of) {
        List<RowSet> sets = new ArrayList<>();
        sets.add(RowSet.none(of));
        sets.add(RowSet.of(of, 0));
        sets.add(RowSet.of(of, of - 1));
        sets.add(RowSet.of(of, below(of, seed, 0, 0)));
        for (int run : new int[] {2, 63, 64, 65, 200}) {
            if (run > of) continue;
            RowSet set = RowSet.none(of);
            int first = below(of - run + 1, seed, 1, run);
            for (int i = 0; i < run; i++) set.add(first + i);
            sets.add(set);
        }
        for (int oneIn : new int[] {2, 5, 40}) {
            RowSet set = RowSet.none(of);
            for (int i = 0; i < of; i++) if (below(oneIn, seed, 2, i) == 0) set.add(i);
            sets.add(set);
        }
        RowSet gaps = RowSet.none(of); // runs of 63, 64 and 65 with holes between them, then every other row
        for (int i = 0; i < of; i++) if (i != 63 && i != 128 && i != 194 && (i < 200 || i % 2 == 0)) gaps.add(i);
        sets.add(gaps);
        sets.add(RowSet.all(of));
        return sets;
    }

    public static double[][] product(double[][] a, double[][] b) {
        int inner = b.length;
        int cols = inner == 0 ? 0 : b[0].length;
        double[][] c = new double[a.length][cols];
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < cols; j++) for (int q = 0; q < inner; q++) c[i][j] += a[i][q] * b[q][j];
        return c;
    }

    public static double[][] transpose(double[][] a) {
        double[][] t = new double[a.length == 0 ? 0 : a[0].length][a.length];
        for (int i = 0; i < a.length; i++) for (int j = 0; j < t.length; j++) t[j][i] = a[i][j];
        return t;
    }

    /** Returns the matrix with the rows outside the set made zero. */
    static double[][] only(RowSet rows, double[][] a) {
        double[][] b = copy(a);
        for (int i = 0; i < b.length; i++) if (!rows.contains(i)) b[i] = new double[b[i].length];
        return b;
    }

    public static double squares(double[][] a) {
        double sum = 0;
        for (double[] row : a) for (double x : row) sum += x * x;
        return sum;
    }

    public static double[][] minus(double[][] a, double[][] b) {
        double[][] c = copy(a);
        for (int i = 0; i < a.length; i++) for (int j = 0; j < c[i].length; j++) c[i][j] -= b[i][j];
        return c;
    }

    public static double largest(double[][] a) {
        double largest = 0;
        for (double[] row : a) for (double x : row) largest = Math.max(largest, Math.abs(x));
        return largest;
    }

    /** Returns max |a − b| / max |b|; NaN if either holds NaN or the shapes differ. */
    public static double distance(double[][] a, double[][] b) {
        if (a.length != b.length) return Double.NaN;
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i].length != b[i].length) return Double.NaN;
            for (int j = 0; j < a[i].length; j++) {
                double d = Math.abs(a[i][j] - b[i][j]);
                if (Double.isNaN(d)) return Double.NaN;
                largest = Math.max(largest, d);
            }
        }
        double scale = largest(b);
        return largest == 0 ? 0 : largest / (scale == 0 ? 1 : scale);
    }

    public static double[][] diagonal(double... d) {
        double[][] g = new double[d.length][d.length];
        for (int i = 0; i < d.length; i++) g[i][i] = d[i];
        return g;
    }
}
