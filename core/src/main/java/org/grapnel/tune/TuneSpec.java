package org.grapnel.tune;

import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.model.Model;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;

/**
 * What is asked: which neighbours, weight and number of features are good for these data?
 *
 * @param clusters the number of groups; where it is not said, one is suggested, and the result says so
 * @param rank the number of components; that of the groups unless said otherwise
 * @param keep the number of features where that is not to be chosen
 * @param neighbors their number where that is not to be chosen
 * @param alpha the weight of the graph where that is not to be chosen
 * @param criterion what fits are judged by
 * @param base everything else: its neighbours, weight, keep, rank and clusters are not looked at
 */
public record TuneSpec(
        Optional<Integer> clusters,
        Optional<Integer> rank,
        Optional<Integer> keep,
        Optional<Integer> neighbors,
        Optional<Double> alpha,
        TuningCriterion criterion,
        Spec base) {
    public TuneSpec {
        Preconditions.require(
                clusters.orElse(2) >= 2,
                "clusters must be at least 2, got %d: with one group there is nothing to choose by",
                clusters.orElse(2));
        Preconditions.require(rank.orElse(1) >= 1, "rank must be at least 1, got %d", rank.orElse(1));
        Preconditions.require(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
        Preconditions.require(neighbors.orElse(1) >= 1, "neighbors must be at least 1, got %d", neighbors.orElse(1));
        Preconditions.require(
                alpha.orElse(1.0) > 0 && alpha.orElse(1.0) < Double.POSITIVE_INFINITY,
                "alpha must be a number > 0 to be tuned around, got %s",
                alpha.orElse(1.0));
        Preconditions.require(
                base.solver().method() == SolverKind.BEST_SUPPORT,
                "tuning needs the solver best-support, in whose terms alpha means the same for all data, not %s",
                base.solver().method().cliName());
        Preconditions.require(
                base.model() == Model.GNMF_L20 || base.model() == Model.GNMF,
                "tuning is for the models gnmf-l20 and gnmf, not %s",
                base.model().cliName());
        Preconditions.require(
                keep.isEmpty() || base.model().isSparse(),
                "keep %d does not apply: model %s keeps all features",
                keep.orElse(0),
                base.model().cliName());
        Preconditions.require(
                base.start().restart(2).isPresent(),
                "tuning needs starts that are drawn, not %s",
                base.start().kind());
        Preconditions.require(
                base.restarts() == 1,
                "restarts must be 1, got %d: tuning compares starts itself, by the criterion",
                base.restarts());
    }

    /** What we would do for so many groups. */
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
        return new TuneSpec(clusters, rank, Optional.of(k), neighbors, alpha, criterion, base);
    }

    /** So many components, whatever the number of groups is. */
    public TuneSpec withRank(int components) {
        return new TuneSpec(clusters, Optional.of(components), keep, neighbors, alpha, criterion, base);
    }

    /** Neighbours are not to be chosen: there are so many. */
    public TuneSpec withNeighbors(int count) {
        return new TuneSpec(clusters, rank, keep, Optional.of(count), alpha, criterion, base);
    }

    /** The weight of the graph is not to be chosen. */
    public TuneSpec withAlpha(double weight) {
        return new TuneSpec(clusters, rank, keep, neighbors, Optional.of(weight), criterion, base);
    }

    public TuneSpec withCriterion(TuningCriterion other) {
        return new TuneSpec(clusters, rank, keep, neighbors, alpha, other, base);
    }

    public TuneSpec withBase(Spec other) {
        return new TuneSpec(clusters, rank, keep, neighbors, alpha, criterion, other);
    }

    /** A number of groups is to be suggested. */
    public TuneSpec withoutClusters() {
        return new TuneSpec(Optional.empty(), rank, keep, neighbors, alpha, criterion, base);
    }

    /** Says how features are chosen and neighbours found: where all are kept, nothing is screened. */
    Spec shape(int features) {
        Spec any = base.withRank(1).withClusters(1);
        if (!base.model().isSparse()) return any;
        return keep.orElse(1) < features
                ? any.withKeep(1)
                : any.withModel(Model.GNMF).withSelect(FeatureSelection.model());
    }

    /** The fit of a point. Its graph is drawn with the seed of all, if any of it is drawn: starts differ, graphs do not. */
    Spec spec(ParameterPoint point, int features, int groups, long seed) {
        Spec spec = base.withClusters(groups)
                .withRank(rank.orElse(groups))
                .withSeed(seed)
                .withStart(base.start().restart((int) (seed - base.seed())).orElse(base.start()))
                .withGraph(base.graph())
                .withAlpha(point.alpha());
        if (point.neighbors().isPresent())
            spec = spec.withGraph(spec.graph().withNeighbors(point.neighbors().get()));
        if (point.keep() < features) return spec.withKeep(point.keep());
        return spec.withModel(Model.GNMF).withSelect(FeatureSelection.model());
    }
}
