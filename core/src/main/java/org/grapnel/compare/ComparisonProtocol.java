package org.grapnel.compare;

import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.start.Start;

/**
 * The settings that all compared methods share. Repeat i draws with seed + i: the starting point, the starts of k-means, random features. The
 * graph is built once, with the seed itself.
 *
 * @param clusters the number of groups
 * @param start the start of repeat 0; a start that draws nothing is the same in all repeats
 * @param graph how the graph is built when none is given
 */
public record ComparisonProtocol(int repeats, int clusters, long seed, Start start, GraphSpec graph, int threads) {
    public ComparisonProtocol {
        Preconditions.require(repeats >= 1, "repeats must be at least 1, got %d", repeats);
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /** Returns ten repeats from random starts with seeds 0 to 9, the standard graph, all cores. */
    public static ComparisonProtocol of(int clusters) {
        return new ComparisonProtocol(
                10,
                clusters,
                0,
                Start.random(0),
                GraphSpec.standard(),
                Runtime.getRuntime().availableProcessors());
    }

    public ComparisonProtocol withRepeats(int count) {
        return new ComparisonProtocol(count, clusters, seed, start, graph, threads);
    }

    /** Uses random starts from this seed on, and the seed for the approximate search. */
    public ComparisonProtocol withSeed(long first) {
        return new ComparisonProtocol(repeats, clusters, first, Start.random(first), graph.withSeed(first), threads);
    }

    /** Sets the start, which draws with the seed of this protocol if it draws. */
    public ComparisonProtocol withStart(Start other) {
        return new ComparisonProtocol(repeats, clusters, seed, other, graph, threads);
    }

    public ComparisonProtocol withGraph(GraphSpec other) {
        return new ComparisonProtocol(repeats, clusters, seed, start, other, threads);
    }

    public ComparisonProtocol withThreads(int count) {
        return new ComparisonProtocol(repeats, clusters, seed, start, graph, count);
    }

    /** The seed of a repeat. */
    public long seed(int repeat) {
        return seed + repeat;
    }

    /**
     * Returns a spec as it runs in a repeat: with the seed of the repeat, and without baselines. The recommended method keeps its own graph and
     * start, which are a part of it and the same in each repeat.
     */
    Spec spec(Spec asked, int repeat) {
        Spec seeded = asked.withClusters(clusters).withSeed(seed(repeat));
        Spec shared = asked.isJoint()
                ? seeded
                : seeded.withGraph(graph)
                        .withStart(repeat == 0 ? start : start.restart(repeat).orElse(start));
        return shared.withThreads(threads).withRestarts(1).withBaselines(false);
    }
}
