package org.grapnel.evaluate;

import org.grapnel.graph.Graph;
import org.grapnel.runtime.Preconditions;

/** |E ∩ E′| / |E|: the share of a graph's edges that another graph over the same samples has too. Weights do not count. */
public final class EdgePreservation {
    private EdgePreservation() {}

    public static Score compute(Graph graph, Graph other) {
        Preconditions.require(
                graph.size() == other.size(), "graphs of %d and of %d samples", graph.size(), other.size());
        long[] edges = {0, 0};
        for (int i = 0; i < graph.size(); i++) {
            int node = i;
            graph.adjacency().forEachInRow(i, (j, weight) -> {
                if (weight == 0 || j > node) return;
                edges[0]++;
                if (other.adjacency().get(node, j) > 0) edges[1]++;
            });
        }
        if (edges[0] == 0) return Score.undefined("the graph has no edges");
        return Score.of((double) edges[1] / edges[0]);
    }
}
