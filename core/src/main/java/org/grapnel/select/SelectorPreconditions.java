package org.grapnel.select;

import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/** Preconditions on the input of a selector. */
final class SelectorPreconditions {
    private SelectorPreconditions() {}

    static void require(Matrix X, Graph graph, int keep) {
        requireKeep(X, keep);
        Preconditions.require(
                graph.size() == X.cols(), "the graph has %d samples, the data have %d", graph.size(), X.cols());
    }

    static void requireKeep(Matrix X, int keep) {
        requireKeep(X.rows(), X.cols(), keep);
    }

    static void requireKeep(int features, int samples, int keep) {
        Preconditions.require(
                keep >= 1 && keep <= features, "keep must be between 1 and the %d features, got %d", features, keep);
        if (samples < 3) throw new DataException("selecting features needs at least 3 samples, got %d", samples);
    }

    /** Also requires edges, for selectors that use them. */
    static void requireEdges(Matrix X, Graph graph, int keep) {
        require(X, graph, keep);
        requireEdges(graph);
    }

    static void requireEdges(Graph graph) {
        if (graph.edges() == 0)
            throw new DataException(
                    "the graph of %d samples has no edges; selecting by neighbours needs at least 1 edge",
                    graph.size());
    }
}
