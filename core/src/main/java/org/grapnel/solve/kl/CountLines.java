package org.grapnel.solve.kl;

import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.CountBackground;
import org.grapnel.runtime.Preconditions;

/**
 * The positive entries of X as lines: rows, or columns after {@link #transpose}. Zeros of X, stored or not, are left out: in the divergence they
 * cost only sums of the factors.
 */
final class CountLines {
    final int[] start;
    final int[] index;
    final double[] value;

    private CountLines(int[] start, int[] index, double[] value) {
        this.start = start;
        this.index = index;
        this.value = value;
    }

    /** Collects the positive entries of every row, without those {@linkplain CountBackground#least too small to count} in a fit. */
    static CountLines ofRows(Matrix X) {
        double[] least = new double[X.cols()];
        Arrays.fill(least, CountBackground.least(X));
        return ofRows(X, least);
    }

    /**
     * Collects the positive entries of every row. Refuses negative numbers and numbers that are not finite.
     *
     * @param least the least number that counts in each column
     */
    static CountLines ofRows(Matrix X, double[] least) {
        long entries = X.nonZeros();
        Preconditions.require(
                entries <= Integer.MAX_VALUE - 16, "%d positive entries are more than fit on one machine", entries);
        int[] start = new int[X.rows() + 1];
        int[] index = new int[(int) entries];
        double[] value = new double[(int) entries];
        int[] filled = {0};
        for (int i = 0; i < X.rows(); i++) {
            int row = i;
            X.forEachInRow(i, (j, x) -> {
                Preconditions.require(
                        x >= 0 && x < Double.POSITIVE_INFINITY,
                        "the loss kl needs finite numbers >= 0, got %s at feature %d and sample %d",
                        x,
                        row,
                        j);
                if (x == 0 || x < least[j]) return;
                index[filled[0]] = j;
                value[filled[0]++] = x;
            });
            start[i + 1] = filled[0];
        }
        return new CountLines(start, index, value);
    }

    /** Returns the entries grouped by index instead of line. */
    CountLines transpose(int lines) {
        int[] starts = new int[lines + 1];
        for (int e = 0; e < start[start.length - 1]; e++) starts[index[e] + 1]++;
        for (int j = 0; j < lines; j++) starts[j + 1] += starts[j];
        int[] next = Arrays.copyOf(starts, lines);
        int[] indices = new int[starts[lines]];
        double[] values = new double[indices.length];
        for (int i = 0; i < lines(); i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                int to = next[index[e]]++;
                indices[to] = i;
                values[to] = value[e];
            }
        }
        return new CountLines(starts, indices, values);
    }

    int lines() {
        return start.length - 1;
    }

    int entries() {
        return start[lines()];
    }

    /** Returns Σ x of every line. */
    double[] sums() {
        double[] sums = new double[lines()];
        for (int i = 0; i < sums.length; i++) for (int e = start[i]; e < start[i + 1]; e++) sums[i] += value[e];
        return sums;
    }

    /** Cuts the lines into blocks of about equal cost: the entries, and a few operations for every line. */
    int[] cuts(int blocks) {
        int[] cut = new int[blocks + 1];
        long all = entries() + 4L * lines();
        for (int b = 1, i = 0; b < blocks; b++) {
            long target = all * b / blocks;
            while (i < lines() && start[i] + 4L * i < target) i++;
            cut[b] = i;
        }
        cut[blocks] = lines();
        return cut;
    }
}
