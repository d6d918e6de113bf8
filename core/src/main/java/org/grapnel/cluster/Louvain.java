package org.grapnel.cluster;

import org.grapnel.graph.Graph;
import org.grapnel.runtime.Preconditions;

/**
 * Communities of a weighted graph by the Louvain method: groups that maximise Σ_c [w_c/m − γ·(d_c/m)²], the modularity
 * at γ = 1, where w_c is the weight inside group c (both directions), d_c the sum of its degrees and m that of all. The
 * number of groups is not given. Blondel, Guillaume, Lambiotte, Lefebvre, Fast unfolding of communities in large
 * networks, J. Stat. Mech. P10008 (2008): every node moves to the community where it gains most until none gains, then
 * communities become the nodes of a smaller graph, and so on. Then the nodes of the given graph move again, and all is
 * repeated until neither a node nor a whole community gains.
 *
 * <p>At the end no move of one node, to another community or to a new one, gains more than rounding (10⁻¹⁰ of its
 * degree), nor does merging two communities. The result is therefore no worse than one community per node or one for
 * all. It is a local optimum: another seed may find another. A node joins only communities it has an edge to, so a
 * community never spans two connected components, and an isolated node is a community of its own.
 *
 * <p>The seed determines the order of the nodes; ties go to the lowest community. Single-threaded. Communities are
 * numbered by their first sample. O(edges) memory, and time for each pass.
 */
public final class Louvain {
    private Louvain() {}

    /** Finds communities; none is empty. */
    public static Clustering cluster(Graph graph, LouvainOptions options) {
        Preconditions.require(graph.size() >= 1, "communities need at least 1 sample, got %d", graph.size());
        LouvainLevel nodes = LouvainLevel.create(graph, options.resolution());
        int[] community = LouvainLevel.identity(graph.size());
        while (true) {
            nodes.moveNodes(community, options.seed(), 0);
            int count = renumber(community);
            if (!moveCommunities(nodes, community, count, options.seed(), 1)) return new Clustering(count, community);
        }
    }

    /** Moves whole communities of a level, then those of the level above; returns whether any moved. */
    private static boolean moveCommunities(LouvainLevel level, int[] community, int count, long seed, int height) {
        LouvainLevel above = level.aggregate(community, count);
        int[] merged = LouvainLevel.identity(count);
        if (!above.moveNodes(merged, seed, height)) return false;
        moveCommunities(above, merged, renumber(merged), seed, height + 1);
        for (int i = 0; i < community.length; i++) community[i] = merged[community[i]];
        return true;
    }

    /** Renumbers communities 0, 1, … by their first node, and returns their number. */
    private static int renumber(int[] community) {
        int[] name = new int[community.length];
        int count = 0;
        for (int i = 0; i < community.length; i++) {
            if (name[community[i]] == 0) name[community[i]] = ++count;
            community[i] = name[community[i]] - 1;
        }
        return count;
    }
}
