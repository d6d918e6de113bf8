package org.grapnel.cluster;

/** A group for every sample, counted from 0. */
public final class Clustering {
    private final int clusters;
    private final int[] labels;

    Clustering(int clusters, int[] labels) {
        this.clusters = clusters;
        this.labels = labels;
    }

    /** The number of groups asked for; some may be empty. */
    public int clusters() {
        return clusters;
    }

    /** The number of samples. */
    public int size() {
        return labels.length;
    }

    public int of(int sample) {
        return labels[sample];
    }

    public int[] toArray() {
        return labels.clone();
    }
}
