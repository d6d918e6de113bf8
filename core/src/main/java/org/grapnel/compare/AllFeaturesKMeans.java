package org.grapnel.compare;

import java.util.Map;
import java.util.Optional;
import org.grapnel.FitListener;
import org.grapnel.linalg.RowSet;

/** k-means on all features: what can be had without selecting. The same as the model {@code kmeans}. */
record AllFeaturesKMeans() implements ClusteringMethod {
    @Override
    public void check(ComparisonContext arena) {}

    @Override
    public Map<String, Object> parameters() {
        return Map.of("way", "all-features");
    }

    @Override
    public boolean needsGraph() {
        return false;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext arena, int repeat, FitListener watch) {
        return Optional.of(SubsetKMeans.cluster(arena, RowSet.all(arena.X().rows()), repeat, 0, watch));
    }
}
