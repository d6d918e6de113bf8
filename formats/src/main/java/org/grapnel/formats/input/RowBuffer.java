package org.grapnel.formats.input;

import org.grapnel.linalg.DenseMatrix;

/**
 * Lines of a file that wait until there are enough of them to be stored together. Turning many lines into columns at
 * once writes long stretches of memory instead of single numbers, which is what makes transposing while reading cheap.
 */
public final class RowBuffer {
    private static final int DOUBLES = 1 << 20;
    private static final int FEWEST = 8;
    private static final int MOST = 1 << 16;

    private final int length;
    private final double[][] lines;
    private double[] together = new double[0];
    private int count;

    /** For lines of so many numbers. */
    public RowBuffer(int length) {
        this.length = length;
        lines = new double[Math.max(FEWEST, Math.min(MOST, DOUBLES / Math.max(1, length)))][];
    }

    int count() {
        return count;
    }

    public boolean isFull() {
        return count == lines.length;
    }

    /** The next line, to be filled by the caller; the tile must not be full. */
    public double[] nextLine() {
        double[] line = lines[count];
        if (line == null) lines[count] = line = new double[length];
        count++;
        return line;
    }

    /** Stores the lines as columns {@code first}, {@code first + 1}, … of M and starts again. */
    public void storeColumns(DenseMatrix M, int first) {
        if (together.length < count) together = new double[count];
        for (int i = 0; i < length; i++) {
            for (int j = 0; j < count; j++) together[j] = lines[j][i];
            M.buffer(i).put(M.rowOffset(i) + first, together, 0, count);
        }
        count = 0;
    }

    /** Stores the lines as rows {@code first}, {@code first + 1}, … of M and starts again. */
    public void storeRows(DenseMatrix M, int first) {
        for (int i = 0; i < count; i++) M.setRow(first + i, lines[i]);
        count = 0;
    }
}
