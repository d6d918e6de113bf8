package org.grapnel.solve.support;

import org.grapnel.checkpoint.StateStream;

/** F over the last five iterations. Best-support's stop rule compares F with what it was five iterations ago. */
final class DecreaseWindow {
    static final int LENGTH = 5;

    private final double[] totals = new double[LENGTH];
    private int iterations;
    private int unchanged;

    /** Begins an iteration; returns its number, counted from 0. */
    int begin() {
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

    /** Ends iteration i, after which F is {@code total}. */
    void end(int i, double total) {
        totals[i % LENGTH] = total;
    }

    /** Writes the window to a checkpoint, or reads it back. */
    void transfer(StateStream stream) {
        stream.doubles(totals);
        iterations = stream.intValue(iterations);
        unchanged = stream.intValue(unchanged);
    }
}
