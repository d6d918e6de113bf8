package org.grapnel.graph;

import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * The weight of the graph term: λ itself, or α = λ · mean of the Laplacian's diagonal (the mean degree; 1 for a
 * normalised Laplacian). α does not change if all edge weights are multiplied by a constant.
 *
 * @param perDegree whether the value is α
 */
public record GraphWeight(double value, boolean perDegree) {
    public GraphWeight {
        Preconditions.require(
                value >= 0 && value < Double.POSITIVE_INFINITY,
                "%s must be a number >= 0, got %s",
                perDegree ? "alpha" : "lambda",
                value);
    }

    public static GraphWeight lambda(double value) {
        return new GraphWeight(value, false);
    }

    public static GraphWeight alpha(double value) {
        return new GraphWeight(value, true);
    }

    /** Converts this weight to λ for a graph. */
    public GraphWeight toLambda(Graph graph, LaplacianKind laplacian) {
        if (!perDegree) return this;
        double degree = graph.meanDiagonal(laplacian);
        if (!(degree > 0))
            throw new DataException(
                    "the graph has no edges, so alpha %s has no meaning; set lambda, or alpha 0", value);
        return lambda(value / degree);
    }
}
