package org.grapnel.select;

import org.grapnel.graph.Graph;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;

/**
 * The features of largest ‖xᵢ‖², which is their score: what ‖W‖₂,₀ ≤ k amounts to when it is solved well, because a feature that is left
 * out costs ½‖xᵢ‖². The graph is not looked at.
 */
public record Energy() implements Selector {
    @Override
    public Selection select(Compute on, Matrix X, Graph graph, int keep) {
        Inputs.check(X, graph, keep);
        double[] squares = X.rowSquares();
        return Ranking.of(squares, squares, keep);
    }
}
