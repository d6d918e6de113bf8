package org.grapnel.linalg;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;

/** Groups equal columns of a matrix. Groups are numbered by their first column, so column order is kept. */
public final class DistinctColumns {
    private final int[] group;
    private final int[] first;

    private DistinctColumns(int[] group, int[] first) {
        this.group = group;
        this.first = first;
    }

    public static DistinctColumns find(ExecutionContext context, Matrix X) {
        long[] hash = X.columnHashes(context);
        int n = hash.length;
        int[] group = new int[n];
        int[] first = new int[n];
        int groups = 0;
        int slots = Integer.highestOneBit(Math.max(2, n)) << 1;
        int[] table = new int[slots]; // group + 1 by hash; a collision takes the next slot
        for (int j = 0; j < n; j++) {
            int slot = (int) (hash[j] ^ hash[j] >>> 32) & slots - 1;
            int g;
            while ((g = table[slot] - 1) >= 0 && !(hash[first[g]] == hash[j] && X.columnsEqual(first[g], j)))
                slot = slot + 1 & slots - 1;
            if (g < 0) {
                g = groups++;
                first[g] = j;
                table[slot] = g + 1;
            }
            group[j] = g;
        }
        return new DistinctColumns(group, Arrays.copyOf(first, groups));
    }

    /** Returns whether all columns are equal. It usually stops at the second column. */
    public static boolean allEqual(Matrix X) {
        for (int j = 1; j < X.cols(); j++) if (!X.columnsEqual(0, j)) return false;
        return true;
    }

    /** Returns the number of columns. */
    public int columns() {
        return group.length;
    }

    /** Returns the number of distinct columns. */
    public int count() {
        return first.length;
    }

    /** Returns the group of a column. */
    public int group(int column) {
        return group[column];
    }

    /** Returns the first column of every group. */
    public int[] first() {
        return first.clone();
    }

    /** Returns the columns of every group, ascending. */
    public int[][] members() {
        int[] size = new int[count()];
        for (int g : group) size[g]++;
        int[][] members = new int[count()][];
        for (int g = 0; g < members.length; g++) members[g] = new int[size[g]];
        Arrays.fill(size, 0);
        for (int j = 0; j < group.length; j++) members[group[j]][size[group[j]]++] = j;
        return members;
    }
}
