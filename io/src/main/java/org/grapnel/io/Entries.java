package org.grapnel.io;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/**
 * The entries of a sparse matrix as a file lists them, each with its line so that a fault can name it. The arrays grow
 * with the lines that arrive, whatever number of them the file announces.
 */
final class Entries {
    /** Mirrored, there are twice as many, and an array still holds them. */
    private static final int MOST = 1 << 29;

    /** As exactly as {@link org.grapnel.graph.Graph} wants both directions of an edge to agree. */
    private static final double SYMMETRIC = 1e-12;

    private final String file;
    private final int base;
    private int[] row = new int[64];
    private int[] column = new int[64];
    private double[] value = new double[64];
    private long[] line = new long[64];
    private int count;

    /** @param base what the file counts from, 0 or 1; places here count from 0 and messages speak as the file does */
    Entries(String file, int base) {
        this.file = file;
        this.base = base;
    }

    void add(int i, int j, double v, long where) {
        if (count == MOST) throw new DataException("%s: more than %d entries", file, MOST);
        if (count == row.length) grow();
        row[count] = i;
        column[count] = j;
        value[count] = v;
        line[count++] = where;
    }

    private void grow() {
        int more = count + count / 2;
        row = Arrays.copyOf(row, more);
        column = Arrays.copyOf(column, more);
        value = Arrays.copyOf(value, more);
        line = Arrays.copyOf(line, more);
    }

    /** Refuses what no adjacency matrix has, naming the line: a weight that is not ≥ 0 and finite, a loop. */
    Entries requireWeights() {
        for (int e = 0; e < count; e++) {
            if (!(value[e] >= 0) || value[e] == Double.POSITIVE_INFINITY)
                throw fault(e, "the weight of " + place(e) + " is " + value[e] + ", allowed are finite numbers >= 0");
            if (row[e] == column[e] && value[e] != 0)
                throw fault(e, "sample " + (row[e] + base) + " is joined to itself (" + value[e] + ")");
        }
        return this;
    }

    /** Refuses a place that is given twice; in a symmetric matrix (i, j) and (j, i) are one place. */
    Entries requireDistinct(boolean symmetric) {
        long[] keys = sortedKeys(symmetric);
        for (int q = 1; q < count; q++) {
            if (keys[q] != keys[q - 1]) continue;
            int e = find(keys[q], 0, symmetric);
            int f = find(keys[q], e + 1, symmetric);
            throw fault(f, "the place " + place(f) + " stands on line " + line[e] + " already");
        }
        return this;
    }

    /** Gives every (i, j) its (j, i); where both are listed they must agree. Entries must be distinct. */
    Entries mirrored(int size) {
        long[] keys = sortedKeys(false);
        SparseMatrix listed = toMatrix(size, size);
        for (int e = 0, before = count; e < before; e++) {
            if (row[e] == column[e]) continue;
            long mirror = key(column[e], row[e]);
            if (Arrays.binarySearch(keys, mirror) < 0) add(column[e], row[e], value[e], line[e]);
            else if (differ(value[e], listed.get(column[e], row[e]))) throw disagreement(e, find(mirror, 0, false));
        }
        return this;
    }

    /** Whether the two directions of an edge are more than rounding apart. */
    static boolean differ(double there, double back) {
        return Math.abs(there - back) > SYMMETRIC * Math.max(Math.abs(there), Math.abs(back));
    }

    private DataException disagreement(int e, int f) {
        return fault(
                Math.max(e, f),
                place(e) + " is " + value[e] + " and " + place(f) + " is " + value[f]
                        + "; both directions of an edge must agree");
    }

    private long[] sortedKeys(boolean symmetric) {
        long[] keys = new long[count];
        for (int e = 0; e < count; e++) keys[e] = key(e, symmetric);
        Arrays.sort(keys);
        return keys;
    }

    private int find(long key, int from, boolean symmetric) {
        int e = from;
        while (key(e, symmetric) != key) e++;
        return e;
    }

    private long key(int e, boolean symmetric) {
        boolean swap = symmetric && row[e] < column[e];
        return swap ? key(column[e], row[e]) : key(row[e], column[e]);
    }

    private static long key(int i, int j) {
        return ((long) i << 32) | j;
    }

    private String place(int e) {
        return "(" + (row[e] + base) + ", " + (column[e] + base) + ")";
    }

    private DataException fault(int e, String what) {
        return new DataException("%s: line %d: %s", file, line[e], what);
    }

    SparseMatrix toMatrix(int rows, int cols) {
        return SparseMatrix.ofTriples(
                rows, cols, Arrays.copyOf(row, count), Arrays.copyOf(column, count), Arrays.copyOf(value, count));
    }
}
