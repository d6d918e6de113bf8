package org.grapnel.formats.input;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/** The announced number of entries of a sparse matrix, each inside the matrix and none given twice. */
public final class SparseTriples {
    private final String place;
    private final int[] row;
    private final int[] column;
    private final double[] value;
    private int count;

    public SparseTriples(int entries, String place) {
        this.place = place;
        row = new int[entries];
        column = new int[entries];
        value = new double[entries];
    }

    public void add(int i, int j, double x) {
        if (count == value.length) throw new DataException("%s: has more entries than the announced %d", place, count);
        row[count] = i;
        column[count] = j;
        value[count++] = x;
    }

    /**
     * Builds a matrix from compressed lines: the entries of line i are start[i] … start[i+1]−1.
     *
     * @param index the place of each entry in its line
     * @param transposed whether lines become columns
     */
    public static SparseMatrix ofLines(
            String place, int lines, int length, int[] start, int[] index, double[] value, boolean transposed) {
        if (start.length != lines + 1)
            throw new DataException("%s: %d lines need %d starts, found %d", place, lines, lines + 1, start.length);
        if (start[0] != 0 || start[lines] != value.length || index.length != value.length)
            throw new DataException(
                    "%s: starts from %d to %d, %d indices and %d values do not match",
                    place, start[0], start[lines], index.length, value.length);
        int[] line = new int[value.length];
        for (int i = 0; i < lines; i++) {
            if (start[i + 1] < start[i] || start[i + 1] > value.length)
                throw new DataException("%s: line %d goes from %d to %d", place, i, start[i], start[i + 1]);
            Arrays.fill(line, start[i], start[i + 1], i);
        }
        return matrix(place, lines, length, line, index, value, transposed);
    }

    /** Returns the matrix, or its transpose. */
    public SparseMatrix toMatrix(int rows, int cols, boolean transposed) {
        return matrix(
                place,
                rows,
                cols,
                Arrays.copyOf(row, count),
                Arrays.copyOf(column, count),
                Arrays.copyOf(value, count),
                transposed);
    }

    private static SparseMatrix matrix(
            String place, int rows, int cols, int[] i, int[] j, double[] x, boolean transposed) {
        try {
            return transposed
                    ? SparseMatrix.ofTriples(cols, rows, j, i, x)
                    : SparseMatrix.ofTriples(rows, cols, i, j, x);
        } catch (IllegalArgumentException e) {
            throw new DataException(place + ": " + e.getMessage(), e);
        }
    }
}
