package org.grapnel.evaluate;

import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Check;

/**
 * Q = Σ_c [w_c/m − (d_c/m)²], where w_c = Σ aᵢⱼ over all i and j of group c, d_c = Σ dᵢ over its samples and m = Σ dᵢ: the share of edge
 * weight inside groups beyond what ends tied together by chance would put there. At most 1; one group for all has 0. Newman, Analysis of
 * weighted networks, Phys. Rev. E 70 (2004). Needs no truth.
 */
public final class Modularity {
    private Modularity() {}

    /** Of the groups of a graph's samples; undefined where no edge has a weight. */
    public static Score of(Graph graph, Clustering groups) {
        int n = graph.size();
        Check.that(n == groups.size(), "a graph of %d samples for %d grouped ones", n, groups.size());
        double largest = 0;
        for (int i = 0; i < n; i++) largest = Math.max(largest, graph.degree(i));
        if (largest == 0) return Score.undefined("modularity needs an edge, the graph of %d samples has none", n);
        double scale = largest; // so that no sum overflows, however large the weights are
        double[] inside = new double[groups.clusters()];
        double[] degrees = new double[groups.clusters()];
        double m = 0;
        for (int i = 0; i < n; i++) {
            int own = groups.of(i);
            graph.adjacency().forRow(i, (j, weight) -> {
                if (groups.of(j) == own) inside[own] += weight / scale;
            });
            degrees[own] += graph.degree(i) / scale;
            m += graph.degree(i) / scale;
        }
        double Q = 0;
        for (int c = 0; c < inside.length; c++) Q += inside[c] / m - (degrees[c] / m) * (degrees[c] / m);
        return Score.of(Q);
    }
}
