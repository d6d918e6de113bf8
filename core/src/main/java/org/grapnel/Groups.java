package org.grapnel;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * The groups of a fit.
 *
 * @param silhouette how well the groups are separated, on the points that were grouped: from 0, touching, to 1, far apart
 * @param origin what the groups come from
 * @param confidence how sure the group of each sample is, if that is known
 */
public record Groups(Clustering clustering, Score silhouette, Origin origin, Optional<GroupConfidence> confidence) {
    /** What groups come from: {@code groups_from} in summary.json. */
    public enum Origin {
        /** The largest entry of each column of H. */
        MEMBERSHIPS("memberships"),
        /** k-means on the columns of H. */
        K_MEANS_ON_H("k-means on H"),
        /** The columns of H of a k-means model, which hold the groups themselves. */
        K_MEANS("k-means on the data"),
        /** Spectral clustering of the graph. */
        GRAPH("graph"),
        /** The connected components of the graph. */
        COMPONENTS("components of the graph"),
        /** Spectral clustering of the neighbour graph on all features. */
        GRAPH_OF_ALL_FEATURES("graph of all features"),
        /** k-means on the kept features. */
        KEPT_FEATURES("k-means on the kept features"),
        /** k-means on all features. */
        ALL_FEATURES("k-means on all features"),
        /** k-means on the principal components. */
        PRINCIPAL_COMPONENTS("k-means on principal components");

        private final String jsonName;

        Origin(String jsonName) {
            this.jsonName = jsonName;
        }

        /** The words in summary.json. */
        public String jsonName() {
            return jsonName;
        }
    }

    /** Adds the share of neighbours in the same group as confidence, if there is a graph and no confidence yet. */
    public Groups withNeighborConfidence(Optional<Graph> graph) {
        return new Groups(
                clustering,
                silhouette,
                origin,
                confidence.or(() -> graph.map(g -> GroupConfidence.ofNeighbors(g, clustering))));
    }

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
