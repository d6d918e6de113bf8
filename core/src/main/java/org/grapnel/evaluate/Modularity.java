package org.grapnel.evaluate;

import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.runtime.Preconditions;

/**
 * Modularity Q = Σ_c [w_c/m − (d_c/m)²], where w_c = Σ aᵢⱼ over all i and j of group c, d_c = Σ dᵢ over its samples and
 * m = Σ dᵢ: the share of edge weight inside groups beyond what random edges with the same degrees would have. At most
 * 1; a single group has 0. Newman, Analysis of weighted networks, Phys. Rev. E 70 (2004). Needs no labels.
 */
public final class Modularity {
    private Modularity() {}

    /** Computes Q of the groups of a graph's samples; undefined if no edge has a weight. */
    public static Score compute(Graph graph, Clustering groups) {
        GroupWeights weights = new GroupWeights(graph, groups);
        if (weights.total == 0) return Score.undefined("the graph of %d samples has no edges", graph.size());
        double Q = 0;
        for (int c = 0; c < weights.inside.length; c++)
            Q += weights.inside[c] / weights.total
                    - (weights.degrees[c] / weights.total) * (weights.degrees[c] / weights.total);
        return Score.of(Q);
    }

    /** Σ w_c/m, the share of edge weight inside groups; undefined if no edge has a weight. */
    public static Score inside(Graph graph, Clustering groups) {
        GroupWeights weights = new GroupWeights(graph, groups);
        if (weights.total == 0) return Score.undefined("the graph of %d samples has no edges", graph.size());
        double share = 0;
        for (double inside : weights.inside) share += inside / weights.total;
        return Score.of(Math.min(1, share));
    }

    /** w_c and d_c of every group, and m, relative to the largest degree, so that no sum overflows. */
    private static final class GroupWeights {
        private final double[] inside;
        private final double[] degrees;
        private double total;

        GroupWeights(Graph graph, Clustering groups) {
            int n = graph.size();
            Preconditions.require(
                    n == groups.size(), "the graph has %d samples, the clustering has %d", n, groups.size());
            inside = new double[groups.clusters()];
            degrees = new double[groups.clusters()];
            double largest = 0;
            for (int i = 0; i < n; i++) largest = Math.max(largest, graph.degree(i));
            if (largest == 0) return;
            double scale = largest;
            for (int i = 0; i < n; i++) {
                int own = groups.labelOf(i);
                graph.adjacency().forEachInRow(i, (j, weight) -> {
                    if (groups.labelOf(j) == own) inside[own] += weight / scale;
                });
                degrees[own] += graph.degree(i) / scale;
                total += graph.degree(i) / scale;
            }
        }
    }
}
