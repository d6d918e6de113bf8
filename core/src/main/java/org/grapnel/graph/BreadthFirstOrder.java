package org.grapnel.graph;

import org.grapnel.linalg.SparseMatrix;

/**
 * An order of the samples in which neighbours in a graph are near each other: breadth first from the lowest sample of
 * every component. Loops that read the rows of a sample's neighbours then find most of them in the cache.
 */
public final class BreadthFirstOrder {
    private BreadthFirstOrder() {}

    /** Returns the sample at each place, for a symmetric adjacency matrix. Time and memory O(edges). */
    public static int[] of(SparseMatrix adjacency) {
        int n = adjacency.rows();
        int[] order = new int[n];
        boolean[] met = new boolean[n];
        int[] filled = {0};
        for (int first = 0, next = 0; first < n; first++) {
            if (met[first]) continue;
            met[first] = true;
            order[filled[0]++] = first;
            for (; next < filled[0]; next++)
                adjacency.forEachInRow(order[next], (j, weight) -> {
                    if (met[j]) return;
                    met[j] = true;
                    order[filled[0]++] = j;
                });
        }
        return order;
    }

    /** Returns the place of each sample. */
    public static int[] inverse(int[] order) {
        int[] place = new int[order.length];
        for (int q = 0; q < order.length; q++) place[order[q]] = q;
        return place;
    }
}
