package org.grapnel.cluster;

/** Clusterings made by hand, for tests of other rooms. */
public final class ClusteringFactory {
    private ClusteringFactory() {}

    public static Clustering of(int clusters, int... labels) {
        return new Clustering(clusters, labels);
    }
}
