package org.grapnel.cluster;

import java.util.Arrays;
import org.grapnel.runtime.Preconditions;

/** Assigns a group to every sample, counted from 0. Immutable; equal if all labels are equal. */
public final class Clustering {
    private final int clusters;
    private final int[] labels;

    /** Takes ownership of the array. */
    Clustering(int clusters, int[] labels) {
        this.clusters = clusters;
        this.labels = labels;
    }

    /** Copies the given labels, each between 0 and {@code clusters} − 1. */
    public static Clustering ofLabels(int clusters, int... labels) {
        Preconditions.require(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        for (int i = 0; i < labels.length; i++)
            Preconditions.require(
                    labels[i] >= 0 && labels[i] < clusters,
                    "sample %d has label %d, allowed are 0 to %d",
                    i,
                    labels[i],
                    clusters - 1);
        return new Clustering(clusters, labels.clone());
    }

    /** The number of groups requested; some may be empty. */
    public int clusters() {
        return clusters;
    }

    /** The number of samples. */
    public int size() {
        return labels.length;
    }

    public int labelOf(int sample) {
        return labels[sample];
    }

    /** The number of samples in each group. */
    public int[] sizes() {
        int[] sizes = new int[clusters];
        for (int label : labels) sizes[label]++;
        return sizes;
    }

    public int[] toArray() {
        return labels.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Clustering that && clusters == that.clusters && Arrays.equals(labels, that.labels);
    }

    @Override
    public int hashCode() {
        return 31 * clusters + Arrays.hashCode(labels);
    }

    @Override
    public String toString() {
        return labels.length + " samples in groups of " + Arrays.toString(sizes());
    }
}
