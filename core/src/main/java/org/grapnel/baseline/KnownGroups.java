package org.grapnel.baseline;

import java.util.Optional;
import org.grapnel.cluster.Clustering;

/**
 * Groupings that a fit has found on its way, so that the baselines need not find them again.
 *
 * @param onKept k-means on the kept features
 * @param onComponents k-means on the principal components
 * @param ofGraph the groups of the graph
 * @param ofAllFeatures the groups of the neighbour graph on all features, where the graph is another one
 */
public record KnownGroups(
        Optional<Clustering> onKept,
        Optional<Clustering> onComponents,
        Optional<Clustering> ofGraph,
        Optional<Clustering> ofAllFeatures) {
    public static KnownGroups none() {
        return new KnownGroups(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
