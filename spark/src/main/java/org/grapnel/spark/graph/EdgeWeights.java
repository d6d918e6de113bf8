package org.grapnel.spark.graph;

import java.io.Serializable;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.graph.NeighborErrors;
import org.grapnel.graph.WeightKind;
import org.grapnel.runtime.Preconditions;

/**
 * The weights of the edges from a sample to its neighbours, as a task computes them: the part of a {@link GraphSpec} that
 * is sent to executors.
 *
 * @param onComponents whether the neighbours are those on principal components
 * @param dots whether the weights are dot products, which do not follow from the distances
 */
record EdgeWeights(WeightKind kind, boolean onComponents, boolean dots) implements Serializable {
    static EdgeWeights of(GraphSpec spec) {
        boolean onComponents = spec.components().isPresent();
        Preconditions.require(
                spec.weights() != WeightKind.DOT || !onComponents,
                "weights dot on principal components need the features of both samples and are not available on Spark;"
                        + " use gaussian, binary or local");
        return new EdgeWeights(
                spec.weights(), onComponents, spec.weights() == WeightKind.DOT && spec.metric() != Metric.COSINE);
    }

    /**
     * Returns the weight of an entry of the lists.
     *
     * @param scale σ, or the local scale of the two samples
     */
    double weight(DirectedNeighbors part, int at, double scale) {
        if (dots) return part.dot()[at];
        double distance = part.distance()[at];
        return onComponents ? kind.weightOnComponents(distance, scale) : kind.weight(distance, scale);
    }

    /** Describes the first weight of a partition that is negative; empty if there is none. */
    String findNegative(DirectedNeighbors part) {
        if (kind != WeightKind.DOT) return "";
        for (int at = 0; at < part.index().length; at++) {
            double w = weight(part, at, 1);
            if (!(w >= 0))
                return NeighborErrors.negativeWeight(dots, part.first() + at / part.k(), part.index()[at], w);
        }
        return "";
    }
}
