package org.grapnel.tune;

import java.util.List;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupCount;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.FitPipeline;
import org.grapnel.pipeline.KnnGraphCache;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Chooses the graph, its weight and the number of features without labels, in at most 40 fits. {@code docs/tuning.md}
 * has the evidence.
 *
 * <p>In the recommended method nothing is drawn, so every point is fitted once, as {@link org.grapnel.Grapnel#fit} does:
 *
 * <ol>
 * <li>fit every graph (neighbours, components, weights) at a quarter of the features or the given number;
 * <li>fit other weights of the best graph; in both steps the default stays unless another point is clearly better;
 * <li>fit other numbers of features; keep the fewest with 99 % of the best score;
 * <li>fit half and twice the chosen values, and judge the groups ({@link org.grapnel.Trust}).
 * </ol>
 *
 * <p>With the invariant graph term fits depend on their random start, as in version 0.1:
 *
 * <ol>
 * <li>fit every number of neighbours with every weight, from one start, at a quarter of the features or the given
 * number;
 * <li>fit the best three from two more starts each; the best mean score wins;
 * <li>try other numbers of features there, started from the fits of step 2; keep the fewest with 99 % of the best
 * score;
 * <li>fit the result from cold starts, as {@link org.grapnel.Grapnel#fit} does; the best start wins;
 * <li>fit half and twice the chosen values, and null models without groups, to see how far the choice can be trusted.
 * </ol>
 */
public final class Tuner {
    private final PreparedData data;
    private final Optional<GraphSource> givenGraph;
    private final TuneSpec tuneSpec;

    private Tuner(PreparedData data, Optional<GraphSource> givenGraph, TuneSpec tuneSpec) {
        this.data = data;
        this.givenGraph = givenGraph;
        this.tuneSpec = tuneSpec;
    }

    /**
     * Creates a tuner; refuses a spec that does not fit the data before anything runs.
     *
     * @param graph a graph to use; its neighbours are then not chosen
     */
    public static Tuner create(PreparedData data, Optional<GraphSource> graph, TuneSpec tuneSpec) {
        Matrix X = data.data().X();
        String path = data.data().source().path();
        if (X.cols() <= FitEvaluator.REFERENCE_NEIGHBORS)
            throw new DataException(
                    "%s: tuning needs at least %d samples, for graphs with %d or more neighbours, got %d",
                    path, FitEvaluator.REFERENCE_NEIGHBORS + 1, TuningGrid.minNeighbors(), X.cols());
        int samples = TuningGrid.fittedSamples(tuneSpec, X.cols());
        Preconditions.require(
                tuneSpec.neighbors().orElse(1) < samples,
                "neighbors must be between 1 and %d, one less than the samples%s, got %d",
                samples - 1,
                samples < X.cols() ? " that are not left out" : "",
                tuneSpec.neighbors().orElse(1));
        Preconditions.require(
                graph.isEmpty() || tuneSpec.criterion() != TuningCriterion.HELD_OUT,
                "the criterion held-out cannot be used with a given graph; choose another criterion or no graph");
        Preconditions.require(
                tuneSpec.base().isJoint() || tuneSpec.criterion() != TuningCriterion.HELD_OUT_ENTRIES,
                "the criterion held-out-entries needs the recommended method: best-support fits every entry, so none can be hidden; choose another criterion, or leave out the solver");
        Preconditions.require(
                tuneSpec.base().isJoint() || data.weights().isEmpty(),
                "tuning by best-support has no weights and no missing entries; leave out the solver, for the recommended method");
        graph.ifPresent(source -> requireUsable(source.graph(), X.cols()));
        Tuner tuner = new Tuner(data, graph, tuneSpec);
        tuner.requireFittable(tuneSpec.clusters().orElse(2));
        return tuner;
    }

    private static void requireUsable(Graph graph, int samples) {
        Preconditions.require(
                graph.size() == samples, "the graph has %d samples, the data have %d", graph.size(), samples);
        if (graph.edges() == 0) throw new DataException("the graph has no edges, so its weight cannot be tuned");
    }

    /** Refuses data that cannot be fitted with this number of groups. */
    private void requireFittable(int groups) {
        Spec spec = tuneSpec.base()
                .withClusters(groups)
                .withRank(tuneSpec.rank().orElse(groups))
                .withAlpha(tuneSpec.alpha().orElse(Spec.ALPHA));
        Spec complete = spec.model().isSparse() ? spec.withKeep(tuneSpec.keep().orElse(1)) : spec;
        new FitPipeline(data, complete, FitContext.none()).check();
    }

    public PreparedData data() {
        return data;
    }

    public TuneSpec tuneSpec() {
        return tuneSpec;
    }

    public Optional<GraphSource> graph() {
        return givenGraph;
    }

    /**
     * Chooses the parameters.
     *
     * @param done fits of this tuning from an earlier run
     * @return empty if cancelled; the listener has received the fits that were done
     */
    public Optional<TuningResult> run(List<TuningFit> done, TuningListener listener, FitContext context) {
        Thread caller = Thread.currentThread(); // its interrupt also stops the fits on other threads
        return runCancellable(
                done,
                listener,
                context.withCancellation(
                        () -> caller.isInterrupted() || context.cancellation().isCancelled()));
    }

    private Optional<TuningResult> runCancellable(List<TuningFit> done, TuningListener listener, FitContext context) {
        try {
            return Optional.of(
                    tuneSpec.base().isJoint()
                            ? runJoint(done, listener, context)
                            : runFromRandomStarts(done, listener, context));
        } catch (ParallelFits.TuningCancelledException e) {
            return Optional.empty();
        }
    }

    private TuningResult runJoint(List<TuningFit> done, TuningListener listener, FitContext context) {
        context.listener().onPhase("finding neighbours");
        GroupCount groupCount =
                countGroups(givenGraph.orElseGet(this::countedGraph).graph());
        int groups = tuneSpec.clusters().orElseGet(() -> suggestedGroups(groupCount));
        listener.onGroupCount(groupCount, groups);
        try (JointEvaluator evaluator = new JointEvaluator(data, givenGraph, tuneSpec, groups, context)) {
            JointGrid grid = JointGrid.create(
                    tuneSpec, evaluator.features(), samples(), tuneSpec.rank().orElse(groups), givenGraph.isPresent());
            ParallelFits parallelFits =
                    new ParallelFits(done, listener, context, tuneSpec.base().threads(), JointProcedure.expected(grid));
            return new JointProcedure(tuneSpec, evaluator, grid, parallelFits, context, groupCount, groups).run();
        }
    }

    /** The graph whose communities are counted: that for which the thresholds of {@link GroupCount} were chosen. */
    private GraphSource countedGraph() {
        try (ExecutionContext execution =
                ExecutionContext.create(tuneSpec.base().threads())) {
            return GraphSource.of(KnnGraph.build(
                    execution, data.data().X(), tuneSpec.graphOfAllFeatures().withNeighbors(countNeighbors())));
        }
    }

    private TuningResult runFromRandomStarts(List<TuningFit> done, TuningListener listener, FitContext context) {
        int maxNeighbors = Math.max(
                FitEvaluator.REFERENCE_NEIGHBORS,
                Math.max(countNeighbors(), TuningGrid.maxNeighbors(tuneSpec, samples())));
        KnnGraphCache graphs = KnnGraphCache.create(
                data, tuneSpec.selectionSpec(data.data().X().rows()), maxNeighbors, context);
        GroupCount groupCount = countGroups(
                givenGraph.orElseGet(() -> graphs.graph(countNeighbors())).graph());
        int groups = tuneSpec.clusters().orElseGet(() -> suggestedGroups(groupCount));
        listener.onGroupCount(groupCount, groups);
        try (FitEvaluator evaluator = new FitEvaluator(data, givenGraph, graphs, tuneSpec, groups)) {
            int candidates = givenGraph
                    .or(() -> Optional.of(graphs.graph(TuningGrid.minNeighbors())))
                    .filter(graph -> tuneSpec.base().model().isSparse())
                    .flatMap(GraphSource::features)
                    .map(RowSet::count)
                    .orElse(evaluator.features());
            TuningGrid grid = TuningGrid.create(
                    tuneSpec, samples(), candidates, tuneSpec.rank().orElse(groups), givenGraph.isPresent());
            ParallelFits parallelFits = new ParallelFits(
                    done, listener, context, tuneSpec.base().threads(), TuningProcedure.expected(grid, tuneSpec));
            return new TuningProcedure(tuneSpec, evaluator, grid, parallelFits, context, groupCount, groups).run();
        }
    }

    private GroupCount countGroups(Graph graph) {
        try (ExecutionContext execution =
                ExecutionContext.create(tuneSpec.base().threads())) {
            return GroupCount.estimate(execution, graph, tuneSpec.base().seed());
        }
    }

    /** Returns the suggested number of groups, or refuses data for which there is none or it cannot be fitted. */
    private int suggestedGroups(GroupCount groupCount) {
        String path = data.data().source().path();
        if (!groupCount.hasEvidence())
            throw new DataException(
                    "%s: the graph shows no separate groups, so no number of clusters can be suggested; set the number of clusters",
                    path);
        int groups = groupCount.suggested();
        int maxRank = Math.min(data.data().X().rows(), samples());
        if (tuneSpec.rank().isEmpty() && groups > maxRank)
            throw new DataException(
                    "%s: the graph suggests %d groups, but a fit has at most %d components, the smaller of features and samples; set the number of clusters",
                    path, groups, maxRank);
        requireFittable(groups);
        return groups;
    }

    private int countNeighbors() {
        return Math.min(GroupCount.NEIGHBORS, samples() - 1);
    }

    private int samples() {
        return data.data().X().cols();
    }
}
