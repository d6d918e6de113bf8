package org.grapnel.select;

import org.grapnel.cluster.Clustering;

/**
 * The samples in the order of their groups, so that sums over a group run along an array. Groups of one sample have no
 * pairs; they come last and count only as groups.
 */
final class SampleGrouping {
    /** The samples, group after group. */
    final int[] order;

    /** Where the groups of at least two samples begin in {@link #order}, and where the last of them ends. */
    final int[] start;

    /** The sizes of the groups; groups of at least two samples are its blocks. */
    final GroupSizes sizes;

    SampleGrouping(Clustering clustering) {
        int[] count = clustering.sizes();
        sizes = GroupSizes.of(count);
        start = new int[sizes.blocks() + 1];
        for (int block = 0; block < sizes.blocks(); block++) start[block + 1] = start[block] + sizes.size(block);
        int[] place = new int[count.length];
        int at = sizes.paired();
        for (int g = 0; g < count.length; g++)
            place[g] = count[g] > 1 ? start[sizes.blockOf(g)] : count[g] == 1 ? at++ : at;
        order = new int[clustering.size()];
        for (int a = 0; a < order.length; a++) order[place[clustering.labelOf(a)]++] = a;
    }

    /** The number of groups of at least two samples. */
    int blocks() {
        return sizes.blocks();
    }

    int size(int block) {
        return sizes.size(block);
    }

    /** The samples in groups of at least two. */
    int paired() {
        return sizes.paired();
    }

    /** into ← x in the order of the groups. */
    void sort(double[] x, double[] into) {
        for (int a = 0; a < order.length; a++) into[a] = x[order[a]];
    }
}
