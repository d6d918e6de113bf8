package org.grapnel.solve.block;

import java.util.Arrays;
import org.grapnel.runtime.Scratch;

/**
 * The exact minimum of ½zQzᵀ − z·b over z ≥ 0 for one line, by the active-set method of Lawson and Hanson from the z that coordinate steps
 * reached.
 *
 * <p>Rounds of coordinate steps are as many as the condition number of Q asks for: one entry of weight 10⁶ makes this about 10⁶. A solve of the
 * positive coordinates costs r³/6 operations, whatever the weights are, and a line needs one or two. Each move lowers the value, and so do the
 * moves together.
 */
final class LineMinimum {
    /** Below this share of its own curvature, a coordinate depends on the others up to rounding and does not move. */
    private static final double DEPENDENT = 1e-14;

    /** A slope below this share of its terms is rounding. */
    private static final double FLAT = 1e-13;

    private final int r;
    private final double[][] Q;
    private final double[][] L; // the Cholesky factor of the free rows and columns of Q
    private final double[] b;
    private final double[] start;
    private final double[] z;
    private final double[] slope;
    private final double[] move;
    private final boolean[] free;
    private final boolean[] blocked; // coordinates that could not leave the bound

    private LineMinimum(int r) {
        this.r = r;
        Q = new double[r][r];
        L = new double[r][r];
        b = new double[r];
        start = new double[r];
        z = new double[r];
        slope = new double[r];
        move = new double[r];
        free = new boolean[r];
        blocked = new boolean[r];
    }

    /** Returns the working memory of the calling thread. */
    static LineMinimum forThread(Scratch scratch, int r) {
        LineMinimum line = scratch.cached(LineMinimum.class);
        if (line == null || line.r != r) {
            line = new LineMinimum(r);
            scratch.cache(line);
        }
        return line;
    }

    /** Moves problem i of a tile to its minimum, where Q is the Gram matrix of the line and A. */
    void solve(CoordinateTile tile, int i, double[][] A) {
        for (int j = 0; j < r; j++) {
            b[j] = tile.b[j][i];
            start[j] = z[j] = tile.z[j][i];
            free[j] = z[j] > 0;
            for (int l = j; l < r; l++) Q[j][l] = Q[l][j] = tile.gram()[WeightedGrams.pair(j, l, r)][i] + A[j][l];
        }
        Arrays.fill(blocked, false);
        for (int round = 0; round < 3 * r + 3; round++) if (!improve()) break;
        if (!(valueChange() <= 0)) return; // rounding, or not a number
        for (int j = 0; j < r; j++) tile.z[j][i] = z[j];
    }

    /** Goes to the minimum over the free coordinates, or to the first bound before it; returns whether there may be a lower value. */
    private boolean improve() {
        for (int j = 0; j < r; j++) slope[j] = slopeAt(j);
        factor();
        substitute();
        double step = 1;
        for (int j = 0; j < r; j++) if (free[j] && z[j] + move[j] < 0) step = Math.min(step, -z[j] / move[j]);
        boolean bound = false;
        for (int j = 0; j < r; j++) {
            if (!free[j]) continue;
            boolean stops = z[j] + move[j] < 0 && -z[j] / move[j] <= step;
            if (stops && z[j] == 0) blocked[j] = true;
            z[j] = stops ? 0 : Math.max(0, z[j] + step * move[j]);
            free[j] = !stops;
            bound |= stops;
        }
        return bound || release();
    }

    /** Frees the coordinate at the bound along which the value falls most; returns whether there is one. */
    private boolean release() {
        int best = -1;
        double most = 0;
        for (int j = 0; j < r; j++) {
            if (free[j] || blocked[j] || !(Q[j][j] > 0)) continue;
            double terms = Math.abs(b[j]);
            for (int l = 0; l < r; l++) terms += Math.abs(Q[j][l] * z[l]);
            double fall = -slopeAt(j);
            if (fall <= FLAT * terms || fall / Math.sqrt(Q[j][j]) <= most) continue;
            most = fall / Math.sqrt(Q[j][j]);
            best = j;
        }
        if (best >= 0) free[best] = true;
        return best >= 0;
    }

    private double slopeAt(int j) {
        double sum = -b[j];
        for (int l = 0; l < r; l++) sum += Q[j][l] * z[l];
        return sum;
    }

    /** L ← the factor of Q on the free coordinates; a dependent one has the diagonal 0. */
    private void factor() {
        for (int j = 0; j < r; j++) {
            if (!free[j]) continue;
            for (int l = 0; l <= j; l++) {
                if (!free[l]) continue;
                double sum = Q[j][l];
                for (int k = 0; k < l; k++) if (free[k]) sum -= L[j][k] * L[l][k];
                if (l < j) L[j][l] = L[l][l] > 0 ? sum / L[l][l] : 0;
                else L[j][j] = sum > DEPENDENT * Q[j][j] ? Math.sqrt(sum) : 0;
            }
        }
    }

    /** Q·move ← −slope on the free coordinates. */
    private void substitute() {
        for (int j = 0; j < r; j++) {
            double sum = -slope[j];
            if (free[j]) for (int k = 0; k < j; k++) if (free[k]) sum -= L[j][k] * move[k];
            move[j] = free[j] && L[j][j] > 0 ? sum / L[j][j] : 0;
        }
        for (int j = r - 1; j >= 0; j--) {
            if (!free[j] || !(L[j][j] > 0)) continue;
            double sum = move[j];
            for (int k = j + 1; k < r; k++) if (free[k]) sum -= L[k][j] * move[k];
            move[j] = sum / L[j][j];
        }
    }

    /** The value at z minus the value at the start. */
    private double valueChange() {
        double change = 0;
        for (int j = 0; j < r; j++) {
            double gradient = -2 * b[j];
            for (int l = 0; l < r; l++) gradient += Q[j][l] * (z[l] + start[l]);
            change += (z[j] - start[j]) * gradient / 2;
        }
        return change;
    }
}
