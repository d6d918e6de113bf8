package org.grapnel.select;

import org.grapnel.linalg.Matrix;

/**
 * The path of min ½‖y − Σ βᵢ·x̂ᵢ‖² + C·Σ|βᵢ| as C decreases, by least angle regression with the lasso's drops (Efron,
 * Hastie, Johnstone, Tibshirani: Least angle regression, 2004). x̂ᵢ are the rows of X, centred and of unit norm. Along
 * the path every active feature has the correlation ±C with the residual, with the sign of its coefficient, and no
 * other feature has a larger one.
 *
 * <p>The caller computes the products with X for many paths at once: {@link #direction} gives the direction of the fit,
 * {@link #advance} takes the products of all rows with it. Only Gram entries of active features are stored.
 */
final class Lars {
    private static final double DEPENDENT = 1e-10;
    private static final double PARALLEL = 1e-12;
    private static final double DONE = 1e-10;

    private final Matrix X;
    private final double[] mean;
    private final double[] norm; // 0 for a constant feature, which never enters
    private final int limit;
    private final double[] correlation;
    private final double[] beta;
    private final boolean[] excluded; // active, linearly dependent on the active, or constant
    private final int[] active;
    private final double[] sign;
    private final double[] move;
    private final double[][] gram;
    private final double[][] factor; // lower Cholesky factor of gram
    private final double largest;
    private final double[] products;
    private final double[] x;
    private final double[] y;
    private int count;
    private double level;
    private int steps;
    private int dropped = -1; // cannot re-enter in the step after it left
    private double droppedSide;
    private boolean done;

    /**
     * Starts at β = 0.
     *
     * @param correlation of every feature with y; owned by this object
     * @param limit limit of the number of non-zero coefficients
     */
    Lars(Matrix X, double[] mean, double[] norm, double[] correlation, int limit) {
        this.X = X;
        this.mean = mean;
        this.norm = norm;
        this.correlation = correlation;
        int p = norm.length;
        this.limit = Math.min(limit, Math.min(p, X.cols() - 1)); // the rank of centred rows
        beta = new double[p];
        products = new double[p];
        x = new double[X.cols()];
        y = new double[X.cols()];
        excluded = new boolean[p];
        active = new int[this.limit];
        sign = new double[this.limit];
        move = new double[this.limit];
        gram = new double[this.limit][0];
        factor = new double[this.limit][0];
        for (int i = 0; i < p; i++) {
            if (norm[i] == 0) excluded[i] = true;
            else level = Math.max(level, Math.abs(correlation[i]));
        }
        largest = level;
        done = level == 0;
        if (!done) addNext(correlation.length);
    }

    boolean isDone() {
        return done;
    }

    /** C, the common correlation of the active features. */
    double level() {
        return level;
    }

    double beta(int feature) {
        return beta[feature];
    }

    int active() {
        return count;
    }

    int active(int position) {
        return active[position];
    }

    /**
     * Solves for the direction along which all active correlations decrease equally. The coefficient of
     * {@link #active(int)} changes by {@link #move}.
     */
    void direction() {
        for (int r = 0; r < count; r++) {
            double sum = sign[r];
            for (int c = 0; c < r; c++) sum -= factor[r][c] * move[c];
            move[r] = sum / factor[r][r];
        }
        for (int r = count - 1; r >= 0; r--) {
            double sum = move[r];
            for (int c = r + 1; c < count; c++) sum -= factor[c][r] * move[c];
            move[r] = sum / factor[r][r];
        }
    }

    double move(int position) {
        return move[position];
    }

    /** The products of every x̂ᵢ with the direction of the fit; the caller fills them before {@link #advance}. */
    double[] products() {
        return products;
    }

    /** Advances to the point where the next feature enters or leaves. */
    void advance() {
        double step = level; // up to C = 0
        int entering = -1;
        for (int i = 0; i < products.length; i++) {
            if (excluded[i]) continue;
            double meetingStep = Math.min(stepToLevel(i, 1), stepToLevel(i, -1));
            if (meetingStep < step) {
                step = meetingStep;
                entering = i;
            }
        }
        int leaving = -1;
        for (int r = 0; r < count; r++) {
            double zero = -beta[active[r]] / move[r];
            if (zero > 0 && zero < step) {
                step = zero;
                leaving = r;
            }
        }
        for (int r = 0; r < count; r++) beta[active[r]] += step * move[r];
        for (int i = 0; i < products.length; i++) correlation[i] -= step * products[i];
        level -= step;
        for (int r = 0; r < count; r++) correlation[active[r]] = sign[r] * level; // removes rounding errors
        dropped = -1;
        steps++;
        boolean full = count == limit && leaving < 0;
        if (full || level <= DONE * largest || steps > 8 * (limit + 8)) done = true;
        else if (leaving >= 0) remove(leaving);
        else if (entering < 0) done = true;
        else addNext(entering);
    }

    /** The step at which a feature's correlation reaches ±C; 0 if rounding has already put it there. */
    private double stepToLevel(int feature, int side) {
        double rate = 1 - side * products[feature];
        if (rate <= PARALLEL || (feature == dropped && side == droppedSide)) return Double.POSITIVE_INFINITY;
        return Math.max(0, level - side * correlation[feature]) / rate;
    }

    /** Adds the given feature, or the one with the largest correlation if it is dependent or none is given. */
    private void addNext(int first) {
        int next = first;
        while (true) {
            if (next >= correlation.length) next = largestAtLevel();
            if (next < 0) {
                done = count == 0;
                return;
            }
            excluded[next] = true;
            if (tryAdd(next)) return;
            next = correlation.length;
        }
    }

    /** Returns the free feature with the largest correlation at the current level, or −1. */
    private int largestAtLevel() {
        int best = -1;
        for (int i = 0; i < correlation.length; i++)
            if (!excluded[i]
                    && i != dropped
                    && Math.abs(correlation[i]) >= level * (1 - 1e-12)
                    && (best < 0 || Math.abs(correlation[i]) > Math.abs(correlation[best]))) best = i;
        return best;
    }

    /** Adds a feature unless it is linearly dependent on the active ones; returns whether it was added. */
    private boolean tryAdd(int feature) {
        if (gram[count].length == 0) {
            gram[count] = new double[count + 1];
            factor[count] = new double[count + 1];
        }
        copyUnitRow(feature, x);
        for (int r = 0; r < count; r++) {
            copyUnitRow(active[r], y);
            double sum = 0;
            for (int a = 0; a < x.length; a++) sum += x[a] * y[a];
            gram[count][r] = sum;
        }
        gram[count][count] = 1;
        if (!factorRow(count)) return false;
        active[count] = feature;
        sign[count++] = Math.signum(correlation[feature]);
        return true;
    }

    /** Computes one more row of the Cholesky factor; false if the matrix is singular. */
    private boolean factorRow(int r) {
        double pivot = gram[r][r];
        for (int c = 0; c < r; c++) {
            double sum = gram[r][c];
            for (int k = 0; k < c; k++) sum -= factor[r][k] * factor[c][k];
            factor[r][c] = sum / factor[c][c];
            pivot -= factor[r][c] * factor[r][c];
        }
        factor[r][r] = Math.sqrt(Math.max(0, pivot));
        return pivot > DEPENDENT;
    }

    private void remove(int position) {
        dropped = active[position];
        droppedSide = sign[position];
        beta[dropped] = 0;
        count--;
        for (int r = position; r < count; r++) {
            active[r] = active[r + 1];
            sign[r] = sign[r + 1];
            System.arraycopy(gram[r + 1], 0, gram[r], 0, position);
            System.arraycopy(gram[r + 1], position + 1, gram[r], position, r + 1 - position);
        }
        for (int r = position; r < count; r++) factorRow(r);
        // features that depended on the active ones may now be independent
        for (int i = 0; i < excluded.length; i++) excluded[i] = norm[i] == 0;
        for (int r = 0; r < count; r++) excluded[active[r]] = true;
        if (count == 0) done = true;
    }

    private void copyUnitRow(int feature, double[] into) {
        X.row(feature, into);
        for (int a = 0; a < into.length; a++) into[a] = (into[a] - mean[feature]) / norm[feature];
    }
}
