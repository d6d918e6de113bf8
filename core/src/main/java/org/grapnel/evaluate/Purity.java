package org.grapnel.evaluate;

/**
 * (1/n)·Σⱼ maxᵢ nᵢⱼ: the share of samples that have the most frequent class of their cluster. Never below
 * {@link Accuracy}, and 1 if every sample is a cluster of its own: compare only equal numbers of clusters.
 */
public final class Purity {
    private Purity() {}

    public static double compute(ContingencyTable table) {
        long[] largest = new long[table.clusters().size()];
        table.forEach((i, j, count) -> largest[j] = Math.max(largest[j], count));
        long sum = 0;
        for (long m : largest) sum += m;
        return (double) sum / table.samples();
    }
}
