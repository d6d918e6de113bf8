package org.grapnel.solve.support;

import org.grapnel.checkpoint.StateStream;

/** F over the last five iterations. The stop rule of exact solvers compares F with what it was five iterations ago. */
public final class DecreaseWindow {
    public static final int LENGTH = 5;

    private final double[] totals = new double[LENGTH];
    private int iterations;
    private int unchanged;

    /** Begins an iteration; returns its number, counted from 0. */
    public int begin() {
        return iterations++;
    }

    /** How many iterations have begun. */
    int iterations() {
        return iterations;
    }

    /** Notes whether the iteration keeps the same features as the one before. */
    void onSupport(boolean same) {
        unchanged = same ? unchanged + 1 : 0;
    }

    /** Whether the features have been the same for as many iterations as the window is long. */
    boolean isSupportStable() {
        return unchanged >= LENGTH;
    }

    /** F five iterations before iteration i. */
    double before(int i) {
        return totals[i % LENGTH];
    }

    /** Returns √((F₅ − F)/F) for F = {@code total} after iteration i, with F₅ five iterations before; NaN in the first five. */
    public double change(int i, double total) {
        if (i < LENGTH) return Double.NaN;
        double fallen = before(i) - total;
        return fallen <= 0 ? 0 : Math.sqrt(fallen / total);
    }

    /** Ends iteration i, after which F is {@code total}. */
    public void end(int i, double total) {
        totals[i % LENGTH] = total;
    }

    /** Writes the window to a checkpoint, or reads it back. */
    public void transfer(StateStream stream) {
        stream.doubles(totals);
        iterations = stream.count(iterations);
        unchanged = stream.count(unchanged);
    }
}
