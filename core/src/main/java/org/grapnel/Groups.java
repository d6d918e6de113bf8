package org.grapnel;

import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DistinctColumns;

/**
 * The groups of a fit.
 *
 * @param silhouette how far apart they are, on the points that were grouped: 1 is far, 0 is touching
 */
public record Groups(Clustering clustering, Score silhouette) {
    /** Refuses more groups than there are different samples. */
    public static void check(Dataset data, int clusters, int threads) {
        int n = data.X().cols();
        Check.that(
                clusters >= 1 && clusters <= n,
                "clusters must be between 1 and %d, the number of samples, got %d",
                n,
                clusters);
        if (clusters == 1) return;
        try (Compute on = Compute.of(threads)) {
            int distinct = DistinctColumns.of(on, data.X()).count();
            if (distinct < clusters)
                throw new DataException(
                        "%s: only %d of the %d samples differ, which cannot form %d groups; lower --clusters",
                        data.source().path(), distinct, n, clusters);
        }
    }
}
