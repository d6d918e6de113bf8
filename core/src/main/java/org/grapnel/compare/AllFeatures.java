package org.grapnel.compare;

import java.util.Map;
import java.util.Optional;
import org.grapnel.Watch;
import org.grapnel.linalg.RowSet;

/** k-means on all features: what can be had without selecting. The same as the model {@code kmeans}. */
record AllFeatures() implements Way {
    @Override
    public void check(Arena arena) {}

    @Override
    public Map<String, Object> parameters() {
        return Map.of("way", "all-features");
    }

    @Override
    public boolean needsGraph() {
        return false;
    }

    @Override
    public Optional<Outcome> run(Arena arena, int repeat, Watch watch) {
        return Optional.of(FeatureGroups.of(arena, RowSet.all(arena.X().rows()), repeat, 0, watch));
    }
}
