package org.grapnel.spark.solve;

import java.io.Serializable;

/**
 * What a step of one partition starts from.
 *
 * @param here the columns at hand
 * @param before those before
 * @param remembered those that the bounds refer to, empty where there are none
 */
record PartitionState(HPartitionData here, HPartitionData before, HPartitionData remembered) implements Serializable {
    PartitionState withoutSums() {
        return new PartitionState(here.withoutSums(), before.withoutSums(), remembered.withoutSums());
    }
}
