package org.grapnel.cluster;

/** Creates clusterings for tests of other packages. */
public final class ClusteringFactory {
    private ClusteringFactory() {}

    public static Clustering of(int clusters, int... labels) {
        return new Clustering(clusters, labels);
    }
}
