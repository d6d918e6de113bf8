package org.grapnel.linalg;

import java.util.Arrays;

/** A set of rows of a matrix, in ascending order. The storage is reused: filling a set allocates nothing. */
public final class RowSet {
    private final int[] index;
    private int count;

    private RowSet(int capacity) {
        index = new int[capacity];
    }

    /** Creates an empty set for a matrix of {@code totalRows} rows. */
    public static RowSet none(int totalRows) {
        return new RowSet(totalRows);
    }

    /** Creates the set of all rows. */
    public static RowSet all(int totalRows) {
        return new RowSet(totalRows).fill();
    }

    public static RowSet of(int totalRows, int... rows) {
        RowSet set = new RowSet(totalRows);
        for (int row : rows) set.add(row);
        return set;
    }

    /** Returns the number of rows of the matrix. */
    public int totalRows() {
        return index.length;
    }

    public int count() {
        return count;
    }

    public int get(int position) {
        return index[position];
    }

    public boolean isAll() {
        return count == index.length;
    }

    public RowSet clear() {
        count = 0;
        return this;
    }

    public RowSet fill() {
        for (int i = 0; i < index.length; i++) index[i] = i;
        count = index.length;
        return this;
    }

    /** Appends a row, which must be larger than the last. */
    public void add(int row) {
        if (row < 0 || row >= index.length || (count > 0 && row <= index[count - 1]))
            throw new IllegalArgumentException("cannot append row " + row + " to " + this);
        index[count++] = row;
    }

    public RowSet copyFrom(RowSet other) {
        System.arraycopy(other.index, 0, index, 0, other.count);
        count = other.count;
        return this;
    }

    /** Makes this the union of two other sets. */
    public RowSet union(RowSet a, RowSet b) {
        count = 0;
        int i = 0;
        int j = 0;
        while (i < a.count || j < b.count) {
            int left = i < a.count ? a.index[i] : Integer.MAX_VALUE;
            int right = j < b.count ? b.index[j] : Integer.MAX_VALUE;
            index[count++] = Math.min(left, right);
            if (left <= right) i++;
            if (right <= left) j++;
        }
        return this;
    }

    public boolean contains(int row) {
        return Arrays.binarySearch(index, 0, count, row) >= 0;
    }

    /** Returns how many rows from this position on are consecutive, at most {@code limit}. */
    public int runLength(int position, int limit) {
        int end = position + 1;
        while (end < position + limit && index[end] == index[end - 1] + 1) end++;
        return end - position;
    }

    public int[] toArray() {
        return Arrays.copyOf(index, count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowSet that && Arrays.equals(index, 0, count, that.index, 0, that.count);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toArray());
    }

    @Override
    public String toString() {
        return count + " of " + index.length + " rows";
    }
}
