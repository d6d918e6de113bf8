package org.grapnel.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Preconditions;

/** k-means on random features, drawn anew in every repeat: what any features would give. */
record RandomFeaturesKMeans(int keep) implements ClusteringMethod {
    /** A stream of random numbers of its own, so that the draw is independent of k-means. */
    private static final int FEATURE_STREAM = 21;

    RandomFeaturesKMeans {
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
    }

    @Override
    public void check(ComparisonContext comparison) {
        SubsetKMeans.checkKeep(comparison, keep);
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "random");
        parameters.put("keep", keep);
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return false;
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        RowSet drawn = draw(comparison, keep, repeat);
        return Optional.of(SubsetKMeans.cluster(comparison, drawn, repeat, 0, context));
    }

    static RowSet draw(ComparisonContext comparison, int keep, int repeat) {
        int p = comparison.X().rows();
        long seed = CounterRandom.split(comparison.protocol().seed(repeat), FEATURE_STREAM);
        return RowSet.of(p, RandomSubset.draw(p, keep, seed));
    }
}
