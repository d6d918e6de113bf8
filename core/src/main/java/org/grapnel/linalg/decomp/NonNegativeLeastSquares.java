package org.grapnel.linalg.decomp;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;

/**
 * Minimises ½hᵀ(G + cI)h − bᵀh over h ≥ 0, for a symmetric positive semi-definite G (r × r) such as WᵀW. This is the
 * active-set method of Lawson and Hanson (1974) on the normal equations, in the form of Bro and de Jong (1997). Free
 * variables are solved by Cholesky; a variable that depends numerically on the free ones stays at zero. The result is
 * exact up to the rounding of G: no gradient points downhill at a bound, and the gradients of free variables are zero.
 *
 * <p>An instance holds working memory: use one per thread.
 */
public final class NonNegativeLeastSquares {
    /** A gradient below this share of its terms counts as zero. */
    private static final double FLAT = 1e-13;

    /** A pivot below this share of its diagonal entry counts as zero. */
    private static final double DEPENDENT = 1e-13;

    private final double[][] G;
    private final int r;
    private final double[][] root;
    private final int[] free;
    private final int[] place;
    private final double[] z;
    private final boolean[] excluded;
    private int count;
    private double c;

    /** Copies G. */
    public NonNegativeLeastSquares(DenseMatrix G) {
        Preconditions.require(
                G.rows() == G.cols(), "a Gram matrix must be square, this is %d × %d", G.rows(), G.cols());
        r = G.rows();
        this.G = new double[r][r];
        for (int i = 0; i < r; i++) G.row(i, this.G[i]);
        root = new double[r][r];
        free = new int[r];
        place = new int[r];
        z = new double[r];
        excluded = new boolean[r];
    }

    /** h ← the minimiser. The previous content of h is ignored. */
    public void solve(double shift, double[] b, double[] h) {
        Preconditions.require(shift >= 0, "the shift must be >= 0, got %s", shift);
        c = shift;
        count = 0;
        Arrays.fill(h, 0);
        Arrays.fill(place, -1);
        Arrays.fill(excluded, false);
        // a variable enters a few times at most; the bound ends cycles that rounding causes
        for (int entered = 0; entered < 10 * r; entered++) {
            int enter = steepest(b, h);
            if (enter < 0) return;
            boolean added = addFree(enter);
            while (added && !advance(b, h)) refactor(h);
            // a variable that enters and leaves by rounding must wait until another variable has moved
            if (h[enter] > 0) Arrays.fill(excluded, false);
            else excluded[enter] = true;
        }
    }

    /** Returns the variable at zero with the steepest descent relative to its size, or −1 if none descends. */
    private int steepest(double[] b, double[] h) {
        int best = -1;
        double most = 0;
        for (int q = 0; q < r; q++) {
            if (place[q] >= 0 || excluded[q]) continue;
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

    /** Adds a row to the Cholesky factor; returns false if the variable depends on the free ones. */
    private boolean addFree(int q) {
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

    /** Moves towards the minimum over the free variables; returns false if one of them reached zero on the fraction. */
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
            double fraction = h[free[i]] / (h[free[i]] - z[i]);
            if (first >= 0 && !(fraction < step)) continue;
            step = fraction > 0 ? fraction : 0;
            first = i;
        }
        for (int i = 0; i < count; i++) {
            int q = free[i];
            h[q] = first < 0 ? z[i] : i == first ? 0 : Math.max(0, h[q] + step * (z[i] - h[q]));
        }
        return first < 0;
    }

    /** Factors again with the variables that are still positive. */
    private void refactor(double[] h) {
        int before = count;
        int[] were = Arrays.copyOf(free, before);
        count = 0;
        for (int q : were) {
            place[q] = -1;
            if (h[q] > 0 && !addFree(q)) h[q] = 0;
        }
    }
}
