package org.grapnel.spark.rdd;

import org.apache.spark.Partitioner;

/** Sends key i to partition i. */
public final class IndexPartitioner extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int partitions;

    public IndexPartitioner(int partitions) {
        this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
        return partitions;
    }

    @Override
    public int getPartition(Object key) {
        return (Integer) key;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexPartitioner that && that.partitions == partitions;
    }

    @Override
    public int hashCode() {
        return partitions;
    }
}
