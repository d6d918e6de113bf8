package org.grapnel.tune;

import java.util.Optional;

/**
 * What is chosen.
 *
 * @param neighbors empty where the user gave a graph
 * @param alpha the weight of the graph, see {@link org.grapnel.graph.GraphWeight}
 * @param keep how many features; all of them is no selection
 */
public record Point(Optional<Integer> neighbors, double alpha, int keep) {
    Point withNeighbors(int count) {
        return new Point(Optional.of(count), alpha, keep);
    }

    Point withAlpha(double other) {
        return new Point(neighbors, other, keep);
    }

    Point withKeep(int k) {
        return new Point(neighbors, alpha, k);
    }
}
