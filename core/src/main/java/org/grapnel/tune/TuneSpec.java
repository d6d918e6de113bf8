package org.grapnel.tune;

import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.WeightKind;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;

/**
 * Specifies a tuning: what to choose, what is given, and the criterion.
 *
 * @param clusters number of groups; if empty, the graph's suggestion is used and reported
 * @param rank number of components; by default the number of groups
 * @param keep number of features, if given
 * @param neighbors number of neighbours, if given
 * @param weights kind of the edge weights, if given
 * @param alpha weight of the graph, if given
 * @param criterion the score that ranks fits
 * @param base everything else; its neighbours, weight, keep, rank and clusters are ignored. If it is the recommended
 *     method, tuning also chooses between its components and none, unless their number is exact, and between
 *     {@link WeightKind#GAUSSIAN} and {@link WeightKind#LOCAL}, unless it has other weights or a given σ
 */
public record TuneSpec(
        Optional<Integer> clusters,
        Optional<Integer> rank,
        Optional<Integer> keep,
        Optional<Integer> neighbors,
        Optional<WeightKind> weights,
        Optional<Double> alpha,
        TuningCriterion criterion,
        Spec base) {
    public TuneSpec {
        Preconditions.require(
                clusters.orElse(2) >= 2, "clusters must be at least 2 for tuning, got %d", clusters.orElse(2));
        Preconditions.require(rank.orElse(1) >= 1, "rank must be at least 1, got %d", rank.orElse(1));
        Preconditions.require(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
        Preconditions.require(neighbors.orElse(1) >= 1, "neighbors must be at least 1, got %d", neighbors.orElse(1));
        Preconditions.require(
                alpha.orElse(1.0) > 0 && alpha.orElse(1.0) < Double.POSITIVE_INFINITY,
                "alpha must be a finite number > 0, got %s",
                alpha.orElse(1.0));
        Preconditions.require(
                base.loss() == Loss.SQUARED,
                "tuning needs the loss squared, got %s: its choices were measured with it; tune without a loss, and fit with what it chose",
                base.loss());
        Preconditions.require(
                base.extensions().isEmpty() && base.select().by() != FeatureSelection.Strategy.PLUGIN,
                "tuning was measured without terms, constraints and selectors from outside the library, got %s; tune without it, and fit with what it chose",
                base.extensions().first().orElse("selector '" + base.select().name() + "'"));
        Preconditions.require(
                base.solver().kind() == SolverKind.BEST_SUPPORT,
                "tuning needs the solver best-support, got %s: only there is alpha comparable between data sets",
                base.solver().kind().cliName());
        Preconditions.require(
                base.model() == Model.GNMF_L20 || base.model() == Model.GNMF,
                "tuning needs the model gnmf-l20 or gnmf, got %s",
                base.model().cliName());
        Preconditions.require(
                keep.isEmpty() || base.model().isSparse(),
                "keep %d does not apply: model %s keeps all features",
                keep.orElse(0),
                base.model().cliName());
        Preconditions.require(
                base.start().restart(2).isPresent(),
                "tuning needs a start that depends on the seed, got %s",
                base.start().kind());
        Preconditions.require(
                base.restarts() == 1, "restarts must be 1, got %d: tuning compares starts itself", base.restarts());
    }

    /** Creates a specification in which the kind of the edge weights is not given. */
    public TuneSpec(
            Optional<Integer> clusters,
            Optional<Integer> rank,
            Optional<Integer> keep,
            Optional<Integer> neighbors,
            Optional<Double> alpha,
            TuningCriterion criterion,
            Spec base) {
        this(clusters, rank, keep, neighbors, Optional.empty(), alpha, criterion, base);
    }

    /** Returns the recommended specification for a number of groups. */
    public static TuneSpec of(int clusters) {
        return new TuneSpec(
                Optional.of(clusters),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                TuningCriterion.MODULARITY,
                Spec.recommended(clusters, clusters));
    }

    public TuneSpec withKeep(int k) {
        return new TuneSpec(clusters, rank, Optional.of(k), neighbors, weights, alpha, criterion, base);
    }

    /** Fixes the number of components independently of the number of groups. */
    public TuneSpec withRank(int components) {
        return new TuneSpec(clusters, Optional.of(components), keep, neighbors, weights, alpha, criterion, base);
    }

    /** Fixes the number of neighbours instead of choosing it. */
    public TuneSpec withNeighbors(int count) {
        return new TuneSpec(clusters, rank, keep, Optional.of(count), weights, alpha, criterion, base);
    }

    /** Fixes the kind of the edge weights instead of choosing it. */
    public TuneSpec withWeights(WeightKind kind) {
        return new TuneSpec(clusters, rank, keep, neighbors, Optional.of(kind), alpha, criterion, base);
    }

    /** Fixes the weight of the graph instead of choosing it. */
    public TuneSpec withAlpha(double weight) {
        return new TuneSpec(clusters, rank, keep, neighbors, weights, Optional.of(weight), criterion, base);
    }

    public TuneSpec withCriterion(TuningCriterion other) {
        return new TuneSpec(clusters, rank, keep, neighbors, weights, alpha, other, base);
    }

    public TuneSpec withBase(Spec other) {
        return new TuneSpec(clusters, rank, keep, neighbors, weights, alpha, criterion, other);
    }

    /** Uses the number of groups that the graph suggests. */
    public TuneSpec withoutClusters() {
        return new TuneSpec(Optional.empty(), rank, keep, neighbors, weights, alpha, criterion, base);
    }

    /** A spec that says how features are selected and neighbours found; without selection no noise is screened. */
    Spec selectionSpec(int features) {
        Spec spec = base.withRank(1).withClusters(1).withGraph(graph());
        if (!base.model().isSparse()) return spec;
        return keep.orElse(1) < features
                ? spec.withKeep(1)
                : spec.withModel(Model.GNMF).withSelect(FeatureSelection.model());
    }

    /** The graph of the base spec, with the weights that are given. */
    GraphSpec graph() {
        return weights.map(kind -> base.graph().withWeights(kind)).orElse(base.graph());
    }

    /** The standard graph on all features, which favours no kind of graph that is tuned. */
    GraphSpec graphOfAllFeatures() {
        return GraphSpec.standard()
                .withMetric(base.graph().metric())
                .withSearch(base.graph().search())
                .withSeed(base.graph().seed());
    }

    /** The point of the base spec's graph, with this number of neighbours. */
    ParameterPoint point(Optional<Integer> count, double weight, int features) {
        return new ParameterPoint(
                count,
                count.flatMap(k -> base.graph().components().map(ComponentSpec::count)),
                count.map(k -> graph().weights()),
                weight,
                features);
    }

    /** The spec of the fit at a point. Starts differ by seed; the graph uses the seed of the base spec. */
    Spec spec(ParameterPoint point, int features, int groups, long seed) {
        int start = (int) (seed - base.seed());
        Spec spec = base.withClusters(groups)
                .withRank(rank.orElse(groups))
                .withSeed(seed)
                .withStart(
                        start == 0 ? base.start() : base.start().restart(start).orElse(base.start()))
                .withGraph(graph(point))
                .withAlpha(point.alpha());
        if (point.keep() < features) return spec.withKeep(point.keep());
        return spec.withModel(Model.GNMF).withSelect(FeatureSelection.model());
    }

    private GraphSpec graph(ParameterPoint point) {
        if (point.neighbors().isEmpty()) return graph();
        GraphSpec graph = graph().withNeighbors(point.neighbors().get())
                .withWeights(point.weights().orElseThrow());
        return point.components().isPresent() ? graph : graph.withoutComponents();
    }
}
