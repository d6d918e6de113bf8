package org.grapnel.linalg.decomp;

import java.util.Arrays;
import java.util.Comparator;
import org.grapnel.linalg.DenseMatrix;

/**
 * Computes eigenvalues and eigenvectors of a small symmetric matrix by cyclic Jacobi rotations: slow, simple, accurate.
 */
public final class JacobiEigen {
    private JacobiEigen() {}

    /** Returns the eigenvalues, largest first, and writes the eigenvectors into the columns of E. S is unchanged. */
    public static double[] decompose(DenseMatrix S, DenseMatrix E) {
        int n = S.rows();
        double[][] a = S.toArray();
        double scale = Arrays.stream(a)
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElse(0);
        if (scale > 0) for (double[] row : a) for (int j = 0; j < n; j++) row[j] /= scale; // squares must not overflow
        double[][] v = new double[n][n];
        for (int i = 0; i < n; i++) v[i][i] = 1;
        for (int sweep = 0; sweep < 60 && offDiagonal(a) > 1e-32 * diagonal(a); sweep++)
            for (int p = 0; p < n - 1; p++) for (int q = p + 1; q < n; q++) rotate(a, v, p, q);
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble((Integer i) -> -a[i][i]));
        double[] values = new double[n];
        for (int j = 0; j < n; j++) {
            values[j] = scale * a[order[j]][order[j]];
            for (int i = 0; i < n; i++) E.set(i, j, v[i][order[j]]);
        }
        return values;
    }

    /** Makes a[p][q] zero. */
    private static void rotate(double[][] a, double[][] v, int p, int q) {
        if (a[p][q] == 0) return;
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(theta, 1));
        double c = 1 / Math.hypot(t, 1);
        double s = t * c;
        for (double[] row : a) rotateRow(row, p, q, c, s);
        for (int k = 0; k < a.length; k++) {
            double x = a[p][k];
            double y = a[q][k];
            a[p][k] = c * x - s * y;
            a[q][k] = s * x + c * y;
        }
        a[p][q] = 0; // a rounding error here would keep the sweeps going forever
        a[q][p] = 0;
        for (double[] row : v) rotateRow(row, p, q, c, s);
    }

    private static void rotateRow(double[] row, int p, int q, double c, double s) {
        double x = row[p];
        double y = row[q];
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }

    private static double offDiagonal(double[][] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) for (int j = 0; j < i; j++) sum += a[i][j] * a[i][j];
        return sum;
    }

    private static double diagonal(double[][] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i][i] * a[i][i];
        return sum;
    }
}
