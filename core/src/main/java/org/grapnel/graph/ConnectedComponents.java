package org.grapnel.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Into how many parts without an edge between them a graph falls, found by union–find. A sample without a neighbour is a part of its own, so {@code count} is the dimension of the null space of L: in
 * each part the graph term asks only that the samples agree with one another, and between parts it asks nothing.
 *
 * @param count how many parts
 * @param largest how many samples the largest one has
 * @param isolated the samples without a neighbour, ascending: the graph says nothing about them
 */
public record ConnectedComponents(int count, int largest, List<Integer> isolated) {
    public ConnectedComponents {
        isolated = List.copyOf(isolated);
    }

    static ConnectedComponents find(Graph graph) {
        int n = graph.size();
        int[] parent = new int[n];
        for (int j = 0; j < n; j++) parent[j] = j;
        for (int j = 0; j < n; j++) {
            int sample = j;
            graph.adjacency().forEachInRow(j, (l, weight) -> {
                if (l < sample && weight > 0) join(parent, sample, l); // a stored zero is no edge
            });
        }
        int[] size = new int[n];
        int count = 0;
        int largest = 0;
        List<Integer> isolated = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            int root = root(parent, j);
            if (++size[root] == 1) count++;
            largest = Math.max(largest, size[root]);
            if (graph.degree(j) == 0) isolated.add(j);
        }
        return new ConnectedComponents(count, largest, isolated);
    }

    /** The lower root wins. */
    private static void join(int[] parent, int j, int l) {
        int a = root(parent, j);
        int b = root(parent, l);
        parent[Math.max(a, b)] = Math.min(a, b);
    }

    private static int root(int[] parent, int j) {
        int at = j;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]]; // halving the path keeps later walks short
            at = parent[at];
        }
        return at;
    }
}
