package org.grapnel.tune;

import java.util.Optional;

/**
 * What is chosen.
 *
 * @param neighbors empty where the user gave a graph
 * @param alpha the weight of the graph, see {@link org.grapnel.graph.GraphWeight}
 * @param keep how many features; all of them is no selection
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
