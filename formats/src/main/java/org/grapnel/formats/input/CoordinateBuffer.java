package org.grapnel.formats.input;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/**
 * The entries of a sparse matrix as a file lists them, with their lines so that a fault can name them. The arrays grow
 * with the lines that arrive, whatever number of them the file announces.
 */
public final class CoordinateBuffer {
    /** Mirrored, there are twice as many, and an array still holds them. */
    private static final int MOST = 1 << 29;

    /** As exactly as {@link org.grapnel.graph.Graph} wants both directions of an edge to agree. */
    private static final double SYMMETRIC = 1e-12;

    /** Sides up to this need no entries at all; beyond it, each entry allows for so many more. */
    private static final long FREE_SIDE = 1 << 20;

    private static final long EMPTY_TO_ENTRIES = 16;

    private final String file;
    private final String unit;
    private final int base;
    private int[] row = new int[64];
    private int[] column = new int[64];
    private double[] value = new double[64];
    private int count;

    /** Entries stand on lines one after the other, but for gaps: of each stretch only the first entry has its line kept. */
    private int[] stretch = new int[4];

    private long[] stretchLine = new long[4];
    private int stretches;

    /** @param base what the file counts from, 0 or 1; places here count from 0 and messages speak as the file does */
    public CoordinateBuffer(String file, int base) {
        this(file, "line", base);
    }

    private CoordinateBuffer(String file, String unit, int base) {
        this.file = file;
        this.unit = unit;
        this.base = base;
    }

    /** Entries that a file holds as arrays, from which messages count them. The arrays are kept. */
    public static CoordinateBuffer ofArrays(String file, int[] row, int[] column, double[] value) {
        CoordinateBuffer entries = new CoordinateBuffer(file, "entry", 0);
        entries.row = row;
        entries.column = column;
        entries.value = value;
        entries.count = value.length;
        entries.begin(0, 0);
        return entries;
    }

    public void add(int i, int j, double v, long where) {
        if (count == MOST) throw new DataException("%s: more than %d entries", file, MOST);
        if (count == row.length) grow();
        row[count] = i;
        column[count] = j;
        value[count] = v;
        if (stretches == 0 || where != line(count, stretches - 1)) begin(count, where);
        count++;
    }

    private void begin(int e, long where) {
        if (stretches == stretch.length) {
            stretch = Arrays.copyOf(stretch, 2 * stretches);
            stretchLine = Arrays.copyOf(stretchLine, 2 * stretches);
        }
        stretch[stretches] = e;
        stretchLine[stretches++] = where;
    }

    private long line(int e) {
        int s = Arrays.binarySearch(stretch, 0, stretches, e);
        return line(e, s < 0 ? -s - 2 : s);
    }

    private long line(int e, int s) {
        return stretchLine[s] + e - stretch[s];
    }

    private void grow() {
        int more = Math.max(64, count + count / 2);
        row = Arrays.copyOf(row, more);
        column = Arrays.copyOf(column, more);
        value = Arrays.copyOf(value, more);
    }

    /** Refuses what no adjacency matrix has, naming the line: a weight that is not ≥ 0 and finite, a loop. */
    public CoordinateBuffer requireWeights() {
        for (int e = 0; e < count; e++) {
            if (!(value[e] >= 0) || value[e] == Double.POSITIVE_INFINITY)
                throw fault(e, "the weight of " + place(e) + " is " + value[e] + ", allowed are finite numbers >= 0");
            if (row[e] == column[e] && value[e] != 0)
                throw fault(e, "sample " + (row[e] + base) + " is joined to itself (" + value[e] + ")");
        }
        return this;
    }

    /** Refuses a place that is given twice; in a symmetric matrix (i, j) and (j, i) are one place. */
    public CoordinateBuffer requireDistinct(boolean symmetric) {
        int[] order = sortedByRow(symmetric);
        int[] seen = new int[1 + largest(column, symmetric ? row : column)]; // 1 + the last entry in each column
        for (int f : order) {
            int j = columnOf(f, symmetric);
            int e = seen[j] - 1;
            if (e >= 0 && rowOf(e, symmetric) == rowOf(f, symmetric))
                throw fault(f, "the place " + place(f) + " stands on " + unit + " " + line(e) + " already");
            seen[j] = f + 1;
        }
        return this;
    }

    /** Refuses an entry outside a matrix of so many rows and columns. */
    public CoordinateBuffer requireWithin(int rows, int cols) {
        for (int e = 0; e < count; e++)
            if (row[e] >= rows || column[e] >= cols)
                throw fault(e, "the place " + place(e) + " is outside " + rows + " × " + cols);
        return this;
    }

    /**
     * Refuses sides that no data have: so much longer than there are entries that nearly all of it is empty. Whoever
     * announces them costs a few bytes of file, and gigabytes of names.
     */
    public CoordinateBuffer requireSides(int rows, int cols) {
        long most = FREE_SIDE + EMPTY_TO_ENTRIES * count;
        if (rows > most || cols > most)
            throw new DataException(
                    "%s: is said to be %d × %d, and has %d entries; allowed are sides up to %d with so few",
                    file, rows, cols, count, most);
        return this;
    }

    /** Gives every (i, j) its (j, i); where both are listed they must agree. Entries must be distinct. */
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

    /** Whether the two directions of an edge are more than rounding apart. */
    public static boolean differ(double there, double back) {
        return Math.abs(there - back) > SYMMETRIC * Math.max(Math.abs(there), Math.abs(back));
    }

    private DataException disagreement(int e, int f) {
        return fault(
                Math.max(e, f),
                place(e) + " is " + value[e] + " and " + place(f) + " is " + value[f]
                        + "; both directions of an edge must agree");
    }

    /** The entries by their row, those of a row in the order of the file; linear in their number. */
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

    /** The matrix of so many rows and columns, or its transpose if {@code turned}. Entries must be distinct. */
    public SparseMatrix toMatrix(int rows, int cols, boolean turned) {
        if (count < value.length) {
            row = Arrays.copyOf(row, count);
            column = Arrays.copyOf(column, count);
            value = Arrays.copyOf(value, count);
        }
        return turned
                ? SparseMatrix.ofTriples(cols, rows, column, row, value)
                : SparseMatrix.ofTriples(rows, cols, row, column, value);
    }
}
