package org.grapnel.select;

import org.grapnel.data.DataException;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/** What every selector asks of its input. */
final class SelectorPreconditions {
    private SelectorPreconditions() {}

    static void check(Matrix X, Graph graph, int keep) {
        Preconditions.require(
                keep >= 1 && keep <= X.rows(), "keep must be between 1 and the %d features, got %d", X.rows(), keep);
        Preconditions.require(
                graph.size() == X.cols(), "the graph joins %d samples, the data have %d", graph.size(), X.cols());
        if (X.cols() < 3) throw new DataException("selecting features needs at least 3 samples, got %d", X.cols());
    }

    /** The same, for selectors that look at edges. */
    static void checkJoined(Matrix X, Graph graph, int keep) {
        check(X, graph, keep);
        checkJoined(graph);
    }

    static void checkJoined(Graph graph) {
        if (graph.edges() == 0)
            throw new DataException(
                    "the graph joins none of the %d samples; selecting by neighbours needs at least 1 edge",
                    graph.size());
    }
}
