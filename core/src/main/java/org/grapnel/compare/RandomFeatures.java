package org.grapnel.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Watch;
import org.grapnel.evaluate.Sample;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.RowSet;

/** k-means on k features drawn at random, others in every repeat: what any features would say. */
record RandomFeatures(int keep) implements Way {
    private static final int FOR_DRAWS = 21;

    RandomFeatures {
        Check.that(keep >= 1, "keep must be at least 1, got %d", keep);
    }

    @Override
    public void check(Arena arena) {
        FeatureGroups.checkKeep(arena, keep);
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
    public Optional<Outcome> run(Arena arena, int repeat, Watch watch) {
        return Optional.of(FeatureGroups.of(arena, draw(arena, keep, repeat), repeat, 0, watch));
    }

    static RowSet draw(Arena arena, int keep, int repeat) {
        int p = arena.X().rows();
        // a part of the numbers of its own, so that it does not share the luck of k-means
        long seed = Randoms.split(arena.protocol().seed(repeat), FOR_DRAWS);
        return RowSet.of(p, Sample.of(p, keep, seed));
    }
}
