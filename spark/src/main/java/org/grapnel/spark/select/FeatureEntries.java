package org.grapnel.spark.select;

import org.grapnel.linalg.Matrix;

/**
 * The values of a feature on the samples of a panel: all of them, or only those that are not zero where these are few. A
 * dense feature of sparse data is read in full, because sums over its zeros, as differences, would lose digits.
 */
final class FeatureEntries {
    /** Share of stored values above which zeros are read too. */
    private static final double FULL_SHARE = 0.25;

    private final Matrix X;
    private final double factor;
    private final int[] sample;
    private final double[] value;
    private int count;
    private boolean isFull;

    /** Reads from X times a factor. */
    FeatureEntries(Matrix X, double factor) {
        this.X = X;
        this.factor = factor;
        sample = new int[X.cols()];
        value = new double[X.cols()];
    }

    /** Reads a row of X. */
    void read(int row) {
        count = 0;
        isFull = X.isDense();
        if (!isFull) {
            X.forEachInRow(row, (a, x) -> {
                if (x == 0) return;
                sample[count] = a;
                value[count++] = x;
            });
            isFull = count > FULL_SHARE * sample.length;
        }
        if (isFull) {
            X.row(row, value);
            count = sample.length;
            for (int a = 0; a < count; a++) sample[a] = a;
        }
        if (factor != 1) for (int e = 0; e < count; e++) value[e] *= factor;
    }

    /** Returns the number of entries. */
    int count() {
        return count;
    }

    /** Returns whether the entries are those of all samples, zeros included. */
    boolean isFull() {
        return isFull;
    }

    /** Returns the sample of an entry, ascending, counted from the first of the panel. */
    int sample(int entry) {
        return sample[entry];
    }

    double value(int entry) {
        return value[entry];
    }
}
