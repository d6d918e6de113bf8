package org.grapnel;

import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * The groups of a fit.
 *
 * @param silhouette how well the groups are separated, on the points that were grouped: from 0, touching, to 1, far apart
 */
public record Groups(Clustering clustering, Score silhouette) {
    /** Refuses more groups than distinct samples. */
    public static void requireDistinctSamples(Dataset data, int clusters, int threads) {
        int n = data.X().cols();
        Preconditions.require(
                clusters >= 1 && clusters <= n,
                "clusters must be between 1 and %d, the number of samples, got %d",
                n,
                clusters);
        if (clusters == 1) return;
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            int distinct = DistinctColumns.find(context, data.X()).count();
            if (distinct < clusters)
                throw new DataException(
                        "%s: only %d of the %d samples differ, which cannot form %d groups; lower Spec.withClusters",
                        data.source().path(), distinct, n, clusters);
        }
    }
}
