package org.grapnel.spark;

import org.grapnel.graph.Graph;

/** Stand-in. */
final class SparkLaplacian {
    final Graph graph;

    SparkLaplacian(Graph graph) {
        this.graph = graph;
    }
}
