package org.grapnel.linalg;

import java.util.Arrays;
import org.grapnel.runtime.CounterRandom;

/**
 * The entries of {@link EntryWeights} whose weight is not 1, line by line: a line is a feature or a sample. Entry e of a line has the place
 * {@link #index} and the deficit d = 1 − c; places ascend.
 */
public final class LineWeights {
    /** Norms of random deficits are at most about 1 in this unit. */
    private static final double SCATTERED = 1.3;

    private static final int POWER_ROUNDS = 10;

    private final CompressedLines listed;
    private final int length;

    LineWeights(CompressedLines listed, int length) {
        this.listed = listed;
        this.length = length;
    }

    /** Returns how many entries a line has, listed or not. */
    public int length() {
        return length;
    }

    /** Returns the first listed entry of a line. The last one is before the first of the next line. */
    public int from(int line) {
        return listed.start()[line];
    }

    /** Returns how many entries of a line are listed. */
    public int count(int line) {
        return listed.start()[line + 1] - listed.start()[line];
    }

    /** Returns how many entries are listed in all lines. */
    public long total() {
        return listed.index().length;
    }

    public int index(int e) {
        return listed.index()[e];
    }

    public double deficit(int e) {
        return listed.value()[e];
    }

    /** weight ← the weights of a line. */
    public void fill(int line, double[] weight) {
        Arrays.fill(weight, 0, length, 1);
        for (int e = from(line), end = e + count(line); e < end; e++) weight[index(e)] = 1 - deficit(e);
    }

    /** Returns the mean weight of a line: 1 if no entry is listed. */
    public double mean(int line) {
        double sum = 0;
        for (int e = from(line), end = e + count(line); e < end; e++) sum += deficit(e);
        return 1 - sum / length;
    }

    /** Returns whether every listed entry is missing, or has weight 1 after all. */
    public boolean areMissing() {
        for (double d : listed.value()) if (d != 1 && d != 0) return false;
        return true;
    }

    /**
     * Returns whether the deficits are scattered as if at random: whether ‖D̃‖₂ is about σ(√m + √n) or less, where D̃ are the deficits of the m
     * lines without the means of lines and places, and σ their standard deviation. A block of missing entries makes it larger.
     */
    public boolean areScattered() {
        int m = listed.start().length - 1;
        double[] ofLine = new double[m];
        double[] ofPlace = new double[length];
        double all = 0;
        double squares = 0;
        for (int i = 0; i < m; i++)
            for (int e = from(i); e < from(i) + count(i); e++) {
                double d = deficit(e);
                ofLine[i] += d / length;
                ofPlace[index(e)] += d / m;
                all += d / m / length;
                squares += d * d / m / length;
            }
        double[] x = new double[length];
        for (int l = 0; l < length; l++) x[l] = CounterRandom.gaussian(1, l, 0);
        double norm = 0;
        for (int round = 0; round < POWER_ROUNDS; round++) {
            double size = Math.sqrt(dot(x, x));
            if (!(size > 0)) return true;
            for (int l = 0; l < length; l++) x[l] /= size;
            double sum = Arrays.stream(x).sum();
            double mean = dot(ofPlace, x);
            double[] y = new double[m];
            for (int i = 0; i < m; i++) {
                y[i] = (all - ofLine[i]) * sum - mean;
                for (int e = from(i); e < from(i) + count(i); e++) y[i] += deficit(e) * x[index(e)];
            }
            norm = Math.sqrt(dot(y, y));
            double sumOfY = Arrays.stream(y).sum();
            double meanOfY = dot(ofLine, y);
            for (int l = 0; l < length; l++) x[l] = (all - ofPlace[l]) * sumOfY - meanOfY;
            for (int i = 0; i < m; i++)
                for (int e = from(i); e < from(i) + count(i); e++) x[index(e)] += deficit(e) * y[i];
        }
        return norm <= SCATTERED * Math.sqrt(Math.max(0, squares - all * all)) * (Math.sqrt(m) + Math.sqrt(length));
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }

    /** Returns the first listed entry of a line, from entry e on, whose place is {@code place} or after it. */
    public int firstAtOrAfter(int line, int e, int place) {
        int end = listed.start()[line + 1];
        if (place >= length) return end;
        int at = Arrays.binarySearch(listed.index(), e, end, place);
        return at < 0 ? -at - 1 : at;
    }

    /** into ← d·value at the places of the listed entries [e, end), which count from {@code first}. */
    public void multiply(int e, int end, int first, double[] values, double[] into) {
        int[] index = listed.index();
        double[] deficit = listed.value();
        for (int at = e; at < end; at++) {
            int l = index[at] - first;
            into[l] = deficit[at] * values[l];
        }
    }

    /** Returns Σ d·value² over the places of the listed entries [e, end), which count from {@code first}. */
    public double squares(int e, int end, int first, double[] values) {
        int[] index = listed.index();
        double[] deficit = listed.value();
        double even = 0;
        double odd = 0;
        int at = e;
        for (; at < end - 1; at += 2) {
            double a = values[index[at] - first];
            double b = values[index[at + 1] - first];
            even += deficit[at] * a * a;
            odd += deficit[at + 1] * b * b;
        }
        return (at < end ? even + deficit[at] * values[index[at] - first] * values[index[at] - first] : even) + odd;
    }
}
