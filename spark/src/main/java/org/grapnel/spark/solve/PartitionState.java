package org.grapnel.spark.solve;

import java.io.Serializable;

/**
 * Columns of H from which an update of one partition starts.
 *
 * @param here current columns
 * @param before previous columns
 * @param reference reference columns of the bounds; empty if there are none
 */
record PartitionState(HPartitionData here, HPartitionData before, HPartitionData reference) implements Serializable {
    PartitionState withoutSums() {
        return new PartitionState(here.withoutSums(), before.withoutSums(), reference.withoutSums());
    }
}
