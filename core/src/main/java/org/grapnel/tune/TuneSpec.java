package org.grapnel.tune;

import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
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
 * @param alpha weight of the graph, if given
 * @param criterion the score that ranks fits
 * @param base everything else; its neighbours, weight, keep, rank and clusters are ignored
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
                clusters.orElse(2) >= 2, "clusters must be at least 2 for tuning, got %d", clusters.orElse(2));
        Preconditions.require(rank.orElse(1) >= 1, "rank must be at least 1, got %d", rank.orElse(1));
        Preconditions.require(keep.orElse(1) >= 1, "keep must be at least 1, got %d", keep.orElse(1));
        Preconditions.require(neighbors.orElse(1) >= 1, "neighbors must be at least 1, got %d", neighbors.orElse(1));
        Preconditions.require(
                alpha.orElse(1.0) > 0 && alpha.orElse(1.0) < Double.POSITIVE_INFINITY,
                "alpha must be a finite number > 0, got %s",
                alpha.orElse(1.0));
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
        return new TuneSpec(clusters, rank, Optional.of(k), neighbors, alpha, criterion, base);
    }

    /** Fixes the number of components independently of the number of groups. */
    public TuneSpec withRank(int components) {
        return new TuneSpec(clusters, Optional.of(components), keep, neighbors, alpha, criterion, base);
    }

    /** Fixes the number of neighbours instead of choosing it. */
    public TuneSpec withNeighbors(int count) {
        return new TuneSpec(clusters, rank, keep, Optional.of(count), alpha, criterion, base);
    }

    /** Fixes the weight of the graph instead of choosing it. */
    public TuneSpec withAlpha(double weight) {
        return new TuneSpec(clusters, rank, keep, neighbors, Optional.of(weight), criterion, base);
    }

    public TuneSpec withCriterion(TuningCriterion other) {
        return new TuneSpec(clusters, rank, keep, neighbors, alpha, other, base);
    }

    public TuneSpec withBase(Spec other) {
        return new TuneSpec(clusters, rank, keep, neighbors, alpha, criterion, other);
    }

    /** Uses the number of groups that the graph suggests. */
    public TuneSpec withoutClusters() {
        return new TuneSpec(Optional.empty(), rank, keep, neighbors, alpha, criterion, base);
    }

    /** A spec that says how features are selected and neighbours found; without selection no noise is screened. */
    Spec selectionSpec(int features) {
        Spec spec = base.withRank(1).withClusters(1);
        if (!base.model().isSparse()) return spec;
        return keep.orElse(1) < features
                ? spec.withKeep(1)
                : spec.withModel(Model.GNMF).withSelect(FeatureSelection.model());
    }

    /** The spec of the fit at a point. Starts differ by seed; the graph uses the seed of the base spec. */
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
