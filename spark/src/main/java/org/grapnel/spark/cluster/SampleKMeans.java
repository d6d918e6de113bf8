package org.grapnel.spark.cluster;

import org.grapnel.cluster.KMeansOptions;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;

/**
 * Groups the samples of panels by k-means: {@link DistributedKMeans} with Lloyd's iterations until no label changes. With
 * no more samples than the driver may hold, the groups are those of {@link org.grapnel.cluster.KMeans}.
 */
public final class SampleKMeans {
    private SampleKMeans() {}

    /**
     * Clusters the samples. Fewer distinct samples than clusters give as many groups as there are distinct ones.
     *
     * @param points the samples as columns; may be signed
     * @param starts number of starts of k-means
     */
    public static SampleGroups cluster(Panels points, int clusters, int starts, long seed) {
        return cluster(points, clusters, starts, seed, DistributedKMeans.DRAWN);
    }

    /** Counts the distinct samples, up to a limit. */
    public static int countDistinct(Panels points, int limit) {
        return new DistributedKMeans.KMeansRun<>(points.rdd(), PanelPoints::read, points.offsets(), points.features())
                .countDistinct(limit);
    }

    static SampleGroups cluster(Panels points, int clusters, int starts, long seed, int limit) {
        KMeansOptions options =
                KMeansOptions.of(clusters).withStarts(starts).withTolerance(0).withSeed(seed);
        DistributedKMeans found = new DistributedKMeans.KMeansRun<>(
                        points.rdd(), PanelPoints::read, points.offsets(), points.features())
                .runDistinct(options, limit);
        try {
            return SampleGroups.create(found.labels(), found.centers().length);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            found.close();
            throw e;
        }
    }
}
