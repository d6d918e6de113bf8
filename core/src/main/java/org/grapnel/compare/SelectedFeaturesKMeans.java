package org.grapnel.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.model.Model;
import org.grapnel.runtime.Preconditions;

/**
 * k features as {@link Grapnel#select} chooses them, and k-means on those. A choice in which nothing is drawn is made once; the seconds that it took count
 * in every repeat.
 */
record SelectedFeaturesKMeans(FeatureSelection choice, int keep) implements ClusteringMethod {
    SelectedFeaturesKMeans {
        Preconditions.require(choice.by() != Strategy.MODEL, "the model chooses while it is solved: that is a fit");
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
    }

    @Override
    public void check(ComparisonContext arena) {
        // of any rank: nothing is factorised
        Spec spec = Spec.paper(Model.GNMF_L20, 1).withKeep(keep).withSelect(choice);
        Grapnel.check(arena.data(), arena.protocol().spec(spec, 0));
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "select");
        parameters.put("select", choice.by().cliName());
        parameters.put("structure_blend", choice.blend());
        parameters.put("keep", keep);
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return choice.by().needsGraph();
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext arena, int repeat, FitListener watch) {
        SelectionResult chosen =
                draws() ? choose(arena, repeat, watch) : arena.chosen(this, () -> choose(arena, 0, watch));
        if (watch.isCancelled()) return Optional.empty();
        return Optional.of(SubsetKMeans.cluster(arena, chosen.selection().kept(), repeat, chosen.seconds(), watch));
    }

    /** Whether another seed may choose other features: gain starts at random, and so do the eigenvectors of MCFS. */
    private boolean draws() {
        return choice.by() == Strategy.GAIN || choice.by() == Strategy.MCFS;
    }

    private SelectionResult choose(ComparisonContext arena, int repeat, FitListener watch) {
        Spec spec = Spec.paper(Model.GNMF_L20, arena.protocol().clusters())
                .withKeep(keep)
                .withSelect(choice);
        return Grapnel.select(
                arena.data(),
                needsGraph() ? arena.graphForSelection(choice) : Optional.empty(),
                arena.protocol().spec(spec, repeat),
                watch);
    }
}
