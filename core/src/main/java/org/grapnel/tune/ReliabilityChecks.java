package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.FitContext;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.GroupEvidence;
import org.grapnel.evaluate.NullModel;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.KnnGraphCache;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.tune.TuningResult.SelectionAgreement;

/** Checks how far a choice of parameters can be trusted: against null models without groups, and on subsamples. */
final class ReliabilityChecks {
    static final int NULL_MODELS = 3;

    private final TuneSpec tuneSpec;
    private final FitEvaluator evaluator;
    private final ParallelFits parallelFits;
    private final FitContext context;
    private final int clusters;

    ReliabilityChecks(
            TuneSpec tuneSpec, FitEvaluator evaluator, ParallelFits parallelFits, FitContext context, int clusters) {
        this.tuneSpec = tuneSpec;
        this.evaluator = evaluator;
        this.parallelFits = parallelFits;
        this.context = context;
        this.clusters = clusters;
    }

    /** Compares the groups with those of null models; empty for a given graph, which has no null model. */
    Optional<GroupEvidence> checkGroups(TuningFit winner) {
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        Matrix all = evaluator.data().data().X();
        Optional<RowSet> screened = evaluator.graph(winner.point()).features();
        // the null model is drawn from the features that passed the noise screen
        Matrix X = screened.map(rows -> all.selectRows(rows.toArray())).orElse(all);
        try {
            if (NullModel.usesAllData(X)) return Optional.of(checkGroups(winner, X, true));
            try (Matrix subset = NullModel.subset(X)) {
                return Optional.of(checkGroups(winner, subset, false));
            }
        } finally {
            if (screened.isPresent()) X.close();
        }
    }

    private GroupEvidence checkGroups(TuningFit winner, Matrix subset, boolean isAllData) {
        ParameterPoint point = limitTo(winner.point(), subset);
        TuningFit own = isAllData
                ? winner
                : fitOn(
                        new TuningCandidate(TuningStage.SUBSET, point, winner.seed()),
                        () -> subset.selectRows(RowSet.all(subset.rows()).toArray()));
        List<Double> nullInside = new ArrayList<>();
        double modularityLead = own.modularity();
        for (int c = 0; c < NULL_MODELS; c++) {
            long seed = CounterRandom.split(tuneSpec.base().seed(), c);
            TuningFit fit = fitOn(new TuningCandidate(TuningStage.NULL_MODEL, point, c), () -> {
                try (ExecutionContext execution =
                        ExecutionContext.create(tuneSpec.base().threads())) {
                    return NullModel.draw(execution, subset, seed);
                }
            });
            nullInside.add(fit.inside());
            modularityLead -= fit.modularity() / NULL_MODELS;
        }
        int samples = evaluator.data().data().X().cols();
        return new GroupEvidence(own.inside(), nullInside, evaluator.edges() * subset.cols() / samples, modularityLead);
    }

    /** Limits neighbours and keep to what the subset allows. */
    private static ParameterPoint limitTo(ParameterPoint point, Matrix subset) {
        int neighbors = Math.min(point.neighbors().orElse(1), subset.cols() - 1);
        return point.withKeep(Math.min(point.keep(), subset.rows())).withNeighbors(neighbors);
    }

    /** Evaluates a candidate on other data. */
    private TuningFit fitOn(TuningCandidate candidate, Supplier<Matrix> X) {
        parallelFits.throwIfCancelled();
        Optional<TuningFit> known = parallelFits.findEarlier(candidate);
        if (known.isPresent()) return known.get();
        try (PreparedData other = DatasetSubset.of(X.get())) {
            // a fit has at most as many components as features
            int rank =
                    Math.min(tuneSpec.rank().orElse(clusters), other.data().X().rows());
            TuneSpec otherSpec =
                    tuneSpec.withCriterion(TuningCriterion.MODULARITY).withRank(rank);
            int maxNeighbors = Math.max(
                    FitEvaluator.REFERENCE_NEIGHBORS,
                    TuningGrid.maxNeighbors(tuneSpec, other.data().X().cols()));
            KnnGraphCache graphs = KnnGraphCache.create(
                    other, tuneSpec.selectionSpec(evaluator.features()), maxNeighbors, context.silent());
            try (FitEvaluator otherEvaluator = new FitEvaluator(other, Optional.empty(), graphs, otherSpec, clusters)) {
                return parallelFits
                        .run(otherEvaluator.cold(false), List.of(candidate))
                        .get(0);
            }
        }
    }

    /** Measures how stable the kept features are; empty where all features are kept. */
    Optional<SelectionAgreement> checkSelection(TuningFit winner, List<TuningFit> starts) {
        ParameterPoint point = winner.point();
        if (point.keep() >= evaluator.features()) return Optional.empty();
        if (winner.kept().isPresent()) {
            List<RowSet> kept = starts.stream().flatMap(t -> t.kept().stream()).toList();
            return Optional.of(new SelectionAgreement(SelectionStability.compute(kept), kept.size(), false));
        }
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        return SubsampleSelections.compare(
                evaluator.data(),
                evaluator.spec(point, tuneSpec.base().seed()),
                tuneSpec.base().seed(),
                context,
                parallelFits::throwIfCancelled);
    }
}
