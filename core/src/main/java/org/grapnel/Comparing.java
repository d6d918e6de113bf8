package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SmallestEigen;
import org.grapnel.model.Model;

/** The controls of a fit: k-means on kept, on random and on all features, and the graph alone. */
final class Comparing {
    private static final int FOR_GRAPH = 13;

    /** Groups do not change with the digits beyond. */
    private static final double EIGEN_TOLERANCE = 1e-6;

    private static final double ROUGH = 1e-3;

    private final Compute on;
    private final Spec spec;
    private final FeatureControls features;
    private final ControlPlan plan;
    private final List<String> notes;

    private Comparing(Compute on, Spec spec, FeatureControls features, ControlPlan plan) {
        this.on = on;
        this.spec = spec;
        this.features = features;
        this.plan = plan;
        notes = new ArrayList<>(plan.notes());
    }

    /** None where the watcher has had enough. */
    static Optional<Controls> of(
            Dataset data, Attempts.Best best, Optional<GraphSource> graph, Groups groups, Watch watch) {
        if (watch.enough()) return Optional.empty();
        watch.phase("comparing with controls");
        long began = System.nanoTime();
        Spec spec = best.spec();
        RowSet kept = best.solution().support();
        boolean selects = spec.model().keeps() && kept.count() > 0 && !kept.isAll();
        boolean all = spec.model() != Model.KMEANS; // which is this very control
        ControlPlan.Costs costs = new ControlPlan.Costs(
                data.X(),
                spec,
                graph.map(GraphSource::graph),
                graph.flatMap(GraphSource::built).isPresent());
        ControlPlan plan = ControlPlan.of(costs, costs.fit(best.solution()), selects ? kept.count() : 0, all);
        try (Compute on = Compute.of(spec.threads())) {
            FeatureControls features =
                    new FeatureControls(on, data, spec, graph, Optional.of(groups.clustering()), plan);
            Comparing work = new Comparing(on, spec, features, plan);
            List<Control> made = new ArrayList<>();
            // k-means with features is a k-means on its kept ones already
            if (selects && plan.starts() > 0 && !spec.model().isKMeans()) made.add(features.kept(kept));
            if (watch.enough()) return Optional.empty();
            if (selects && plan.starts() > 0) made.add(features.random(kept.count()));
            if (watch.enough()) return Optional.empty();
            if (all && plan.allIterations() > 0) made.add(features.all());
            if (watch.enough()) return Optional.empty();
            if (plan.rounds() > 0) work.graphAlone(graph.orElseThrow().graph()).ifPresent(made::add);
            if (watch.enough()) return Optional.empty();
            double seconds = (System.nanoTime() - began) * 1e-9;
            return Optional.of(new Controls(made, Math.max(1, plan.starts()), work.notes, seconds));
        }
    }

    private Optional<Control> graphAlone(Graph known) {
        int joined = known.size() - known.components().isolated().size();
        if (joined == 0) {
            notes.add("the graph alone is left out: it has no edges");
            return Optional.empty();
        }
        int clusters = Math.min(spec.clusters(), joined);
        SmallestEigen.Options eigen = SmallestEigen.Options.of(clusters)
                .withTolerance(EIGEN_TOLERANCE)
                .withMaxRounds(plan.rounds())
                .withSeed(features.seed(FOR_GRAPH));
        KMeans.Options options = KMeansFit.options(clusters, features.seed(FeatureControls.FOR_KMEANS))
                .withStarts(Math.max(1, plan.starts()));
        try (SpectralClustering.Result found = SpectralClustering.of(on, known, eigen, options)) {
            if (found.residual() > ROUGH)
                notes.add(
                        "the graph alone is judged by rough eigenvectors: exact ones would have cost more than the fit");
            Score silhouette = plan.silhouetted() > 2
                    ? features.silhouette().score(on, found.points(), found.clustering())
                    : FeatureControls.noSilhouette();
            return Optional.of(features.control(
                    Control.Kind.GRAPH_ALONE, 0, found.clustering(), silhouette, FeatureControls.noEdges()));
        }
    }
}
