package org.grapnel.spark.solve;

import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;

/**
 * One version of H over all partitions, compared by identity.
 *
 * <p>With a {@code task}, it was computed from that task and is persisted; without one, it is read from a checkpoint.
 */
final class HVersion {
    final JavaRDD<HPartitionData> columns;
    final Optional<Broadcast<byte[]>> task;
    final SweepSums found;

    HVersion(JavaRDD<HPartitionData> columns, Optional<Broadcast<byte[]>> task, SweepSums found) {
        this.columns = columns;
        this.task = task;
        this.found = found;
    }

    HVersion(JavaRDD<HPartitionData> columns, SweepSums found) {
        this(columns, Optional.empty(), found);
    }

    /** Unpersists the columns at once; no lineage passes through them. */
    void release() {
        if (task.isPresent()) columns.unpersist(false);
    }
}
