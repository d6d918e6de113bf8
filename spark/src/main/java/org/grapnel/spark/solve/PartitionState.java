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
    private static final double[] NONE = {};

    /** Creates a state from {@link #arrays}. */
    static PartitionState of(double[][] arrays) {
        return new PartitionState(
                new HPartitionData(arrays[0], arrays[1], NONE),
                new HPartitionData(arrays[2], arrays[3], NONE),
                new HPartitionData(arrays[4], arrays[5], NONE));
    }

    /** Returns all columns, as they are stored. */
    double[][] arrays() {
        return new double[][] {here.H(), here.LH(), before.H(), before.LH(), reference.H(), reference.LH()};
    }

    PartitionState withoutSums() {
        return new PartitionState(here.withoutSums(), before.withoutSums(), reference.withoutSums());
    }
}
