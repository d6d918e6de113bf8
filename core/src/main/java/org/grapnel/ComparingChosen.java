package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.RowSet;

/** The controls of features that were chosen without a fit. */
final class ComparingChosen {
    private final ChosenFeatures chosen;
    private final Dataset data;
    private final Watch watch;
    private final List<String> notes = new ArrayList<>();

    ComparingChosen(ChosenFeatures chosen, Watch watch) {
        this.chosen = chosen;
        data = chosen.prepared().data();
        this.watch = watch;
    }

    /** None where the watcher has had enough. */
    Optional<Preserved> compare(Optional<Integer> clusters) {
        if (watch.enough()) return Optional.empty();
        long began = System.nanoTime();
        Spec spec = clusters.map(chosen.spec()::withClusters).orElse(chosen.spec());
        RowSet kept = chosen.selection().kept();
        try (Compute on = Compute.of(spec.threads())) {
            Optional<GraphSource> graph = chosen.graph().or(() -> neighbours(on, spec));
            ControlPlan.Costs costs = new ControlPlan.Costs(
                    data.X(),
                    spec,
                    graph.map(GraphSource::graph),
                    graph.flatMap(GraphSource::built).isPresent());
            ControlPlan plan = ControlPlan.ofChosen(costs, kept.count());
            notes.addAll(plan.notes());
            FeatureControls features = new FeatureControls(on, data, spec, graph, Optional.empty(), plan);
            if (watch.enough()) return Optional.empty();
            watch.phase("comparing with random features");
            return clusters.isPresent()
                    ? grouped(features, kept, plan, began)
                    : Optional.of(new Preserved(
                            features.edgesOf(kept),
                            kept.isAll() ? FeatureControls.noEdges() : features.edgesOfRandom(kept.count()),
                            Optional.empty(),
                            notes));
        }
    }

    private Optional<Preserved> grouped(FeatureControls features, RowSet kept, ControlPlan plan, long began) {
        List<Control> made = new ArrayList<>();
        made.add(features.kept(kept));
        if (watch.enough()) return Optional.empty();
        if (!kept.isAll()) made.add(features.random(kept.count()));
        if (watch.enough()) return Optional.empty();
        if (!kept.isAll()) made.add(features.all());
        double seconds = (System.nanoTime() - began) * 1e-9;
        Controls controls = new Controls(made, plan.starts(), List.of(), seconds);
        return Optional.of(new Preserved(
                edges(controls, Control.Kind.KEPT_FEATURES),
                edges(controls, Control.Kind.RANDOM_FEATURES),
                Optional.of(controls),
                notes));
    }

    private static Score edges(Controls controls, Control.Kind kind) {
        return controls.of(kind).map(Control::edgesKept).orElse(FeatureControls.noEdges());
    }

    /** For ways that look at no graph: who is near whom is asked of the result all the same. */
    private Optional<GraphSource> neighbours(Compute on, Spec spec) {
        watch.phase("finding neighbours");
        try {
            return Optional.of(GraphSource.of(KnnGraph.of(on, data.X(), spec.graph())));
        } catch (DataException e) { // a cosine needs samples that are not all zero
            notes.add("the share of edges kept is left out: " + e.getMessage());
            return Optional.empty();
        }
    }
}
