package org.grapnel.evaluate;

import org.grapnel.graph.Graph;
import org.grapnel.runtime.Preconditions;

/** |E ∩ E′| / |E|: the share of a graph's edges that another graph on the same samples has too. Weights are ignored. */
public final class EdgePreservation {
    private EdgePreservation() {}

    public static Score compute(Graph graph, Graph other) {
        Preconditions.require(
                graph.size() == other.size(),
                "the graphs must have the same samples, got %d and %d",
                graph.size(),
                other.size());
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
