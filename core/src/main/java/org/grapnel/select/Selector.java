package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** Selects features from the data and the graph alone: no factorisation, no labels, no random numbers. */
public interface Selector {
    /**
     * Selects rows of X.
     *
     * @param X p features × n samples, dense or sparse
     * @param graph neighbour graph of the samples
     * @param keep number of features, 1 … p
     */
    Selection select(ExecutionContext context, Matrix X, Graph graph, int keep);
}
