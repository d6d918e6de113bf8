package org.grapnel.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitListener;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Preconditions;

/** k-means on k features drawn at random, others in every repeat: what any features would say. */
record RandomFeaturesKMeans(int keep) implements ClusteringMethod {
    private static final int FOR_DRAWS = 21;

    RandomFeaturesKMeans {
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
    }

    @Override
    public void check(ComparisonContext arena) {
        SubsetKMeans.checkKeep(arena, keep);
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
    public Optional<TrialOutcome> run(ComparisonContext arena, int repeat, FitListener watch) {
        return Optional.of(SubsetKMeans.cluster(arena, draw(arena, keep, repeat), repeat, 0, watch));
    }

    static RowSet draw(ComparisonContext arena, int keep, int repeat) {
        int p = arena.X().rows();
        // a part of the numbers of its own, so that it does not share the luck of k-means
        long seed = CounterRandom.split(arena.protocol().seed(repeat), FOR_DRAWS);
        return RowSet.of(p, RandomSubset.draw(p, keep, seed));
    }
}
