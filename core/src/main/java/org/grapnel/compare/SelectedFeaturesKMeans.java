package org.grapnel.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.FitContext;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.model.Model;
import org.grapnel.pipeline.FeatureSelectionStep;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Ndfs;

/**
 * k-means on features selected without a fit. A selection that draws nothing runs only once; its seconds count in every repeat.
 */
record SelectedFeaturesKMeans(FeatureSelection selection, int keep) implements ClusteringMethod {
    SelectedFeaturesKMeans {
        Preconditions.require(
                selection.by() != Strategy.MODEL, "select model needs a fit: the model selects while it is solved");
        Preconditions.require(keep >= 1, "keep must be at least 1, got %d", keep);
    }

    @Override
    public void check(ComparisonContext comparison) {
        Spec spec = comparison.protocol().spec(spec(1), 0); // of any rank: nothing is factorised
        new FitPipeline(comparison.data(), spec, FitContext.none()).check();
        if (selection.by() == Strategy.NDFS)
            Ndfs.requireAccepted(comparison.X().rows(), comparison.X().cols());
    }

    private Spec spec(int rank) {
        return Spec.paper(Model.GNMF_L20, rank).withKeep(keep).withSelect(selection);
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("way", "select");
        parameters.put("select", selection.name());
        parameters.put("structure_blend", selection.blend());
        parameters.put("keep", keep);
        return parameters;
    }

    @Override
    public boolean needsGraph() {
        return selection.by().needsGraph();
    }

    @Override
    public Optional<TrialOutcome> run(ComparisonContext comparison, int repeat, FitContext context) {
        SelectionResult selected = dependsOnSeed()
                ? select(comparison, repeat, context)
                : comparison.selection(this, () -> select(comparison, 0, context));
        if (context.isCancelled()) return Optional.empty();
        return Optional.of(
                SubsetKMeans.cluster(comparison, selected.selection().kept(), repeat, selected.seconds(), context));
    }

    /** Whether another seed may select other features: gain starts at random, and so do the eigenvectors of MCFS. */
    private boolean dependsOnSeed() {
        return selection.by() == Strategy.GAIN || selection.by() == Strategy.MCFS;
    }

    private SelectionResult select(ComparisonContext comparison, int repeat, FitContext context) {
        ComparisonProtocol protocol = comparison.protocol();
        return FeatureSelectionStep.runAlone(
                comparison.data(),
                needsGraph() ? comparison.graphForSelection(selection) : Optional.empty(),
                protocol.spec(spec(protocol.clusters()), repeat),
                context);
    }
}
