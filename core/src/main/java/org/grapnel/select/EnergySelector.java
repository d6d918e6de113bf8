package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * The features of largest ‖xᵢ‖², which is their score: what ‖W‖₂,₀ ≤ k amounts to when it is solved well, because a feature that is left
 * out costs ½‖xᵢ‖². The graph is not looked at.
 */
public record EnergySelector() implements Selector {
    @Override
    public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
        SelectorPreconditions.check(X, graph, keep);
        double[] squares = X.rowSquares();
        return FeatureRanking.select(squares, squares, keep);
    }
}
