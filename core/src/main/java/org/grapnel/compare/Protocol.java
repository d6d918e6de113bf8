package org.grapnel.compare;

import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.Check;
import org.grapnel.solve.Start;

/**
 * What is the same for all contenders. Repeat i draws with seed + i: the starting point, the starts of k-means, random features.
 * The graph is built once, with the seed itself.
 *
 * @param clusters the number of groups
 * @param start of all fits, at repeat 0; one that draws nothing is the same in all repeats
 * @param graph how the one graph is built, where none is given
 */
public record Protocol(int repeats, int clusters, long seed, Start start, GraphSpec graph, int threads) {
    public Protocol {
        Check.that(repeats >= 1, "repeats must be at least 1, got %d", repeats);
        Check.that(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        Check.that(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /** Ten repeats from random starts with the seeds 0 to 9, the standard graph, all cores. */
    public static Protocol of(int clusters) {
        return new Protocol(
                10,
                clusters,
                0,
                Start.random(0),
                GraphSpec.standard(),
                Runtime.getRuntime().availableProcessors());
    }

    public Protocol withRepeats(int count) {
        return new Protocol(count, clusters, seed, start, graph, threads);
    }

    /** Random starts from this seed on, and the approximate search with it. */
    public Protocol withSeed(long first) {
        return new Protocol(repeats, clusters, first, Start.random(first), graph.withSeed(first), threads);
    }

    /** Another start, which draws with the seed of this protocol if it draws. */
    public Protocol withStart(Start other) {
        return new Protocol(repeats, clusters, seed, other, graph, threads);
    }

    public Protocol withGraph(GraphSpec other) {
        return new Protocol(repeats, clusters, seed, start, other, threads);
    }

    public Protocol withThreads(int count) {
        return new Protocol(repeats, clusters, seed, start, graph, count);
    }

    /** The seed of a repeat. */
    public long seed(int repeat) {
        return seed + repeat;
    }

    /** A spec as it is run in a repeat: {@code grapnel fit} with that seed. Nothing is compared within a comparison. */
    Spec spec(Spec asked, int repeat) {
        return asked.withClusters(clusters)
                .withSeed(seed(repeat))
                .withGraph(graph)
                .withStart(repeat == 0 ? start : start.restart(repeat).orElse(start))
                .withThreads(threads)
                .withRestarts(1)
                .withControls(false);
    }
}
