package org.grapnel.graph.join;

import java.util.OptionalDouble;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.WeightKind;

/**
 * The weights of edges that join components: that of a neighbour at its distance, but at least 10⁻³ of the mean weight,
 * because a distant part must not be lost to underflow.
 *
 * @param mean the mean weight of the edges of the graph
 */
public record JoiningWeights(GraphSpec spec, OptionalDouble sigma, double mean) {
    private static final double LEAST_WEIGHT = 1e-3;

    /** Creates the weights for a graph with these totals. */
    public static JoiningWeights of(GraphSpec spec, OptionalDouble sigma, int samples, double meanDegree, long edges) {
        return new JoiningWeights(spec, sigma, edges == 0 ? 1 : meanDegree * samples / (2.0 * edges));
    }

    /** Returns whether the weights need the reach of both ends. */
    public boolean needsReach() {
        return spec.weights() == WeightKind.LOCAL;
    }

    /**
     * Returns the weight of an edge.
     *
     * @param fromReach the local scale of one end: the distance to the farthest sample it is joined to
     * @param toReach the local scale of the other end
     */
    public double weight(double length, double fromReach, double toReach) {
        double weight = switch (spec.weights()) {
            case GAUSSIAN -> spec.weight(length, sigma.orElse(1));
            case LOCAL ->
                spec.weight(length, Math.sqrt(orLength(fromReach, length)) * Math.sqrt(orLength(toReach, length)));
            case BINARY -> 1;
            case DOT -> mean;
        };
        return Math.max(weight, LEAST_WEIGHT * mean);
    }

    private static double orLength(double reach, double length) {
        return reach > 0 ? reach : length;
    }
}
