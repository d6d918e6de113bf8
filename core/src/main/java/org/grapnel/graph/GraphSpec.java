package org.grapnel.graph;

import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.runtime.Preconditions;

/**
 * How to build a neighbour graph from data.
 *
 * @param neighbors the number of neighbours to join to every sample
 * @param sigma σ of the Gaussian weights; empty for the mean distance over all pairs of a sample and a neighbour
 * @param seed of the approximate search, which draws samples
 * @param components the principal components on which neighbours are searched; empty for all features
 */
public record GraphSpec(
        int neighbors,
        WeightKind weights,
        OptionalDouble sigma,
        Metric metric,
        Symmetrization symmetrize,
        SearchKind search,
        long seed,
        Optional<ComponentSpec> components) {
    /** The components of the {@link #recommended} graph. */
    public static final int COMPONENTS = 50;

    public GraphSpec {
        Preconditions.require(neighbors >= 1, "neighbors must be at least 1, got %d", neighbors);
        double s = sigma.orElse(1);
        Preconditions.require(s > 0 && s < Double.POSITIVE_INFINITY, "sigma must be a number > 0, or auto, got %s", s);
    }

    /** Creates a spec of neighbours on all features. */
    public GraphSpec(
            int neighbors,
            WeightKind weights,
            OptionalDouble sigma,
            Metric metric,
            Symmetrization symmetrize,
            SearchKind search,
            long seed) {
        this(neighbors, weights, sigma, metric, symmetrize, search, seed, Optional.empty());
    }

    /**
     * Returns the standard, which is the paper's: five neighbours, Gaussian weights with automatic σ, Euclidean metric, an edge if either
     * sample is a neighbour of the other.
     */
    public static GraphSpec standard() {
        return new GraphSpec(
                5,
                WeightKind.GAUSSIAN,
                OptionalDouble.empty(),
                Metric.EUCLIDEAN,
                Symmetrization.MAX,
                SearchKind.AUTO,
                0);
    }

    /**
     * Returns the graph of the recommended method: the standard with neighbours on {@value #COMPONENTS} principal
     * components, or on all features where there are no more, and half the weight on one-sided edges.
     */
    public static GraphSpec recommended() {
        return standard().withSymmetrize(Symmetrization.MEAN).withComponents(ComponentSpec.atMost(COMPONENTS));
    }

    /** Returns the standard with the mean number of neighbours of a given graph, for joining further samples to it. */
    public static GraphSpec like(Graph graph) {
        return like(graph.edges(), graph.size());
    }

    /** Returns the standard with the mean number of neighbours of a graph with these numbers of edges and samples. */
    public static GraphSpec like(long edges, int samples) {
        long mean = Math.round(2.0 * edges / Math.max(1, samples));
        return standard().withNeighbors((int) Math.max(1, mean));
    }

    /**
     * Returns the weight of an edge of this length, which on components has a {@linkplain WeightKind#weightOnComponents
     * lower bound}.
     *
     * @param scale σ, or the local scale of the two samples
     */
    public double weight(double distance, double scale) {
        return weight(weights, components.isPresent(), distance, scale);
    }

    /** Returns {@link #weight(double, double)} of a graph with these weights. */
    public static double weight(WeightKind weights, boolean onComponents, double distance, double scale) {
        return onComponents ? weights.weightOnComponents(distance, scale) : weights.weight(distance, scale);
    }

    public GraphSpec withNeighbors(int count) {
        return new GraphSpec(count, weights, sigma, metric, symmetrize, search, seed, components);
    }

    public GraphSpec withWeights(WeightKind other) {
        return new GraphSpec(neighbors, other, sigma, metric, symmetrize, search, seed, components);
    }

    public GraphSpec withSigma(double value) {
        return new GraphSpec(
                neighbors, weights, OptionalDouble.of(value), metric, symmetrize, search, seed, components);
    }

    public GraphSpec withMetric(Metric other) {
        return new GraphSpec(neighbors, weights, sigma, other, symmetrize, search, seed, components);
    }

    public GraphSpec withSymmetrize(Symmetrization other) {
        return new GraphSpec(neighbors, weights, sigma, metric, other, search, seed, components);
    }

    public GraphSpec withSearch(SearchKind other) {
        return new GraphSpec(neighbors, weights, sigma, metric, symmetrize, other, seed, components);
    }

    public GraphSpec withSeed(long other) {
        return new GraphSpec(neighbors, weights, sigma, metric, symmetrize, search, other, components);
    }

    /** Searches neighbours on exactly this number of principal components. */
    public GraphSpec withComponents(int count) {
        return withComponents(ComponentSpec.of(count));
    }

    public GraphSpec withComponents(ComponentSpec other) {
        return new GraphSpec(neighbors, weights, sigma, metric, symmetrize, search, seed, Optional.of(other));
    }

    /** Returns the graph on some of the features, which may have fewer components than were asked for. */
    public GraphSpec forSomeFeatures() {
        return components
                .map(asked -> withComponents(new ComponentSpec(asked.count(), true, asked.kind())))
                .orElse(this);
    }

    /** Searches neighbours on all features. */
    public GraphSpec withoutComponents() {
        return new GraphSpec(neighbors, weights, sigma, metric, symmetrize, search, seed);
    }
}
