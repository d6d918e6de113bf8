package org.grapnel.spark.graph;

import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.GraphSpec;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.RddCheckpoints;

/**
 * The nearest neighbours of every sample, distributed with the samples. One search serves several graphs: each takes the
 * nearest of the lists, with its own weights and symmetrisation.
 */
public final class SampleNeighbors implements AutoCloseable {
    private final JavaRDD<DirectedNeighbors> lists;
    private final int count;
    private final int samples;
    private final boolean withDots;
    private final OptionalDouble recall;

    private SampleNeighbors(
            JavaRDD<DirectedNeighbors> lists, int count, int samples, boolean withDots, OptionalDouble recall) {
        this.lists = lists;
        this.count = count;
        this.samples = samples;
        this.withDots = withDots;
        this.recall = recall;
    }

    /**
     * Searches neighbours among the columns of {@code points}: X, or scores of the samples. The search is exact or
     * approximate, as the spec says for this number of samples. An exact search finds what one machine finds.
     *
     * @param neighbors the number of neighbours of every sample; that of the spec is not used
     */
    public static SampleNeighbors search(Panels points, GraphSpec spec, int neighbors) {
        return search(points, spec, neighbors, SearchSizes.of(points));
    }

    static SampleNeighbors search(Panels points, GraphSpec spec, int neighbors, SearchSizes sizes) {
        NeighborGraph.NeighborLists found = NeighborGraph.nearest(points, spec.withNeighbors(neighbors), sizes);
        return new SampleNeighbors(
                found.neighbors(),
                neighbors,
                points.samples(),
                EdgeWeights.of(spec).dots(),
                found.recall());
    }

    /** Returns the number of neighbours of every sample. */
    public int count() {
        return count;
    }

    /** Returns the share of true neighbours that an approximate search found, measured on probes; empty if exact. */
    public OptionalDouble recall() {
        return recall;
    }

    /**
     * Builds the graph of the nearest {@code spec.neighbors()} of every sample, as {@link org.grapnel.graph.KnnGraph}
     * does. After an exact search it has the bits of a single machine.
     *
     * @param points the points that were searched
     */
    public SampleGraph graph(Panels points, GraphSpec spec) {
        int k = spec.neighbors();
        Preconditions.require(k <= count, "cannot take the nearest %d of %d neighbours; search for more", k, count);
        Preconditions.require(
                points.samples() == samples,
                "the neighbours are those of %d samples, but there are %d points",
                samples,
                points.samples());
        Preconditions.require(
                withDots || !EdgeWeights.of(spec).dots(),
                "weights dot need dot products, but the neighbours were searched without them; search with weights dot");
        if (k == count) return SampleGraph.join(lists, points, spec, recall);
        JavaRDD<DirectedNeighbors> nearest = lists.map(part -> part.nearest(k)).persist(StorageLevel.MEMORY_AND_DISK());
        try {
            return SampleGraph.join(nearest, points, spec, recall);
        } finally {
            nearest.unpersist(false);
        }
    }

    /** Returns the persisted lists. */
    JavaRDD<DirectedNeighbors> lists() {
        return lists;
    }

    @Override
    public void close() {
        lists.unpersist(false);
        RddCheckpoints.delete(lists);
    }
}
