package org.grapnel.tune;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.Modularity;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.FactorSolver;
import org.grapnel.pipeline.FeatureSelectionStep;
import org.grapnel.pipeline.GroupingStep;
import org.grapnel.pipeline.KnnGraphCache;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.start.Start;

/**
 * Makes and scores the fits of one data set. Graphs and feature selections are computed once and shared by all starts.
 * Several threads may make fits at a time; only one thread at a time may build graphs and selections.
 */
final class FitEvaluator implements AutoCloseable {
    /** Neighbours of the graph on which all groups are scored. No fit uses this number, so the graph favours none. */
    static final int REFERENCE_NEIGHBORS = 4;

    private final PreparedData data;
    private final Optional<GraphSource> givenGraph;
    private final KnnGraphCache graphs;
    private final TuneSpec tuneSpec;
    private final int clusters;
    private final Graph reference;
    private final Map<TuningCandidate, Selection> selections = new HashMap<>();
    private final Map<TuningCandidate, DenseMatrix> finalHs = new HashMap<>();

    FitEvaluator(
            PreparedData data,
            Optional<GraphSource> givenGraph,
            KnnGraphCache graphs,
            TuneSpec tuneSpec,
            int clusters) {
        this.data = data;
        this.givenGraph = givenGraph;
        this.graphs = graphs;
        this.tuneSpec = tuneSpec;
        this.clusters = clusters;
        reference = graphs.graph(Math.min(REFERENCE_NEIGHBORS, X().cols() - 1)).graph();
    }

    PreparedData data() {
        return data;
    }

    private Matrix X() {
        return data.data().X();
    }

    /** The number of edges of the reference graph. */
    long edges() {
        return reference.edges();
    }

    /** The number of features to select from. */
    int features() {
        return X().rows();
    }

    GraphSource graph(ParameterPoint point) {
        return givenGraph.orElseGet(() -> graphs.graph(point.neighbors().orElseThrow()));
    }

    Spec spec(ParameterPoint point, long seed) {
        return tuneSpec.spec(point, features(), clusters, seed);
    }

    /** Returns the selected features of a point, best first; empty where all are kept or the solver selects them. */
    synchronized Optional<Selection> selection(ParameterPoint point, long seed, FitContext context) {
        // MCFS draws the start of its eigenvectors from the seed
        boolean seeded = tuneSpec.base().select().by() == FeatureSelection.Strategy.MCFS;
        Spec spec = spec(point, seeded ? seed : tuneSpec.base().seed());
        if (!spec.selectsBeforeFit()) return Optional.empty();
        // the selection does not depend on alpha
        TuningCandidate key = new TuningCandidate(TuningStage.GRID, point.withAlpha(0), spec.seed());
        if (!selections.containsKey(key))
            selections.put(
                    key,
                    FeatureSelectionStep.runAlone(data, Optional.of(graph(point)), spec, context.silent())
                            .selection());
        return Optional.of(selections.get(key));
    }

    /** What the solver needs for a candidate; {@code kept} is present where features are selected before the fit. */
    private record CandidateJob(Spec spec, GraphSource graph, Optional<RowSet> kept) {}

    private CandidateJob job(TuningCandidate candidate, int threads, FitContext context) {
        GraphSource graph = graph(candidate.point());
        Spec spec =
                spec(candidate.point(), candidate.seed()).withThreads(threads).withLambdaFor(graph.graph());
        return new CandidateJob(
                spec,
                graph,
                selection(candidate.point(), candidate.seed(), context).map(Selection::kept));
    }

    /** Supplies the H from which a fit starts. */
    private interface WarmStartSource {
        Optional<DenseMatrix> initialH(TuningCandidate candidate);
    }

    /** Evaluates candidates from the start of their seed. */
    ParallelFits.CandidateEvaluator cold(boolean storesH) {
        return new StartedEvaluator(candidate -> Optional.empty(), storesH);
    }

    /** Evaluates candidates from the final H of another fit. */
    ParallelFits.CandidateEvaluator warm(Function<TuningCandidate, DenseMatrix> initialH) {
        return new StartedEvaluator(candidate -> Optional.of(initialH.apply(candidate)), false);
    }

    private final class StartedEvaluator implements ParallelFits.CandidateEvaluator {
        private final WarmStartSource warmStart;
        private final boolean storesH;

        StartedEvaluator(WarmStartSource warmStart, boolean storesH) {
            this.warmStart = warmStart;
            this.storesH = storesH;
        }

        @Override
        public void prepare(TuningCandidate candidate, FitContext context) {
            selection(candidate.point(), candidate.seed(), context);
            warmStart.initialH(candidate);
        }

        @Override
        public Optional<TuningFit> evaluate(TuningCandidate candidate, int threads, FitContext context) {
            return FitEvaluator.this.evaluate(candidate, warmStart.initialH(candidate), storesH, threads, context);
        }
    }

    /**
     * Makes and scores a fit; empty if it was cancelled.
     *
     * @param warm H to start from instead of the start drawn from the seed
     * @param storeH whether to store H for {@link #finalH}
     */
    Optional<TuningFit> evaluate(
            TuningCandidate candidate, Optional<DenseMatrix> warm, boolean storeH, int threads, FitContext context) {
        FitContext silent = context.silent();
        CandidateJob job = job(candidate, threads, context);
        Spec spec = warm.map(Ht -> job.spec.withStart(startFrom(Ht))).orElse(job.spec);
        try (Solution solution = solve(job, spec, silent)) {
            if (solution.stop() instanceof StopReason.Interrupted) return Optional.empty();
            if (storeH) storeH(candidate, solution.Ht().copy());
            Groups groups = tuneSpec.criterion() == TuningCriterion.SILHOUETTE
                    ? GroupingStep.group(solution, spec)
                    : new Groups(
                            GroupingStep.cluster(solution, spec),
                            Score.undefined("not computed"),
                            Groups.Origin.K_MEANS_ON_H,
                            Optional.empty());
            Clustering found = groups.clustering();
            double modularity = Modularity.compute(reference, found).value().orElse(0);
            double score = switch (tuneSpec.criterion()) {
                case MODULARITY -> modularity;
                case SILHOUETTE -> groups.silhouette().value().orElse(-1);
                case STABILITY -> agreementWithSecondStart(found, job, spec, silent);
                case HELD_OUT ->
                    HeldOutScore.compute(
                                    data,
                                    spec(candidate.point(), candidate.seed()).withThreads(threads),
                                    silent)
                            .orElse(Double.NaN);
                case HELD_OUT_ENTRIES ->
                    throw new IllegalStateException("best-support fits every entry, so none can be hidden");
            };
            if (Double.isNaN(score)) return Optional.empty();
            return Optional.of(toTuningFit(candidate, score, modularity, groups, solution));
        }
    }

    private TuningFit toTuningFit(
            TuningCandidate candidate, double score, double modularity, Groups groups, Solution solution) {
        Clustering found = groups.clustering();
        boolean bySolver = candidate.point().keep() < features()
                && !spec(candidate.point(), 0).selectsBeforeFit();
        return new TuningFit(
                candidate,
                score,
                modularity,
                Modularity.inside(reference, found).value().orElse(0),
                toOptional(groups.silhouette()),
                solution.trace().iterations(),
                solution.stop().code(),
                data.data()
                        .labels()
                        .flatMap(
                                truth -> toOptional(Scores.compute(truth, found).nmi())),
                bySolver ? Optional.of(solution.support()) : Optional.empty());
    }

    private static Optional<Double> toOptional(Score score) {
        return score.isDefined() ? Optional.of(score.get()) : Optional.empty();
    }

    private Solution solve(CandidateJob job, Spec spec, FitContext context) {
        Optional<Graph> edges = Optional.of(job.graph.graph());
        return job.kept
                .map(rows -> FactorSolver.onSelected(X(), rows, edges, context).solve(spec))
                .orElseGet(() -> FactorSolver.onAll(X(), edges, context).solve(spec));
    }

    private static Start startFrom(DenseMatrix Ht) {
        return (context, X, r) -> new Start.StartPoint(DenseMatrix.zeros(X.rows(), r), Ht.copy());
    }

    /** Agreement with the groups from a second, independent start; NaN if that fit was cancelled. */
    private double agreementWithSecondStart(Clustering found, CandidateJob job, Spec spec, FitContext context) {
        Spec other = spec.withStart(Start.random(~spec.seed()));
        try (Solution second = solve(job, other, context)) {
            if (second.stop() instanceof StopReason.Interrupted) return Double.NaN;
            return AdjustedRand.compute(found, GroupingStep.cluster(second, other));
        }
    }

    private synchronized void storeH(TuningCandidate candidate, DenseMatrix Ht) {
        DenseMatrix before = finalHs.put(candidate, Ht);
        if (before != null) before.close();
    }

    /** Returns H of a cold-started fit; empty if cancelled. Solves again where the fit comes from an earlier run. */
    Optional<DenseMatrix> finalH(TuningCandidate candidate, int threads, FitContext context) {
        synchronized (this) {
            if (finalHs.containsKey(candidate)) return Optional.of(finalHs.get(candidate));
        }
        CandidateJob job = job(candidate, threads, context);
        try (Solution solution = solve(job, job.spec, context.silent())) {
            if (solution.stop() instanceof StopReason.Interrupted) return Optional.empty();
            DenseMatrix Ht = solution.Ht().copy();
            storeH(candidate, Ht);
            return Optional.of(Ht);
        }
    }

    @Override
    public synchronized void close() {
        finalHs.values().forEach(DenseMatrix::close);
        finalHs.clear();
    }
}
