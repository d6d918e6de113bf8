package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Contingency;
import org.grapnel.evaluate.EdgesKept;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.Weights;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SmallestEigen;
import org.grapnel.model.Model;

/** The controls of a fit: k-means on kept, on random and on all features, and the graph alone. */
final class Comparing {
    private static final int FOR_DRAWS = 11;
    private static final int FOR_KMEANS = 12;
    private static final int FOR_GRAPH = 13;

    /** Groups do not change with the digits beyond. */
    private static final double EIGEN_TOLERANCE = 1e-6;

    private static final double ROUGH = 1e-3;

    private final Compute on;
    private final Dataset data;
    private final Spec spec;
    private final Optional<GraphSource> graph;
    private final Clustering groups;
    private final ControlPlan plan;
    private final List<String> notes;

    private Comparing(
            Compute on, Dataset data, Spec spec, Optional<GraphSource> graph, Clustering groups, ControlPlan plan) {
        this.on = on;
        this.data = data;
        this.spec = spec;
        this.graph = graph;
        this.groups = groups;
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
                graph.flatMap(GraphSource::built).isPresent(),
                best.solution());
        ControlPlan plan = ControlPlan.of(costs, selects ? kept.count() : 0, all);
        try (Compute on = Compute.of(spec.threads())) {
            Comparing work = new Comparing(on, data, spec, graph, groups.clustering(), plan);
            List<Control> made = new ArrayList<>();
            // k-means with features is a k-means on its kept ones already
            if (selects && plan.starts() > 0 && !spec.model().isKMeans()) made.add(work.kept(kept));
            if (watch.enough()) return Optional.empty();
            if (selects && plan.starts() > 0) made.add(work.random(kept.count()));
            if (watch.enough()) return Optional.empty();
            if (all && plan.allIterations() > 0) made.add(work.all());
            if (watch.enough()) return Optional.empty();
            if (plan.rounds() > 0) work.graphAlone().ifPresent(made::add);
            if (watch.enough()) return Optional.empty();
            double seconds = (System.nanoTime() - began) * 1e-9;
            return Optional.of(new Controls(made, Math.max(1, plan.starts()), work.notes, seconds));
        }
    }

    private Control kept(RowSet rows) {
        try (Matrix X = data.X().selected(rows.toArray())) {
            return onFeatures(Control.Kind.KEPT_FEATURES, X, Integer.MAX_VALUE, seed(FOR_KMEANS), plan.edges());
        }
    }

    private Control all() {
        return onFeatures(Control.Kind.ALL_FEATURES, data.X(), plan.allIterations(), seed(FOR_KMEANS), false);
    }

    /** The mean of several draws; edges are looked at for some of them only, where all would take too long. */
    private Control random(int count) {
        List<Control> draws = new ArrayList<>();
        for (int d = 0; d < ControlPlan.DRAWS; d++) {
            RowSet rows = ControlPlan.draw(data.X().rows(), count, seed(FOR_DRAWS) + d);
            try (Matrix X = data.X().selected(rows.toArray())) {
                draws.add(onFeatures(
                        Control.Kind.RANDOM_FEATURES,
                        X,
                        Integer.MAX_VALUE,
                        seed(FOR_KMEANS) + d,
                        d < plan.edgeDraws()));
            }
        }
        return new Control(
                Control.Kind.RANDOM_FEATURES,
                count,
                draws.size(),
                data.labels()
                        .map(truth -> new Scores(
                                mean(draws, c -> c.scores().orElseThrow().nmi()),
                                mean(draws, c -> c.scores().orElseThrow().acc()),
                                mean(draws, c -> c.scores().orElseThrow().ari()),
                                mean(draws, c -> c.scores().orElseThrow().purity()))),
                mean(draws, Control::ariWithGroups),
                mean(draws, Control::silhouette),
                mean(draws, Control::edgesKept));
    }

    /** Of the draws that have a number. */
    private static Score mean(List<Control> draws, Function<Control, Score> what) {
        List<Score> defined = draws.stream().map(what).filter(Score::isDefined).toList();
        if (defined.isEmpty()) return what.apply(draws.get(0));
        double sum = 0;
        for (Score score : defined) sum += score.get();
        return Score.of(sum / defined.size());
    }

    private Control onFeatures(Control.Kind kind, Matrix X, int iterations, long seed, boolean edges) {
        int clusters = Math.min(spec.clusters(), DistinctColumns.of(on, X).count());
        KMeans.Options options = KMeansFit.options(clusters, seed).withStarts(Math.max(1, plan.starts()));
        options = options.withMaxIterations(Math.min(options.maxIterations(), iterations));
        try (KMeans.Result found = KMeans.ofColumns(on, X, options)) {
            Clustering own = found.clustering();
            Score silhouette = plan.silhouetted() > 2
                    ? silhouette().scoreColumns(on, X, own)
                    : Score.undefined("a silhouette would have cost more than the fit");
            return control(kind, X.rows(), own, silhouette, edges ? edgesKept(X) : noEdges());
        }
    }

    private Optional<Control> graphAlone() {
        Graph known = graph.orElseThrow().graph();
        int joined = known.size() - known.components().isolated().size();
        if (joined == 0) {
            notes.add("the graph alone is left out: it has no edges");
            return Optional.empty();
        }
        int clusters = Math.min(spec.clusters(), joined);
        SmallestEigen.Options eigen = SmallestEigen.Options.of(clusters)
                .withTolerance(EIGEN_TOLERANCE)
                .withMaxRounds(plan.rounds())
                .withSeed(seed(FOR_GRAPH));
        KMeans.Options options = KMeansFit.options(clusters, seed(FOR_KMEANS)).withStarts(Math.max(1, plan.starts()));
        try (SpectralClustering.Result found = SpectralClustering.of(on, known, eigen, options)) {
            if (found.residual() > ROUGH)
                notes.add(
                        "the graph alone is judged by rough eigenvectors: exact ones would have cost more than the fit");
            Score silhouette = plan.silhouetted() > 2
                    ? silhouette().score(on, found.points(), found.clustering())
                    : Score.undefined("a silhouette would have cost more than the fit");
            return Optional.of(control(Control.Kind.GRAPH_ALONE, 0, found.clustering(), silhouette, noEdges()));
        }
    }

    private Control control(Control.Kind kind, int features, Clustering own, Score silhouette, Score edges) {
        Score withGroups = Score.of(AdjustedRand.of(Contingency.of(groups.toArray(), own.toArray())));
        return new Control(
                kind, features, 1, data.labels().map(truth -> Scores.of(truth, own)), withGroups, silhouette, edges);
    }

    private Silhouette silhouette() {
        return Silhouette.of(spec.seed()).withMost(Math.max(3, plan.silhouetted()));
    }

    private static Score noEdges() {
        return Score.undefined("the share of edges kept is not looked at here");
    }

    /** The share of the graph's edges among those of the neighbours on these features, as many for each sample. */
    private Score edgesKept(Matrix X) {
        GraphSource source = graph.orElseThrow();
        GraphSpec how = source.built().isPresent() ? spec.graph() : GraphSpec.like(source.graph());
        try {
            return EdgesKept.of(
                    source.graph(),
                    KnnGraph.of(on, X, how.withWeights(Weights.BINARY)).graph());
        } catch (DataException e) { // a cosine needs samples that are not all zero
            return Score.undefined("%s", String.valueOf(e.getMessage()));
        }
    }

    /** A part of the numbers of its own, so that a control does not share the luck of the run. */
    private long seed(int part) {
        return Randoms.split(spec.seed(), part);
    }
}
