package org.grapnel.tune;

import java.util.Optional;
import org.grapnel.graph.WeightKind;

/**
 * A combination of the parameters that tuning chooses. Where a graph is given, neighbours, components and weights are
 * empty.
 *
 * @param neighbors number of neighbours of each sample
 * @param components principal components on which neighbours are searched; empty for all features
 * @param weights kind of the edge weights
 * @param alpha weight of the graph, see {@link org.grapnel.graph.GraphWeight}
 * @param keep number of features; all of them means no selection
 */
public record ParameterPoint(
        Optional<Integer> neighbors,
        Optional<Integer> components,
        Optional<WeightKind> weights,
        double alpha,
        int keep) {
    /** Creates a point whose graph has neighbours on all features and Gaussian weights. */
    public ParameterPoint(Optional<Integer> neighbors, double alpha, int keep) {
        this(neighbors, Optional.empty(), neighbors.map(k -> WeightKind.GAUSSIAN), alpha, keep);
    }

    ParameterPoint withNeighbors(int count) {
        return new ParameterPoint(Optional.of(count), components, weights, alpha, keep);
    }

    ParameterPoint withAlpha(double other) {
        return new ParameterPoint(neighbors, components, weights, other, keep);
    }

    ParameterPoint withKeep(int k) {
        return new ParameterPoint(neighbors, components, weights, alpha, k);
    }
}
