package org.grapnel.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * The connected components of a graph, found by union–find. A sample without a neighbour is a component of its own, so
 * {@code count} is the dimension of the null space of L: within a component the graph term only asks that samples
 * agree, and between components it asks nothing.
 *
 * @param count the number of components
 * @param largest the number of samples in the largest component
 * @param isolated the samples without a neighbour, ascending; the graph has no information about them
 */
public record ConnectedComponents(int count, int largest, List<Integer> isolated) {
    public ConnectedComponents {
        isolated = List.copyOf(isolated);
    }

    static ConnectedComponents find(Graph graph) {
        int n = graph.size();
        int[] label = labels(graph);
        int[] size = new int[n];
        int count = 0;
        int largest = 0;
        List<Integer> isolated = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            if (++size[label[j]] == 1) count++;
            largest = Math.max(largest, size[label[j]]);
            if (graph.degree(j) == 0) isolated.add(j);
        }
        return new ConnectedComponents(count, largest, isolated);
    }

    /** Returns the component of every sample. Components are numbered by their first sample. */
    public static int[] labels(Graph graph) {
        int n = graph.size();
        int[] parent = new int[n];
        for (int j = 0; j < n; j++) parent[j] = j;
        for (int j = 0; j < n; j++) {
            int sample = j;
            graph.adjacency().forEachInRow(j, (l, weight) -> {
                if (l < sample && weight > 0) join(parent, sample, l); // a stored zero is no edge
            });
        }
        return labels(parent);
    }

    /** Numbers the trees of a union–find forest by their first sample. */
    public static int[] labels(int[] parent) {
        int[] label = new int[parent.length];
        int count = 0;
        for (int j = 0; j < parent.length; j++) {
            int root = root(parent, j);
            label[j] = root == j ? count++ : label[root]; // the root is the first sample of its tree
        }
        return label;
    }

    /** Joins the trees of two samples of a union–find forest. The lower root wins. */
    public static void join(int[] parent, int j, int l) {
        int a = root(parent, j);
        int b = root(parent, l);
        parent[Math.max(a, b)] = Math.min(a, b);
    }

    /** Returns the root of the tree of a sample. */
    public static int root(int[] parent, int j) {
        int at = j;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]]; // path halving keeps later walks short
            at = parent[at];
        }
        return at;
    }
}
