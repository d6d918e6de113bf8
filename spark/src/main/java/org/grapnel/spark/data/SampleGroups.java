package org.grapnel.spark.data;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.cluster.Clustering;
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
    private final int[] first;

    private SampleGroups(JavaRDD<int[]> labels, int clusters, long[] sizes, int[] first) {
        this.labels = labels;
        this.clusters = clusters;
        this.sizes = sizes;
        this.first = first;
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
            List<long[]> counts = labels.map(own -> count(own, clusters)).collect();
            long[] sizes = new long[clusters];
            int[] first = new int[counts.size() + 1];
            for (int q = 0; q < counts.size(); q++) {
                first[q + 1] =
                        first[q] + Math.toIntExact(Arrays.stream(counts.get(q)).sum());
                for (int g = 0; g < clusters; g++) sizes[g] += counts.get(q)[g];
            }
            return new SampleGroups(labels, clusters, sizes, first);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
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
                (own, others) -> List.of(overlaps(own.next(), others.next(), rows, columns))
                        .iterator());
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

    /** Returns the groups of some samples, which are renumbered from 0 and stay in their partitions. */
    public SampleGroups selectSamples(int[] ascending) {
        return create(select(labels, first, ascending), clusters);
    }

    /** Collects the groups of a bounded number of samples. */
    public Clustering collect(int[] ascending) {
        int[] all = new int[ascending.length];
        int at = 0;
        for (int[] part : select(labels, first, ascending).collect()) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return Clustering.ofLabels(clusters, all);
    }

    private static JavaRDD<int[]> select(JavaRDD<int[]> labels, int[] first, int[] ascending) {
        return labels.mapPartitionsWithIndex(
                (q, own) -> {
                    int[] part = own.next();
                    return List.of(Arrays.stream(ascending)
                                    .filter(j -> j >= first[q] && j < first[q + 1])
                                    .map(j -> part[j - first[q]])
                                    .toArray())
                            .iterator();
                },
                true);
    }

    @Override
    public void close() {
        labels.unpersist(false);
        RddCheckpoints.delete(labels);
    }
}
