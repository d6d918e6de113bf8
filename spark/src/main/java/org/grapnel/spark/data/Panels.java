package org.grapnel.spark.data;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.runtime.Preconditions;

/** X over many machines: its panels, and the few numbers of it that the driver knows. */
public final class Panels {
    private final JavaRDD<Panel> panels;
    private final int features;
    private final int[] first;
    private final long nonZeros;
    private final double[] rowSquares;
    private final double sum;

    /**
     * Of panels that have been persisted.
     *
     * @param first the number of the first sample of every partition, and at the end that of all samples
     * @param nonZeros how many numbers are stored
     * @param rowSquares ‖Xᵢ‖² of every feature
     * @param sum of all entries
     */
    public Panels(JavaRDD<Panel> panels, int features, int[] first, long nonZeros, double[] rowSquares, double sum) {
        Preconditions.require(
                first.length == panels.getNumPartitions() + 1,
                "%d partitions begin at %d places",
                panels.getNumPartitions(),
                first.length - 1);
        Preconditions.require(rowSquares.length == features, "%d squares of %d features", rowSquares.length, features);
        this.panels = panels;
        this.features = features;
        this.first = first.clone();
        this.nonZeros = nonZeros;
        this.rowSquares = rowSquares.clone();
        this.sum = sum;
    }

    /** Partition after partition, and in each by the number of the samples. */
    public JavaRDD<Panel> rdd() {
        return panels;
    }

    /** p. */
    public int features() {
        return features;
    }

    /** n. */
    public int samples() {
        return first[first.length - 1];
    }

    public int partitions() {
        return first.length - 1;
    }

    /** The number of the first sample of a partition; that of all samples where the last one ends. */
    public int offset(int partition) {
        return first[partition];
    }

    /** {@link #offset} of all partitions, and the number of samples. */
    public int[] offsets() {
        return first.clone();
    }

    /** In which partition a sample is, by {@link #offsets}; of empty partitions in front of it none. */
    public static int partitionOf(int sample, int[] first) {
        int at = Arrays.binarySearch(first, sample);
        if (at < 0) return -at - 2;
        while (first[at + 1] == sample) at++;
        return at;
    }

    public long nonZeros() {
        return nonZeros;
    }

    /** ‖Xᵢ‖² of every feature. */
    public double[] rowSquares() {
        return rowSquares.clone();
    }

    /** Σ xᵢⱼ. */
    public double sum() {
        return sum;
    }
}
