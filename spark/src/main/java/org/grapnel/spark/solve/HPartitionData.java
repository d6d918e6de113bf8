package org.grapnel.spark.solve;

import java.io.Serializable;

/**
 * The columns of H of one partition, and what they add to the sums over all partitions.
 *
 * @param H rows of Ht, sample after sample
 * @param LH rows of L·Ht; none without a graph, or before it was asked
 */
record HPartitionData(double[] H, double[] LH, double[] sums) implements Serializable {
    private static final double[] NONE = {};

    /** Of no sample. */
    static final HPartitionData EMPTY = new HPartitionData(NONE, NONE);

    HPartitionData(double[] H, double[] sums) {
        this(H, NONE, sums);
    }

    /** The same with its image under L, and hⱼLhⱼᵀ at the end of the sums. */
    HPartitionData withLaplacianProduct(double[] image, int r) {
        double[] all = new double[sums.length + r];
        System.arraycopy(sums, 0, all, 0, sums.length);
        for (int q = 0; q < image.length; q += r)
            for (int j = 0; j < r; j++) all[sums.length + j] += H[q + j] * image[q + j];
        return new HPartitionData(H, image, all);
    }

    /** Only the columns themselves. */
    HPartitionData withoutLaplacianProduct() {
        return new HPartitionData(H, NONE);
    }

    /** Only what the next steps need. */
    HPartitionData withoutSums() {
        return new HPartitionData(H, LH, NONE);
    }
}
