package org.grapnel.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.Louvain;
import org.grapnel.cluster.LouvainOptions;
import org.grapnel.cluster.SpectralClustering;
import org.grapnel.cluster.SpectralClusteringResult;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.model.Model;
import org.grapnel.pipeline.BestRestart;
import org.grapnel.pipeline.KMeansFactorization;
import org.grapnel.runtime.ExecutionContext;

/**
 * Computes the baselines of a fit: k-means on kept, on random, on all features and on principal components, the graph alone and its
 * communities.
 */
public final class FitBaselines {
    private static final int FOR_GRAPH = 13;
    private static final int FOR_COMMUNITIES = 14;

    /** Groups do not depend on further digits of the eigenvectors. */
    private static final double EIGEN_TOLERANCE = 1e-6;

    private static final double ROUGH = 1e-3;

    private final ExecutionContext execution;
    private final Spec spec;
    private final KMeansBaselines features;
    private final BaselineBudget plan;
    private final List<String> notes;

    private FitBaselines(ExecutionContext execution, Spec spec, KMeansBaselines features, BaselineBudget plan) {
        this.execution = execution;
        this.spec = spec;
        this.features = features;
        this.plan = plan;
        notes = new ArrayList<>(plan.notes());
    }

    /**
     * Computes the baselines that the budget allows; empty if cancelled.
     *
     * @param reference the graph on which modularity is computed; if empty, that of the fit
     */
    public static Optional<Baselines> compute(
            Dataset data,
            BestRestart best,
            Optional<GraphSource> graph,
            Optional<Graph> reference,
            Groups groups,
            KnownGroups known,
            FitContext context) {
        if (context.isCancelled()) return Optional.empty();
        context.listener().onPhase("comparing with baselines");
        long began = System.nanoTime();
        Spec spec = best.spec();
        RowSet kept = best.solution().support();
        boolean selects = spec.model().isSparse() && kept.count() > 0 && !kept.isAll();
        boolean all = spec.model() != Model.KMEANS; // which is this baseline itself
        BaselineBudget.OperationCounts costs = new BaselineBudget.OperationCounts(
                data.X(),
                spec,
                graph.map(GraphSource::graph),
                graph.flatMap(GraphSource::built).isPresent());
        BaselineBudget plan = BaselineBudget.plan(costs, costs.fit(best.solution()), selects ? kept.count() : 0, all);
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            KMeansBaselines features = new KMeansBaselines(
                    execution,
                    data,
                    spec,
                    graph,
                    reference.or(() -> graph.map(GraphSource::graph)),
                    Optional.of(groups.clustering()),
                    plan);
            FitBaselines work = new FitBaselines(execution, spec, features, plan);
            List<Baseline> made = new ArrayList<>();
            // the sparse k-means model is a k-means on its kept features already
            if (selects && known.onKept().isPresent())
                made.add(features.kept(kept, known.onKept().get()));
            else if (selects && plan.starts() > 0 && !spec.model().isKMeans()) made.add(features.kept(kept));
            if (context.isCancelled()) return Optional.empty();
            if (selects && plan.starts() > 0) made.add(features.random(kept.count()));
            if (context.isCancelled()) return Optional.empty();
            if (all && plan.allIterations() > 0) made.add(features.all());
            if (context.isCancelled()) return Optional.empty();
            if (known.onComponents().isPresent()) {
                int count = graph.flatMap(GraphSource::built)
                        .flatMap(KnnGraph::scores)
                        .map(ComponentScores::count)
                        .orElse(Math.min(data.X().rows(), GraphSpec.COMPONENTS));
                made.add(features.known(
                        Baseline.Kind.PRINCIPAL_COMPONENTS,
                        count,
                        known.onComponents().get()));
            } else if (plan.components() > 0) {
                made.add(features.components(plan.components()));
            }
            if (context.isCancelled()) return Optional.empty();
            if (known.ofGraph().isPresent())
                made.add(features.known(
                        Baseline.Kind.GRAPH_ALONE, 0, known.ofGraph().get()));
            else if (plan.rounds() > 0)
                work.graphAlone(graph.orElseThrow().graph()).ifPresent(made::add);
            known.ofAllFeatures()
                    .ifPresent(other -> made.add(features.known(Baseline.Kind.GRAPH_OF_ALL_FEATURES, 0, other)));
            if (context.isCancelled()) return Optional.empty();
            if (plan.communities())
                work.communities(graph.orElseThrow().graph()).ifPresent(made::add);
            if (context.isCancelled()) return Optional.empty();
            if (known.onComponents().isPresent()) work.notes.remove(BaselineBudget.WITHOUT_COMPONENTS);
            if (known.ofGraph().isPresent()) work.notes.remove(BaselineBudget.WITHOUT_GRAPH);
            double seconds = (System.nanoTime() - began) * 1e-9;
            return Optional.of(new Baselines(
                    made, Math.max(1, plan.starts()), work.notes, seconds, features.modularity(groups.clustering())));
        }
    }

    private Optional<Baseline> graphAlone(Graph known) {
        int joined = known.size() - known.components().isolated().size();
        if (joined == 0) {
            notes.add("the graph alone is left out: it has no edges");
            return Optional.empty();
        }
        int clusters = Math.min(spec.clusters(), joined);
        ChebyshevEigenSolver.EigenOptions eigen = ChebyshevEigenSolver.EigenOptions.of(clusters)
                .withTolerance(EIGEN_TOLERANCE)
                .withMaxRounds(plan.rounds())
                .withSeed(features.seed(FOR_GRAPH));
        KMeansOptions options = KMeansFactorization.options(clusters, features.seed(KMeansBaselines.FOR_KMEANS))
                .withStarts(Math.max(1, plan.starts()));
        try (SpectralClusteringResult found = SpectralClustering.cluster(execution, known, eigen, options)) {
            if (found.residual() > ROUGH)
                notes.add(
                        "the graph alone is judged by rough eigenvectors: exact ones would have cost more than the fit");
            Score silhouette = plan.silhouetted() > 2
                    ? features.silhouette().score(execution, found.points(), found.clustering())
                    : KMeansBaselines.noSilhouette();
            return Optional.of(features.control(
                    Baseline.Kind.GRAPH_ALONE, 0, found.clustering(), silhouette, KMeansBaselines.noEdges()));
        }
    }

    /** Finds communities; without an edge every sample would be its own. */
    private Optional<Baseline> communities(Graph known) {
        if (known.edges() == 0) return Optional.empty();
        Clustering found = Louvain.cluster(known, LouvainOptions.standard().withSeed(features.seed(FOR_COMMUNITIES)));
        return Optional.of(features.control(
                Baseline.Kind.COMMUNITIES,
                0,
                found,
                Score.undefined("communities are found without coordinates of the samples"),
                KMeansBaselines.noEdges()));
    }
}
