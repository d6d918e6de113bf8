package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.FeatureSelectionStep;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.tune.TuningResult.SelectionAgreement;

/** Selects features on {@value #COUNT} random subsamples of {@value #SHARE} of the samples, and measures how far they agree. */
final class SubsampleSelections {
    private static final int COUNT = 5;
    private static final double SHARE = 0.8;

    private SubsampleSelections() {}

    /**
     * Compares the selections; empty where a subsample is too small, or its samples are all equal.
     *
     * @param seed of the subsamples
     * @param throwIfCancelled called before each selection
     */
    static Optional<SelectionAgreement> compare(
            PreparedData data, Spec spec, long seed, FitContext context, Runnable throwIfCancelled) {
        int n = data.data().X().cols();
        int count = (int) Math.round(SHARE * n);
        Optional<ComponentSpec> components = spec.graph().components().filter(asked -> !asked.orFewer());
        if (count <= spec.graph().neighbors()
                || count <= components.map(ComponentSpec::count).orElse(0)) return Optional.empty();
        context.listener().onPhase("selecting features on subsamples");
        List<RowSet> kept = new ArrayList<>();
        for (int s = 0; s < COUNT; s++) {
            throwIfCancelled.run();
            int[] samples = RandomSubset.draw(n, count, CounterRandom.split(seed, 100 + s));
            try (PreparedData subset = DatasetSubset.ofSamples(data, samples)) {
                if (DistinctColumns.allEqual(subset.data().X())) return Optional.empty();
                kept.add(FeatureSelectionStep.select(subset, spec, context.silent())
                        .kept());
            }
        }
        return Optional.of(new SelectionAgreement(SelectionStability.compute(kept), COUNT, true));
    }
}
