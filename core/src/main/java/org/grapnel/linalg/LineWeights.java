package org.grapnel.linalg;

import java.util.Arrays;

/**
 * The entries of {@link EntryWeights} whose weight is not 1, line by line: a line is a feature or a sample. Entry e of a line has the place
 * {@link #index} and the deficit d = 1 − c; places ascend.
 */
public final class LineWeights {
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
}
