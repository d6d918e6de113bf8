package org.grapnel.evaluate;

import org.grapnel.cluster.Clustering;

/**
 * n(l, B): the number of samples of group l of one clustering in group B of another. Stores only non-zero cells, at
 * most one per sample, counted in O(n + groups).
 */
final class ClusterOverlaps {
    private final int[] start;
    private final int[] other;
    private final int[] count;

    private ClusterOverlaps(int[] start, int[] other, int[] count) {
        this.start = start;
        this.other = other;
        this.count = count;
    }

    static ClusterOverlaps count(Clustering groups, Clustering others) {
        int[] byGroup = samplesByGroup(groups);
        int[] sizes = groups.sizes();
        int[] start = new int[sizes.length + 1];
        int[] other = new int[groups.size()];
        int[] count = new int[groups.size()];
        int[] cellOf = new int[others.clusters()]; // one plus the cell of B, if that belongs to the current group
        int cells = 0;
        for (int l = 0, at = 0; l < sizes.length; l++) {
            start[l] = cells;
            for (int end = at + sizes[l]; at < end; at++) {
                int B = others.labelOf(byGroup[at]);
                if (cellOf[B] <= start[l]) {
                    other[cells] = B;
                    cellOf[B] = ++cells;
                }
                count[cellOf[B] - 1]++;
            }
        }
        start[sizes.length] = cells;
        return new ClusterOverlaps(start, other, count);
    }

    /** The samples, group by group. */
    private static int[] samplesByGroup(Clustering groups) {
        int[] next = new int[groups.clusters()];
        int[] sizes = groups.sizes();
        for (int l = 1; l < next.length; l++) next[l] = next[l - 1] + sizes[l - 1];
        int[] samples = new int[groups.size()];
        for (int i = 0; i < samples.length; i++) samples[next[groups.labelOf(i)]++] = i;
        return samples;
    }

    /** Adds n(l, B) to the sum of every group B. */
    void addTo(int l, long[] sums) {
        for (int cell = start[l]; cell < start[l + 1]; cell++) sums[other[cell]] += count[cell];
    }

    /** The number of pairs of samples that are together in both clusterings. */
    long pairs() {
        long pairs = 0;
        for (int c : count) pairs += AdjustedRand.pairs(c);
        return pairs;
    }
}
