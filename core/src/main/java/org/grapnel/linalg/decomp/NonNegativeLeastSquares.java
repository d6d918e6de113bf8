package org.grapnel.linalg.decomp;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;

/**
 * min ½hᵀ(G + cI)h − bᵀh over h ≥ 0, for a symmetric positive semidefinite G (r × r) such as WᵀW: the active-set method of
 * Lawson and Hanson (1974) on the normal equations, as Bro and de Jong (1997) have it. Variables that are free are solved for by
 * Cholesky; one that the free ones already express, as far as doubles can tell, stays at zero. The end is exact up to the
 * rounding of G: no gradient points downhill at a bound, and those of free variables are zero.
 *
 * <p>Holds working memory, so one for each thread.
 */
public final class NonNegativeLeastSquares {
    /** A gradient is zero if it is so small against the terms it is made of. */
    private static final double FLAT = 1e-13;

    /** A pivot is zero if so little of the diagonal is left. */
    private static final double DEPENDENT = 1e-13;

    private final double[][] G;
    private final int r;
    private final double[][] root;
    private final int[] free;
    private final int[] place;
    private final double[] z;
    private final boolean[] barred;
    private int count;
    private double c;

    /** For a matrix that the caller does not change meanwhile. */
    public NonNegativeLeastSquares(DenseMatrix G) {
        Preconditions.require(G.rows() == G.cols(), "a Gram matrix is square, this is %d × %d", G.rows(), G.cols());
        r = G.rows();
        this.G = new double[r][r];
        for (int i = 0; i < r; i++) G.row(i, this.G[i]);
        root = new double[r][r];
        free = new int[r];
        place = new int[r];
        z = new double[r];
        barred = new boolean[r];
    }

    /** h ← the minimiser; what h holds before does not matter. */
    public void solve(double shift, double[] b, double[] h) {
        Preconditions.require(shift >= 0, "the shift must be >= 0, got %s", shift);
        c = shift;
        count = 0;
        Arrays.fill(h, 0);
        Arrays.fill(place, -1);
        Arrays.fill(barred, false);
        // every variable enters a few times at most; the bound is for numbers that rounding keeps turning
        for (int entered = 0; entered < 10 * r; entered++) {
            int enter = steepest(b, h);
            if (enter < 0) return;
            boolean joined = join(enter);
            while (joined && !advance(b, h)) refactor(h);
            // what rounding lets in and out again must not come back before something else has moved
            if (h[enter] > 0) Arrays.fill(barred, false);
            else barred[enter] = true;
        }
    }

    /** Among the variables at zero, the one along which the value falls most steeply for its size; −1 where none does. */
    private int steepest(double[] b, double[] h) {
        int best = -1;
        double most = 0;
        for (int q = 0; q < r; q++) {
            if (place[q] >= 0 || barred[q]) continue;
            double size = Math.abs(b[q]);
            double fall = b[q];
            for (int f = 0; f < count; f++) {
                double term = G[q][free[f]] * h[free[f]];
                size += Math.abs(term);
                fall -= term;
            }
            double steepness = fall / Math.sqrt(G[q][q] + c);
            if (fall > FLAT * size && steepness > most) {
                most = steepness;
                best = q;
            }
        }
        return best;
    }

    /** Adds a row to the Cholesky factor; false where the variable is not independent of the free ones. */
    private boolean join(int q) {
        double[] row = root[count];
        double pivot = G[q][q] + c;
        for (int i = 0; i < count; i++) {
            double sum = G[q][free[i]];
            for (int l = 0; l < i; l++) sum -= row[l] * root[i][l];
            row[i] = sum / root[i][i];
            pivot -= row[i] * row[i];
        }
        if (!(pivot > DEPENDENT * (G[q][q] + c))) return false;
        row[count] = Math.sqrt(pivot);
        place[q] = count;
        free[count++] = q;
        return true;
    }

    /** Goes towards the minimum over the free variables; false where one of them reached zero on the way. */
    private boolean advance(double[] b, double[] h) {
        for (int i = 0; i < count; i++) {
            double sum = b[free[i]];
            for (int l = 0; l < i; l++) sum -= root[i][l] * z[l];
            z[i] = sum / root[i][i];
        }
        for (int i = count - 1; i >= 0; i--) {
            for (int l = i + 1; l < count; l++) z[i] -= root[l][i] * z[l];
            z[i] /= root[i][i];
        }
        double step = 1;
        int first = -1;
        for (int i = 0; i < count; i++) {
            if (z[i] > 0) continue;
            double way = h[free[i]] / (h[free[i]] - z[i]);
            if (first >= 0 && !(way < step)) continue;
            step = way > 0 ? way : 0;
            first = i;
        }
        for (int i = 0; i < count; i++) {
            int q = free[i];
            h[q] = first < 0 ? z[i] : i == first ? 0 : Math.max(0, h[q] + step * (z[i] - h[q]));
        }
        return first < 0;
    }

    /** The factor of the variables that are still above zero. */
    private void refactor(double[] h) {
        int before = count;
        int[] were = Arrays.copyOf(free, before);
        count = 0;
        for (int q : were) {
            place[q] = -1;
            if (h[q] > 0 && !join(q)) h[q] = 0;
        }
    }
}
