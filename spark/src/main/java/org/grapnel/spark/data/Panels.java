package org.grapnel.spark.data;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.runtime.Preconditions;

/** X distributed over partitions, with the few totals that the driver needs. */
public final class Panels {
    private final JavaRDD<Panel> panels;
    private final int features;
    private final int[] first;
    private final long nonZeros;
    private final double[] rowSquares;
    private final double sum;

    /**
     * Wraps persisted panels.
     *
     * @param first first sample number of every partition, followed by the number of samples
     * @param nonZeros number of stored entries
     * @param rowSquares ‖Xᵢ‖² of every feature
     * @param sum sum of all entries
     */
    public Panels(JavaRDD<Panel> panels, int features, int[] first, long nonZeros, double[] rowSquares, double sum) {
        Preconditions.require(
                first.length == panels.getNumPartitions() + 1,
                "%d partitions, but %d offsets",
                panels.getNumPartitions(),
                first.length - 1);
        Preconditions.require(
                rowSquares.length == features, "%d row squares, but %d features", rowSquares.length, features);
        this.panels = panels;
        this.features = features;
        this.first = first.clone();
        this.nonZeros = nonZeros;
        this.rowSquares = rowSquares.clone();
        this.sum = sum;
    }

    /** Returns the panels, ordered by sample number within each partition. */
    public JavaRDD<Panel> rdd() {
        return panels;
    }

    /** Returns the number of features, p. */
    public int features() {
        return features;
    }

    /** Returns the number of samples, n. */
    public int samples() {
        return first[first.length - 1];
    }

    public int partitions() {
        return first.length - 1;
    }

    /** Returns the first sample number of a partition; after the last one, the number of samples. */
    public int offset(int partition) {
        return first[partition];
    }

    /** Returns {@link #offset} of all partitions, followed by the number of samples. */
    public int[] offsets() {
        return first.clone();
    }

    /** Returns the partition of a sample, given {@link #offsets}. Skips empty partitions before it. */
    public static int partitionOf(int sample, int[] first) {
        int at = Arrays.binarySearch(first, sample);
        if (at < 0) return -at - 2;
        while (first[at + 1] == sample) at++;
        return at;
    }

    public long nonZeros() {
        return nonZeros;
    }

    /** Returns ‖Xᵢ‖² of every feature. */
    public double[] rowSquares() {
        return rowSquares.clone();
    }

    /** Returns Σ xᵢⱼ. */
    public double sum() {
        return sum;
    }
}
