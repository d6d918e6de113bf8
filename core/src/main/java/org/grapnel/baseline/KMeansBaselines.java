package org.grapnel.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.EdgePreservation;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.evaluate.Silhouette;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.pipeline.KMeansFactorization;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/** k-means and neighbours on the kept features, on as many random features, and on all features. */
final class KMeansBaselines {
    private static final int FOR_DRAWS = 11;
    static final int FOR_KMEANS = 12;

    private final ExecutionContext context;
    private final Dataset data;
    private final Spec spec;
    private final Optional<GraphSource> graph;
    private final Optional<Graph> reference;
    private final BaselineBudget plan;
    private Optional<Clustering> groups;

    /**
     * Creates the baselines. Without groups of a fit, those of the first baseline are used instead.
     *
     * @param reference the graph of the modularity
     */
    KMeansBaselines(
            ExecutionContext context,
            Dataset data,
            Spec spec,
            Optional<GraphSource> graph,
            Optional<Graph> reference,
            Optional<Clustering> groups,
            BaselineBudget plan) {
        this.context = context;
        this.data = data;
        this.spec = spec;
        this.graph = graph;
        this.reference = reference;
        this.groups = groups;
        this.plan = plan;
    }

    Baseline kept(RowSet rows) {
        try (Matrix X = data.X().selectRows(rows.toArray())) {
            return onFeatures(Baseline.Kind.KEPT_FEATURES, X, Integer.MAX_VALUE, seed(FOR_KMEANS), plan.edges());
        }
    }

    /** k-means on the kept features, whose groups are known. */
    Baseline kept(RowSet rows, Clustering known) {
        try (Matrix X = data.X().selectRows(rows.toArray())) {
            Score silhouette = plan.silhouetted() > 2 ? silhouette().scoreColumns(context, X, known) : noSilhouette();
            return control(
                    Baseline.Kind.KEPT_FEATURES, X.rows(), known, silhouette, plan.edges() ? edgesKept(X) : noEdges());
        }
    }

    /** A baseline whose groups are known, without a silhouette. */
    Baseline known(Baseline.Kind kind, int features, Clustering known) {
        return control(kind, features, known, noSilhouette(), noEdges());
    }

    Baseline all() {
        return onFeatures(Baseline.Kind.ALL_FEATURES, data.X(), plan.allIterations(), seed(FOR_KMEANS), false);
    }

    /** Computes the mean of several draws. The budget may count kept edges for some of the draws only. */
    Baseline random(int count) {
        List<Baseline> draws = new ArrayList<>();
        for (int d = 0; d < BaselineBudget.DRAWS; d++) {
            try (Matrix X = drawn(count, d)) {
                draws.add(onFeatures(
                        Baseline.Kind.RANDOM_FEATURES,
                        X,
                        Integer.MAX_VALUE,
                        seed(FOR_KMEANS) + d,
                        d < plan.edgeDraws()));
            }
        }
        return new Baseline(
                Baseline.Kind.RANDOM_FEATURES,
                count,
                draws.size(),
                draws.get(0).groups(),
                data.labels()
                        .map(truth -> new Scores(
                                mean(draws, c -> c.scores().orElseThrow().nmi()),
                                mean(draws, c -> c.scores().orElseThrow().acc()),
                                mean(draws, c -> c.scores().orElseThrow().ari()),
                                mean(draws, c -> c.scores().orElseThrow().purity()))),
                mean(draws, Baseline::ariWithGroups),
                mean(draws, Baseline::silhouette),
                mean(draws, Baseline::edgesKept),
                mean(draws, Baseline::modularity));
    }

    /** Returns the kept edges of {@link #kept}, without groups. */
    Score edgesOf(RowSet rows) {
        if (!plan.edges()) return noEdges();
        try (Matrix X = data.X().selectRows(rows.toArray())) {
            return edgesKept(X);
        }
    }

    /** Returns the kept edges of {@link #random}, without groups. */
    Score edgesOfRandom(int count) {
        List<Score> draws = new ArrayList<>();
        for (int d = 0; d < plan.edgeDraws(); d++) {
            try (Matrix X = drawn(count, d)) {
                draws.add(edgesKept(X));
            }
        }
        return draws.isEmpty() ? noEdges() : mean(draws, score -> score);
    }

    private Matrix drawn(int count, int draw) {
        return data.X()
                .selectRows(BaselineBudget.draw(data.X().rows(), count, seed(FOR_DRAWS) + draw)
                        .toArray());
    }

    /** Returns the mean over the draws that have the score. */
    private static <T> Score mean(List<T> draws, Function<T, Score> what) {
        List<Score> defined = draws.stream().map(what).filter(Score::isDefined).toList();
        if (defined.isEmpty()) return what.apply(draws.get(0));
        double sum = 0;
        for (Score score : defined) sum += score.get();
        return Score.of(sum / defined.size());
    }

    private Baseline onFeatures(Baseline.Kind kind, Matrix X, int iterations, long seed, boolean edges) {
        int clusters =
                Math.min(spec.clusters(), DistinctColumns.find(context, X).count());
        KMeansOptions options = KMeansFactorization.options(clusters, seed).withStarts(Math.max(1, plan.starts()));
        options = options.withMaxIterations(Math.min(options.maxIterations(), iterations));
        try (KMeansResult found = KMeans.clusterColumns(context, X, options)) {
            Clustering own = found.clustering();
            Score silhouette = plan.silhouetted() > 2 ? silhouette().scoreColumns(context, X, own) : noSilhouette();
            return control(kind, X.rows(), own, silhouette, edges ? edgesKept(X) : noEdges());
        }
    }

    /** k-means on the leading principal components. */
    Baseline components(int count) {
        int clusters = Math.min(
                spec.clusters(), DistinctColumns.find(context, data.X()).count());
        KMeansOptions options =
                KMeansFactorization.options(clusters, seed(FOR_KMEANS)).withStarts(Math.max(1, plan.starts()));
        try (DenseMatrix scores = principalComponents(count);
                KMeansResult found = KMeans.clusterRows(context, scores, options)) {
            Clustering own = found.clustering();
            Score silhouette = plan.silhouetted() > 2 ? silhouette().score(context, scores, own) : noSilhouette();
            return control(Baseline.Kind.PRINCIPAL_COMPONENTS, count, own, silhouette, noEdges());
        }
    }

    /** Returns the coordinates of the samples along the leading components, n × count. */
    private DenseMatrix principalComponents(int count) {
        var options =
                PrincipalComponents.ComponentOptions.of(count).withTolerance(PrincipalComponents.ComponentOptions.FAST);
        try (PrincipalComponents found = PrincipalComponents.compute(context, data.X(), options)) {
            return found.scores().copy();
        }
    }

    Baseline control(Baseline.Kind kind, int features, Clustering own, Score silhouette, Score edges) {
        if (groups.isEmpty()) groups = Optional.of(own);
        int[] those = groups.orElseThrow().toArray();
        Score withGroups = Score.of(AdjustedRand.compute(ContingencyTable.of(those, own.toArray())));
        return new Baseline(
                kind,
                features,
                1,
                own.clusters(),
                data.labels().map(truth -> Scores.compute(truth, own)),
                withGroups,
                silhouette,
                edges,
                modularity(own));
    }

    /** Returns the modularity of groups on the reference graph. */
    Score modularity(Clustering own) {
        return reference
                .map(known -> Modularity.compute(known, own))
                .orElseGet(() -> Score.undefined("modularity needs a graph"));
    }

    Silhouette silhouette() {
        return Silhouette.of(spec.seed()).withMaxSamples(Math.max(3, plan.silhouetted()));
    }

    static Score noSilhouette() {
        return Score.undefined("a silhouette would have cost more than the fit");
    }

    static Score noEdges() {
        return Score.undefined("the share of edges kept is not looked at here");
    }

    /** Returns the share of the graph's edges that the neighbour graph on these features has. */
    private Score edgesKept(Matrix X) {
        GraphSource source = graph.orElseThrow();
        GraphSpec how = source.built().isPresent() ? spec.graph() : GraphSpec.like(source.graph());
        try {
            return EdgePreservation.compute(
                    source.graph(),
                    KnnGraph.build(context, X, how.withoutComponents().withWeights(WeightKind.BINARY))
                            .graph());
        } catch (DataException e) { // a cosine needs samples that are not all zero
            return Score.undefined("%s", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the seed of a separate stream of random numbers, independent of the fit. */
    long seed(int part) {
        return CounterRandom.split(spec.seed(), part);
    }
}
