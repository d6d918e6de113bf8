package org.grapnel.spark.solve;

import java.io.Serializable;

/**
 * Columns of H of one partition, and their contribution to the sums over all partitions.
 *
 * @param H rows of Ht, sample by sample
 * @param LH rows of L·Ht; empty without a graph or before they are computed
 */
record HPartitionData(double[] H, double[] LH, double[] sums) implements Serializable {
    private static final double[] NONE = {};

    /** Data of no sample. */
    static final HPartitionData EMPTY = new HPartitionData(NONE, NONE);

    HPartitionData(double[] H, double[] sums) {
        this(H, NONE, sums);
    }

    /** Adds L·H, and appends hⱼLhⱼᵀ to the sums. */
    HPartitionData withLaplacianProduct(double[] image, int r) {
        double[] all = new double[sums.length + r];
        System.arraycopy(sums, 0, all, 0, sums.length);
        for (int q = 0; q < image.length; q += r)
            for (int j = 0; j < r; j++) all[sums.length + j] += H[q + j] * image[q + j];
        return new HPartitionData(H, image, all);
    }

    /** Returns the columns without L·H and sums. */
    HPartitionData withoutLaplacianProduct() {
        return new HPartitionData(H, NONE);
    }

    /** Returns the data without the sums. */
    HPartitionData withoutSums() {
        return new HPartitionData(H, LH, NONE);
    }
}
