package org.grapnel.pipeline;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;

/**
 * Graphs that judge groups and are never fitted: {@value #NEIGHBORS} neighbours on all features and, where neighbours are searched on
 * principal components, as many on these.
 *
 * @param onComponents empty where the components are all features
 */
record ReferenceGraphs(Graph onAll, Optional<Graph> onComponents) {
    static final int NEIGHBORS = 4;

    /** The modularity on the graph of all features. */
    double modularity(Clustering groups) {
        return modularity(onAll, groups);
    }

    /** The modularity on the graph of the components. */
    double modularityOnComponents(Clustering groups) {
        return modularity(onComponents.orElse(onAll), groups);
    }

    /** The mean modularity on both graphs. */
    double meanModularity(Clustering groups) {
        return (modularity(groups) + modularityOnComponents(groups)) / 2;
    }

    /** The share of edge weight inside the groups, on the graph of all features. */
    double inside(Clustering groups) {
        return inside(onAll, groups);
    }

    /** The mean share of edge weight inside the groups. */
    double meanInside(Clustering groups) {
        return (inside(onAll, groups) + inside(onComponents.orElse(onAll), groups)) / 2;
    }

    private static double modularity(Graph graph, Clustering groups) {
        return Modularity.compute(graph, groups).value().orElse(0);
    }

    private static double inside(Graph graph, Clustering groups) {
        return Modularity.inside(graph, groups).value().orElse(0);
    }
}
