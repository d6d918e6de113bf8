package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Keeps the features with the largest ‖xᵢ‖², which is their score. This is the optimum that ‖W‖₂,₀ ≤ k tends to,
 * because a dropped feature costs ½‖xᵢ‖². The graph is ignored.
 */
public record EnergySelector() implements Selector {
    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        SelectorPreconditions.require(X, graph, keep);
        double[] squares = X.rowSquares();
        return Selection.ofLargest(squares, keep);
    }
}
