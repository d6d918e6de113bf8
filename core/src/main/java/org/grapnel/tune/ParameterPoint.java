package org.grapnel.tune;

import java.util.Optional;

/**
 * A combination of the parameters that tuning chooses.
 *
 * @param neighbors empty where a graph is given
 * @param alpha weight of the graph, see {@link org.grapnel.graph.GraphWeight}
 * @param keep number of features; all of them means no selection
 */
public record ParameterPoint(Optional<Integer> neighbors, double alpha, int keep) {
    ParameterPoint withNeighbors(int count) {
        return new ParameterPoint(Optional.of(count), alpha, keep);
    }

    ParameterPoint withAlpha(double other) {
        return new ParameterPoint(neighbors, other, keep);
    }

    ParameterPoint withKeep(int k) {
        return new ParameterPoint(neighbors, alpha, k);
    }
}
