package org.grapnel.spark.data;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.RddCheckpoints;

/**
 * A grouping of the samples, distributed with them: the distributed {@link org.grapnel.cluster.Clustering}. The driver holds
 * only the sizes of the groups.
 */
public final class SampleGroups implements AutoCloseable {
    private final JavaRDD<int[]> labels;
    private final int clusters;
    private final long[] sizes;

    private SampleGroups(JavaRDD<int[]> labels, int clusters, long[] sizes) {
        this.labels = labels;
        this.clusters = clusters;
        this.sizes = sizes;
    }

    /**
     * Persists the labels and counts the groups.
     *
     * @param labels one array per partition, with a group of every sample in order
     * @param clusters number of groups, some of which may be empty
     */
    public static SampleGroups create(JavaRDD<int[]> labels, int clusters) {
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        labels.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            long[] sizes = new long[clusters];
            for (long[] part : labels.map(own -> count(own, clusters)).collect())
                for (int g = 0; g < clusters; g++) sizes[g] += part[g];
            return new SampleGroups(labels, clusters, sizes);
        } catch (RuntimeException | Error e) {
            labels.unpersist(false);
            throw e;
        }
    }

    private static long[] count(int[] labels, int clusters) {
        long[] sizes = new long[clusters];
        for (int g : labels) sizes[g]++;
        return sizes;
    }

    /** Returns the group of every sample: one array per partition of the samples. */
    public JavaRDD<int[]> labels() {
        return labels;
    }

    /** Returns the number of groups, the empty ones included. */
    public int clusters() {
        return clusters;
    }

    /** Returns the number of samples in each group. */
    public long[] sizes() {
        return sizes.clone();
    }

    /** Returns the number of groups that have a sample. */
    public long formed() {
        return Arrays.stream(sizes).filter(size -> size > 0).count();
    }

    /** Returns the adjusted Rand index with another grouping of the same samples. */
    public double agreement(SampleGroups other) {
        return AdjustedRand.compute(ContingencyTable.ofCounts(overlaps(other)));
    }

    /** Returns how many samples each pair of groups shares: a row for each group here, a column for each of the other. */
    public long[][] overlaps(SampleGroups other) {
        int rows = clusters;
        int columns = other.clusters;
        JavaRDD<long[]> parts = labels.zipPartitions(
                other.labels,
                (own, others) ->
                        List.of(overlaps(own.next(), others.next(), rows, columns)).iterator());
        long[][] all = new long[rows][columns];
        for (long[] part : parts.collect())
            for (int g = 0; g < rows; g++) for (int h = 0; h < columns; h++) all[g][h] += part[g * columns + h];
        return all;
    }

    private static long[] overlaps(int[] own, int[] others, int rows, int columns) {
        long[] counts = new long[rows * columns];
        for (int i = 0; i < own.length; i++) counts[own[i] * columns + others[i]]++;
        return counts;
    }

    @Override
    public void close() {
        labels.unpersist(false);
        RddCheckpoints.delete(labels);
    }
}
