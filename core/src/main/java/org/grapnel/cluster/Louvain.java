package org.grapnel.cluster;

import org.grapnel.graph.Graph;
import org.grapnel.runtime.Preconditions;

/**
 * Communities of a weighted graph: groups that make Σ_c [w_c/m − γ·(d_c/m)²] large, the modularity at γ = 1, with w_c the weight inside group
 * c (both directions), d_c the sum of its degrees and m that of all. Their number is found, not given. After Blondel, Guillaume, Lambiotte and
 * Lefebvre, Fast unfolding of communities in large networks, J. Stat. Mech. P10008 (2008): every node moves to the community where it gains
 * most until none gains, communities become the nodes of a smaller graph, and so on. Then the nodes of the given graph move again, and all is
 * repeated until neither a node nor a whole community gains.
 *
 * <p>At the end no move of one node, to another community or to one of its own, gains more than rounding (10⁻¹⁰ of its degree), nor does
 * joining two communities; so the result is no worse than a community for each node, nor than one for all. It is a local optimum: another seed
 * may find another one. A node joins only communities it has an edge to, so parts of the graph without an edge between them are never one
 * community, and a node without a neighbour is a community of its own.
 *
 * <p>The seed draws the order in which nodes come; ties go to the lowest community; runs on one thread. Communities are numbered by their
 * first sample. O(edges) memory, and time for each pass.
 */
public final class Louvain {
    private Louvain() {}

    /**
     * How to search.
     *
     * @param resolution γ: above 1 more and smaller communities, below 1 fewer
     * @param seed of the order of the nodes
     */
    public record LouvainOptions(double resolution, long seed) {
        public LouvainOptions {
            Preconditions.require(
                    resolution > 0 && resolution < Double.POSITIVE_INFINITY,
                    "resolution must be a number > 0, got %s",
                    resolution);
        }

        /** γ = 1, seed 0. */
        public static LouvainOptions standard() {
            return new LouvainOptions(1, 0);
        }

        public LouvainOptions withResolution(double gamma) {
            return new LouvainOptions(gamma, seed);
        }

        public LouvainOptions withSeed(long other) {
            return new LouvainOptions(resolution, other);
        }
    }

    /** As many groups as were found, none of them empty. */
    public static Clustering cluster(Graph graph, LouvainOptions options) {
        Preconditions.require(graph.size() >= 1, "communities need at least 1 sample, got %d", graph.size());
        LouvainLevel nodes = LouvainLevel.create(graph, options.resolution());
        int[] community = LouvainLevel.identity(graph.size());
        while (true) {
            nodes.settle(community, options.seed(), 0);
            int count = numbered(community);
            if (!climb(nodes, community, count, options.seed(), 1)) return new Clustering(count, community);
        }
    }

    /** Moves whole communities of a level, then whole communities of these; whether any moved. */
    private static boolean climb(LouvainLevel level, int[] community, int count, long seed, int height) {
        LouvainLevel above = level.aggregate(community, count);
        int[] joined = LouvainLevel.identity(count);
        if (!above.settle(joined, seed, height)) return false;
        climb(above, joined, numbered(joined), seed, height + 1);
        for (int i = 0; i < community.length; i++) community[i] = joined[community[i]];
        return true;
    }

    /** Numbers communities 0, 1, … by their first node, and counts them. */
    private static int numbered(int[] community) {
        int[] name = new int[community.length];
        int count = 0;
        for (int i = 0; i < community.length; i++) {
            if (name[community[i]] == 0) name[community[i]] = ++count;
            community[i] = name[community[i]] - 1;
        }
        return count;
    }
}
