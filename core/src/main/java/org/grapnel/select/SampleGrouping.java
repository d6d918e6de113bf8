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

    /** The number of groups with a sample, those of one sample included. */
    final int groups;

    SampleGrouping(Clustering clustering) {
        int[] sizes = clustering.sizes();
        int pairs = 0;
        int formed = 0;
        for (int size : sizes) {
            if (size > 0) formed++;
            if (size > 1) pairs++;
        }
        groups = formed;
        start = new int[pairs + 1];
        int[] place = new int[sizes.length];
        int at = 0;
        int block = 0;
        for (int g = 0; g < sizes.length; g++) {
            if (sizes[g] < 2) continue;
            place[g] = at;
            at += sizes[g];
            start[++block] = at;
        }
        for (int g = 0; g < sizes.length; g++) if (sizes[g] == 1) place[g] = at++;
        order = new int[clustering.size()];
        for (int a = 0; a < order.length; a++) order[place[clustering.labelOf(a)]++] = a;
    }

    /** The number of groups of at least two samples. */
    int blocks() {
        return start.length - 1;
    }

    int size(int block) {
        return start[block + 1] - start[block];
    }

    /** The samples in groups of at least two. */
    int paired() {
        return start[blocks()];
    }

    /** into ← x in the order of the groups. */
    void sort(double[] x, double[] into) {
        for (int a = 0; a < order.length; a++) into[a] = x[order[a]];
    }
}
