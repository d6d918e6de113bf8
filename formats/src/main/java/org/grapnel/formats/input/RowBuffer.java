package org.grapnel.formats.input;

import org.grapnel.linalg.DenseMatrix;

/**
 * Collects lines of a file and stores many of them at once. Turning many lines into columns together writes long
 * stretches of memory instead of single numbers, which makes transposing while reading cheap.
 */
public final class RowBuffer {
    private static final int TARGET_SIZE = 1 << 20;
    private static final int MIN_LINES = 8;
    private static final int MAX_LINES = 1 << 16;

    private final int length;
    private final double[][] lines;
    private double[] together = new double[0];
    private int count;

    /** Creates a buffer for lines of this length. */
    public RowBuffer(int length) {
        this.length = length;
        lines = new double[Math.max(MIN_LINES, Math.min(MAX_LINES, TARGET_SIZE / Math.max(1, length)))][];
    }

    int count() {
        return count;
    }

    public boolean isFull() {
        return count == lines.length;
    }

    /** Returns the next line for the caller to fill. The buffer must not be full. */
    public double[] nextLine() {
        double[] line = lines[count];
        if (line == null) lines[count] = line = new double[length];
        count++;
        return line;
    }

    /** Stores the lines as columns {@code first}, {@code first + 1}, … of M and empties the buffer. */
    public void storeColumns(DenseMatrix M, int first) {
        if (together.length < count) together = new double[count];
        for (int i = 0; i < length; i++) {
            for (int j = 0; j < count; j++) together[j] = lines[j][i];
            M.buffer(i).put(M.rowOffset(i) + first, together, 0, count);
        }
        count = 0;
    }

    /** Stores the lines as rows {@code first}, {@code first + 1}, … of M and empties the buffer. */
    public void storeRows(DenseMatrix M, int first) {
        for (int i = 0; i < count; i++) M.setRow(first + i, lines[i]);
        count = 0;
    }
}
