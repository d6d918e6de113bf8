package org.grapnel.plugin;

import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** Graphs and groups of plugins, checked: they must have as many samples as the data. */
public final class PluginResults {
    private PluginResults() {}

    /** Builds the graph of these data. */
    public static Graph graph(Extension<GraphPlugin> from, Matrix X, int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            Graph graph = from.call("graph", "build", () -> from.part().build(context, X));
            requireSize(from, "graph", "build", graph.size(), X);
            return graph;
        }
    }

    /** Groups the samples of these data. */
    public static Clustering groups(
            Extension<MethodPlugin> from, ExecutionContext context, Matrix X, int clusters, long seed) {
        Clustering groups = from.call("method", "cluster", () -> from.part().cluster(context, X, clusters, seed));
        requireSize(from, "method", "cluster", groups.size(), X);
        return groups;
    }

    private static void requireSize(Extension<?> from, String kind, String method, int size, Matrix X) {
        if (size != X.cols())
            throw from.fault(kind, method, "returned a result for " + size + " samples; the data have " + X.cols());
    }
}
