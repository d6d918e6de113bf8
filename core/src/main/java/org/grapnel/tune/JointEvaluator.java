package org.grapnel.tune;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.Score;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;
import org.grapnel.solve.StopReason;

/**
 * Makes and scores fits of the recommended method. Each is the fit of {@code grapnel fit} with the same values, so the
 * chosen one is the result. Nothing is drawn, so one fit for each point is enough.
 */
final class JointEvaluator implements ParallelFits.CandidateEvaluator, AutoCloseable {
    private final PreparedData data;
    private final Optional<GraphSource> givenGraph;
    private final TuneSpec tuneSpec;
    private final int clusters;
    private final Graph reference;
    private final Optional<HiddenEntriesScore> hiddenEntries;
    private final Map<ParameterPoint, List<Integer>> orders = new HashMap<>();

    JointEvaluator(
            PreparedData data, Optional<GraphSource> givenGraph, TuneSpec tuneSpec, int clusters, FitContext context) {
        this.data = data;
        this.givenGraph = givenGraph;
        this.tuneSpec = tuneSpec;
        this.clusters = clusters;
        reference = reference(data, tuneSpec);
        hiddenEntries = tuneSpec.criterion() == TuningCriterion.HELD_OUT_ENTRIES
                ? Optional.of(HiddenEntriesScore.create(
                        data, tuneSpec.base().seed(), tuneSpec.base().threads(), context))
                : Optional.empty();
    }

    @Override
    public void close() {
        hiddenEntries.ifPresent(HiddenEntriesScore::close);
    }

    /** The graph of {@value FitEvaluator#REFERENCE_NEIGHBORS} neighbours on all features, which no fit uses. */
    private static Graph reference(PreparedData data, TuneSpec tuneSpec) {
        int n = data.data().X().cols();
        GraphSpec onAll =
                tuneSpec.graphOfAllFeatures().withNeighbors(Math.min(FitEvaluator.REFERENCE_NEIGHBORS, n - 1));
        try (ExecutionContext execution =
                ExecutionContext.create(tuneSpec.base().threads())) {
            return KnnGraph.build(execution, data.data().X(), onAll).graph();
        }
    }

    PreparedData data() {
        return data;
    }

    int features() {
        return data.data().X().rows();
    }

    Spec spec(ParameterPoint point) {
        return tuneSpec.spec(point, features(), clusters, tuneSpec.base().seed());
    }

    private Fit fit(Spec spec, FitContext context) {
        return new FitPipeline(data, spec.withBaselines(false), context.silent())
                .withoutTrust()
                .fit(givenGraph);
    }

    @Override
    public Optional<TuningFit> evaluate(TuningCandidate candidate, int threads, FitContext context) {
        Spec spec = spec(candidate.point()).withThreads(threads);
        try (Fit fit = fit(spec, context)) {
            if (fit.solution().stop() instanceof StopReason.Interrupted) return Optional.empty();
            storeOrder(candidate.point(), fit);
            Clustering found = fit.groups().clustering();
            double modularity = Modularity.compute(reference, found).value().orElse(0);
            List<Double> hidings = hiddenEntries
                    .map(score -> score.compute(spec, givenGraph, context.silent()))
                    .orElse(List.of());
            double score = switch (tuneSpec.criterion()) {
                case MODULARITY -> modularity;
                case SILHOUETTE -> fit.groups().silhouette().value().orElse(-1);
                case STABILITY -> agreementWithSecondStart(found, spec, context);
                case HELD_OUT ->
                    HeldOutScore.compute(data, spec, context.silent()).orElse(Double.NaN);
                case HELD_OUT_ENTRIES ->
                    hidings.stream().mapToDouble(s -> s).average().orElse(Double.NaN);
            };
            if (Double.isNaN(score)) return Optional.empty();
            return Optional.of(new TuningFit(
                    candidate,
                    score,
                    modularity,
                    Modularity.inside(reference, found).value().orElse(0),
                    tuneSpec.criterion() == TuningCriterion.SILHOUETTE
                            ? toOptional(fit.groups().silhouette())
                            : Optional.empty(),
                    fit.solution().trace().iterations(),
                    fit.solution().stop().code(),
                    fit.scores().flatMap(scores -> toOptional(scores.nmi())),
                    Optional.empty(),
                    hidings));
        }
    }

    private static Optional<Double> toOptional(Score score) {
        return score.isDefined() ? Optional.of(score.get()) : Optional.empty();
    }

    /** Agreement with the groups of a fit whose start is drawn; NaN if that fit was cancelled. */
    private double agreementWithSecondStart(Clustering found, Spec spec, FitContext context) {
        try (Fit second = fit(spec.forRestart(1), context)) {
            if (second.solution().stop() instanceof StopReason.Interrupted) return Double.NaN;
            return AdjustedRand.compute(found, second.groups().clustering());
        }
    }

    private synchronized void storeOrder(ParameterPoint point, Fit fit) {
        orders.put(point, fit.selection().map(Selection::order).orElse(List.of()));
    }

    /** The selected features of a point, best first. Fits again where the fit comes from an earlier run; empty if cancelled. */
    Optional<List<Integer>> order(ParameterPoint point, FitContext context) {
        synchronized (this) {
            if (orders.containsKey(point)) return Optional.of(orders.get(point));
        }
        try (Fit fit = fit(spec(point), context)) {
            if (fit.solution().stop() instanceof StopReason.Interrupted) return Optional.empty();
            storeOrder(point, fit);
            return Optional.of(fit.selection().map(Selection::order).orElse(List.of()));
        }
    }

    /**
     * The verdict of {@code fit} on the groups of a point, and the graph of that fit.
     *
     * @param trust empty where the graph has no edges
     */
    record JudgedGraph(Optional<Trust> trust, GraphSource graph) {}

    /** Judges the groups of a point; empty if cancelled. */
    Optional<JudgedGraph> judge(ParameterPoint point, FitContext context) {
        Spec spec = spec(point).withBaselines(false);
        try (Fit fit = new FitPipeline(data, spec, context.silent()).fit(givenGraph)) {
            if (fit.solution().stop() instanceof StopReason.Interrupted || context.isCancelled())
                return Optional.empty();
            return Optional.of(new JudgedGraph(fit.trust(), fit.graph().orElseThrow()));
        }
    }
}
