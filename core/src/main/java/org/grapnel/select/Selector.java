package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** Chooses features from the data and the graph alone: no factorisation, no labels, no random numbers. */
public interface Selector {
    /**
     * Keeps so many rows of X.
     *
     * @param X p features × n samples, dense or sparse
     * @param graph joins samples that are neighbours
     * @param keep how many features, 1 … p
     */
    Selection select(ExecutionContext context, Matrix X, Graph graph, int keep);
}
