package org.grapnel.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/** Computes the baselines of features that were selected without a fit. */
public final class SelectionBaselines {
    private final SelectionResult chosen;
    private final Dataset data;
    private final FitContext context;
    private final List<String> notes = new ArrayList<>();

    public SelectionBaselines(SelectionResult chosen, FitContext context) {
        this.chosen = chosen;
        data = chosen.prepared().data();
        this.context = context;
    }

    /** Compares the selected features with random ones; empty if cancelled. */
    public Optional<NeighborhoodPreservation> compare(Optional<Integer> clusters) {
        if (context.isCancelled()) return Optional.empty();
        long began = System.nanoTime();
        Spec spec = clusters.map(chosen.spec()::withClusters).orElse(chosen.spec());
        RowSet kept = chosen.selection().kept();
        try (ExecutionContext execution = ExecutionContext.create(spec.threads())) {
            Optional<GraphSource> graph = chosen.graph().or(() -> neighbours(execution, spec));
            BaselineBudget.OperationCounts costs = new BaselineBudget.OperationCounts(
                    data.X(),
                    spec,
                    graph.map(GraphSource::graph),
                    graph.flatMap(GraphSource::built).isPresent());
            BaselineBudget plan = BaselineBudget.planForSelection(costs, kept.count());
            notes.addAll(plan.notes());
            KMeansBaselines features = new KMeansBaselines(
                    execution, data, spec, graph, graph.map(GraphSource::graph), Optional.empty(), plan);
            if (context.isCancelled()) return Optional.empty();
            context.listener().onPhase("comparing with random features");
            return clusters.isPresent()
                    ? grouped(features, kept, plan, began)
                    : Optional.of(new NeighborhoodPreservation(
                            features.edgesOf(kept),
                            kept.isAll() ? KMeansBaselines.noEdges() : features.edgesOfRandom(kept.count()),
                            Optional.empty(),
                            notes));
        }
    }

    private Optional<NeighborhoodPreservation> grouped(
            KMeansBaselines features, RowSet kept, BaselineBudget plan, long began) {
        List<Baseline> made = new ArrayList<>();
        made.add(features.kept(kept));
        if (context.isCancelled()) return Optional.empty();
        if (!kept.isAll()) made.add(features.random(kept.count()));
        if (context.isCancelled()) return Optional.empty();
        if (!kept.isAll()) made.add(features.all());
        double seconds = (System.nanoTime() - began) * 1e-9;
        Baselines baselines = new Baselines(
                made, plan.starts(), List.of(), seconds, made.get(0).modularity());
        return Optional.of(new NeighborhoodPreservation(
                edges(baselines, Baseline.Kind.KEPT_FEATURES),
                edges(baselines, Baseline.Kind.RANDOM_FEATURES),
                Optional.of(baselines),
                notes));
    }

    private static Score edges(Baselines baselines, Baseline.Kind kind) {
        return baselines.of(kind).map(Baseline::edgesKept).orElse(KMeansBaselines.noEdges());
    }

    /** Builds the graph for strategies that need none: kept edges are counted for them too. */
    private Optional<GraphSource> neighbours(ExecutionContext execution, Spec spec) {
        context.listener().onPhase("finding neighbours");
        try {
            return Optional.of(GraphSource.of(KnnGraph.build(execution, data.X(), spec.graph())));
        } catch (DataException e) { // a cosine needs samples that are not all zero
            notes.add("the share of edges kept is left out: " + e.getMessage());
            return Optional.empty();
        }
    }
}
