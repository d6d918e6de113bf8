package org.grapnel.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.ChosenFeatures;
import org.grapnel.FeatureChoice;
import org.grapnel.FeatureChoice.By;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.linalg.Check;
import org.grapnel.model.Model;

/**
 * k features as {@link Grapnel#select} chooses them, and k-means on those. A choice in which nothing is drawn is made once; the seconds that it took count
 * in every repeat.
 */
record SelectedFeatures(FeatureChoice choice, int keep) implements Way {
    SelectedFeatures {
        Check.that(choice.by() != By.MODEL, "the model chooses while it is solved: that is a fit");
        Check.that(keep >= 1, "keep must be at least 1, got %d", keep);
    }

    @Override
    public void check(Arena arena) {
        // of any rank: nothing is factorised
        Spec spec = Spec.of(Model.GNMF_L20, 1).withKeep(keep).withSelect(choice);
        Grapnel.check(arena.data(), arena.protocol().spec(spec, 0));
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "select");
        parameters.put("select", choice.by().word());
        parameters.put("structure_blend", choice.blend());
        parameters.put("keep", keep);
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return choice.by().needsGraph();
    }

    @Override
    public Optional<Outcome> run(Arena arena, int repeat, Watch watch) {
        ChosenFeatures chosen =
                draws() ? choose(arena, repeat, watch) : arena.chosen(this, () -> choose(arena, 0, watch));
        if (watch.enough()) return Optional.empty();
        return Optional.of(FeatureGroups.of(arena, chosen.selection().kept(), repeat, chosen.seconds(), watch));
    }

    /** Whether another seed may choose other features: gain starts at random, and so do the eigenvectors of MCFS. */
    private boolean draws() {
        return choice.by() == By.GAIN || choice.by() == By.MCFS;
    }

    private ChosenFeatures choose(Arena arena, int repeat, Watch watch) {
        Spec spec = Spec.of(Model.GNMF_L20, arena.protocol().clusters())
                .withKeep(keep)
                .withSelect(choice);
        return Grapnel.select(
                arena.data(),
                needsGraph() ? arena.graphFor(choice) : Optional.empty(),
                arena.protocol().spec(spec, repeat),
                watch);
    }
}
