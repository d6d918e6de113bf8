package org.grapnel.compare;

import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.linalg.RowSet;

/** k-means on all features, as the model {@code kmeans} does it: the result without any selection. */
record AllFeaturesKMeans() implements ClusteringMethod {
    @Override
    public void check(ComparisonContext comparison) {}

    @Override
    public Map<String, Object> parameters() {
        return Map.of("way", "all-features");
    }

    @Override
    public boolean needsGraph() {
        return false;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        RowSet all = RowSet.all(comparison.X().rows());
        return Optional.of(SubsetKMeans.cluster(comparison, all, repeat, 0, context));
    }
}
