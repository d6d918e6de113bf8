package org.grapnel.formats.input;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/**
 * The entries of a sparse matrix in the order of the file, with their lines for messages. The arrays grow with the
 * entries that arrive, whatever number the file announces.
 */
public final class CoordinateBuffer {
    /** The most entries; an array still holds twice as many after mirroring. */
    private static final int MAX_ENTRIES = 1 << 29;

    /** The relative tolerance for both directions of an edge, the same as in {@link org.grapnel.graph.Graph}. */
    private static final double TOLERANCE = 1e-12;

    /** The longest side that needs no entries; each entry allows {@link #SIDE_PER_ENTRY} more. */
    private static final long FREE_SIDE = 1 << 20;

    private static final long SIDE_PER_ENTRY = 16;

    private final String file;
    private final String unit;
    private final int base;
    private int[] row = new int[64];
    private int[] column = new int[64];
    private double[] value = new double[64];
    private int count;

    /** The first entry and its line of each run of entries on consecutive lines. */
    private int[] runStart = new int[4];

    private long[] runLine = new long[4];
    private int runs;

    /**
     * @param base the index from which the file counts, 0 or 1; indices here count from 0, messages count like the file
     */
    public CoordinateBuffer(String file, int base) {
        this(file, "line", base);
    }

    private CoordinateBuffer(String file, String unit, int base) {
        this.file = file;
        this.unit = unit;
        this.base = base;
    }

    /** Wraps entries that a file holds as arrays. Messages count the entries from 0. */
    public static CoordinateBuffer ofArrays(String file, int[] row, int[] column, double[] value) {
        CoordinateBuffer entries = new CoordinateBuffer(file, "entry", 0);
        entries.row = row;
        entries.column = column;
        entries.value = value;
        entries.count = value.length;
        entries.startRun(0, 0);
        return entries;
    }

    public void add(int i, int j, double v, long where) {
        if (count == MAX_ENTRIES) throw new DataException("%s: more than %d entries", file, MAX_ENTRIES);
        if (count == row.length) grow();
        row[count] = i;
        column[count] = j;
        value[count] = v;
        if (runs == 0 || where != line(count, runs - 1)) startRun(count, where);
        count++;
    }

    private void startRun(int e, long where) {
        if (runs == runStart.length) {
            runStart = Arrays.copyOf(runStart, 2 * runs);
            runLine = Arrays.copyOf(runLine, 2 * runs);
        }
        runStart[runs] = e;
        runLine[runs++] = where;
    }

    private long line(int e) {
        int s = Arrays.binarySearch(runStart, 0, runs, e);
        return line(e, s < 0 ? -s - 2 : s);
    }

    private long line(int e, int s) {
        return runLine[s] + e - runStart[s];
    }

    private void grow() {
        int more = Math.max(64, count + count / 2);
        row = Arrays.copyOf(row, more);
        column = Arrays.copyOf(column, more);
        value = Arrays.copyOf(value, more);
    }

    /**
     * Throws for what an adjacency matrix cannot have: a weight that is negative or not finite, or an edge from a
     * sample to itself.
     */
    public CoordinateBuffer requireWeights() {
        for (int e = 0; e < count; e++) {
            if (!(value[e] >= 0) || value[e] == Double.POSITIVE_INFINITY)
                throw fault(e, "the weight of " + place(e) + " is " + value[e] + "; a finite number >= 0 is needed");
            if (row[e] == column[e] && value[e] != 0)
                throw fault(e, "sample " + (row[e] + base) + " has an edge to itself (weight " + value[e] + ")");
        }
        return this;
    }

    /** Throws if a place is given twice. In a symmetric matrix (i, j) and (j, i) are one place. */
    public CoordinateBuffer requireDistinct(boolean symmetric) {
        int[] order = sortedByRow(symmetric);
        int[] seen = new int[1 + largest(column, symmetric ? row : column)]; // 1 + the last entry of each column
        for (int f : order) {
            int j = columnOf(f, symmetric);
            int e = seen[j] - 1;
            if (e >= 0 && rowOf(e, symmetric) == rowOf(f, symmetric))
                throw fault(f, "the entry " + place(f) + " is already on " + unit + " " + line(e));
            seen[j] = f + 1;
        }
        return this;
    }

    /** Throws if an entry is outside a matrix of this size. */
    public CoordinateBuffer requireWithin(int rows, int cols) {
        for (int e = 0; e < count; e++)
            if (row[e] >= rows || column[e] >= cols)
                throw fault(e, "the entry " + place(e) + " is outside " + rows + " × " + cols);
        return this;
    }

    /**
     * Throws if a side is much longer than the number of entries allows. Such a file costs a few bytes, and its names
     * would take gigabytes.
     */
    public CoordinateBuffer requireSides(int rows, int cols) {
        long most = FREE_SIDE + SIDE_PER_ENTRY * count;
        if (rows > most || cols > most)
            throw new DataException(
                    "%s: announces %d × %d with %d entries; with so few entries a side may be at most %d",
                    file, rows, cols, count, most);
        return this;
    }

    /** Adds (j, i) for every (i, j). Where both are listed, they must agree. Entries must be distinct. */
    public CoordinateBuffer mirror(int size) {
        long[] keys = sortedKeys();
        SparseMatrix listed = toMatrix(size, size);
        for (int e = 0, before = count; e < before; e++) {
            if (row[e] == column[e]) continue;
            long mirror = key(column[e], row[e]);
            if (Arrays.binarySearch(keys, mirror) < 0) add(column[e], row[e], value[e], line(e));
            else if (differ(value[e], listed.get(column[e], row[e]))) throw disagreement(e, find(mirror));
        }
        return this;
    }

    /** Tells whether the two directions of an edge differ by more than rounding. */
    public static boolean differ(double there, double back) {
        return Math.abs(there - back) > TOLERANCE * Math.max(Math.abs(there), Math.abs(back));
    }

    private DataException disagreement(int e, int f) {
        return fault(
                Math.max(e, f),
                place(e) + " is " + value[e] + " and " + place(f) + " is " + value[f]
                        + "; both directions of an edge must agree");
    }

    /** Sorts the entries by row, within a row in the order of the file, in linear time. */
    private int[] sortedByRow(boolean symmetric) {
        int[] next = new int[2 + largest(row, symmetric ? column : row)];
        for (int e = 0; e < count; e++) next[rowOf(e, symmetric) + 1]++;
        for (int i = 1; i < next.length; i++) next[i] += next[i - 1];
        int[] order = new int[count];
        for (int e = 0; e < count; e++) order[next[rowOf(e, symmetric)]++] = e;
        return order;
    }

    private int largest(int[] indices, int[] others) {
        int most = 0;
        for (int e = 0; e < count; e++) most = Math.max(most, Math.max(indices[e], others[e]));
        return most;
    }

    private int rowOf(int e, boolean symmetric) {
        return symmetric ? Math.max(row[e], column[e]) : row[e];
    }

    private int columnOf(int e, boolean symmetric) {
        return symmetric ? Math.min(row[e], column[e]) : column[e];
    }

    private long[] sortedKeys() {
        long[] keys = new long[count];
        for (int e = 0; e < count; e++) keys[e] = key(row[e], column[e]);
        Arrays.sort(keys);
        return keys;
    }

    private int find(long key) {
        int e = 0;
        while (key(row[e], column[e]) != key) e++;
        return e;
    }

    private static long key(int i, int j) {
        return ((long) i << 32) | j;
    }

    private String place(int e) {
        return "(" + (row[e] + base) + ", " + (column[e] + base) + ")";
    }

    private DataException fault(int e, String what) {
        return new DataException("%s: %s %d: %s", file, unit, line(e), what);
    }

    public SparseMatrix toMatrix(int rows, int cols) {
        return toMatrix(rows, cols, false);
    }

    /** Returns the matrix, or its transpose. Entries must be distinct. */
    public SparseMatrix toMatrix(int rows, int cols, boolean transposed) {
        if (count < value.length) {
            row = Arrays.copyOf(row, count);
            column = Arrays.copyOf(column, count);
            value = Arrays.copyOf(value, count);
        }
        return transposed
                ? SparseMatrix.ofTriples(cols, rows, column, row, value)
                : SparseMatrix.ofTriples(rows, cols, row, column, value);
    }
}
