package org.grapnel.linalg;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;

/** Which columns of X are equal, entry for entry. Groups are counted by their first column, so the order of columns is kept. */
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
        int[] table = new int[slots]; // group + 1 by hash, next slot on collision
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

    /** Whether no two columns differ: seen at the second, as a rule, and without a look at the others. */
    public static boolean allSame(Matrix X) {
        for (int j = 1; j < X.cols(); j++) if (!X.columnsEqual(0, j)) return false;
        return true;
    }

    /** How many columns there are. */
    public int columns() {
        return group.length;
    }

    /** How many of them are distinct. */
    public int count() {
        return first.length;
    }

    /** The group of a column. */
    public int group(int column) {
        return group[column];
    }

    /** The first column of every group. */
    public int[] first() {
        return first.clone();
    }

    /** The columns of every group, ascending. */
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
