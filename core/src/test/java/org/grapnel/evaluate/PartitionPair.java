package org.grapnel.evaluate;

/** Random labels of samples and a clustering that resembles them. */
record PartitionPair(int[] truth, int[] clusters) {
    static final int PARTS = 6;

    static PartitionPair of(int seed) {
        int[] truth = RandomPartitions.random(seed, 40 + seed, 2 + seed % 5);
        return new PartitionPair(truth, RandomPartitions.disturbed(seed + 100, truth, PARTS));
    }

    ContingencyTable table() {
        return ContingencyTable.of(truth, clusters);
    }

    ContingencyTable transposed() {
        return ContingencyTable.of(clusters, truth);
    }
}
