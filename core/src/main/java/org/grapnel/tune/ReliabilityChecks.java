package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.pipeline.KnnGraphCache;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/** Checks how far a choice of parameters can be trusted: against null models without groups, and on subsamples. */
final class ReliabilityChecks {
    static final int CLOUDS = 3;

    private static final int SUBSAMPLES = 5;
    private static final double SUBSAMPLE = 0.8;

    private final TuneSpec tuneSpec;
    private final FitEvaluator fits;
    private final ParallelFits rounds;
    private final TuningListener listener;
    private final int groups;

    ReliabilityChecks(TuneSpec tuneSpec, FitEvaluator fits, ParallelFits rounds, TuningListener listener, int groups) {
        this.tuneSpec = tuneSpec;
        this.fits = fits;
        this.rounds = rounds;
        this.listener = listener;
        this.groups = groups;
    }

    /** Compares the groups with those of null models; empty for a given graph, which has no null model. */
    Optional<GroupEvidence> checkGroups(TuningFit winner) {
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        Matrix all = fits.data().data().X();
        Optional<RowSet> looked = fits.graph(winner.point()).features();
        // the null model is drawn from the features that passed the noise screen
        Matrix X = looked.map(rows -> all.selectRows(rows.toArray())).orElse(all);
        try {
            if (NullModel.usesAllData(X)) return Optional.of(checkGroups(winner, X, true));
            try (Matrix part = NullModel.subset(X)) {
                return Optional.of(checkGroups(winner, part, false));
            }
        } finally {
            if (looked.isPresent()) X.close();
        }
    }

    private GroupEvidence checkGroups(TuningFit winner, Matrix part, boolean whole) {
        ParameterPoint point = within(winner.point(), part);
        TuningFit own = whole
                ? winner
                : fitOn(
                        new TuningCandidate(TuningStage.SAMPLE, point, winner.seed()),
                        () -> part.selectRows(RowSet.all(part.rows()).toArray()));
        List<Double> clouds = new ArrayList<>();
        double lead = own.modularity();
        for (int c = 0; c < CLOUDS; c++) {
            long drawn = CounterRandom.split(tuneSpec.base().seed(), c);
            TuningFit there = fitOn(new TuningCandidate(TuningStage.CLOUD, point, c), () -> {
                try (ExecutionContext context =
                        ExecutionContext.create(tuneSpec.base().threads())) {
                    return NullModel.draw(context, part, drawn);
                }
            });
            clouds.add(there.inside());
            lead -= there.modularity() / CLOUDS;
        }
        int samples = fits.data().data().X().cols();
        return new GroupEvidence(own.inside(), clouds, fits.edges() * part.cols() / samples, lead);
    }

    /** Limits neighbours and keep to what the subset allows. */
    private static ParameterPoint within(ParameterPoint point, Matrix part) {
        int neighbors = Math.min(point.neighbors().orElse(1), part.cols() - 1);
        return point.withKeep(Math.min(point.keep(), part.rows())).withNeighbors(neighbors);
    }

    /** Evaluates a candidate on other data. */
    private TuningFit fitOn(TuningCandidate candidate, Supplier<Matrix> X) {
        rounds.throwIfCancelled();
        Optional<TuningFit> known = rounds.findEarlier(candidate);
        if (known.isPresent()) return known.get();
        try (PreparedData other = DatasetSubset.of(X.get())) {
            // a fit has at most as many components as features
            int rank = Math.min(tuneSpec.rank().orElse(groups), other.data().X().rows());
            TuneSpec same = tuneSpec.withCriterion(TuningCriterion.MODULARITY).withRank(rank);
            int most = Math.max(
                    FitEvaluator.REFERENCE,
                    TuningGrid.maxNeighbors(tuneSpec, other.data().X().cols()));
            KnnGraphCache around =
                    KnnGraphCache.create(other, tuneSpec.shape(fits.features()), most, new SilentListener(listener));
            try (FitEvaluator there = new FitEvaluator(other, Optional.empty(), around, same, groups)) {
                return rounds.run(there, List.of(candidate), c -> Optional.empty(), false)
                        .get(0);
            }
        }
    }

    /** Measures how stable the kept features are; empty where all features are kept. */
    Optional<TuningResult.SelectionAgreement> checkSelection(TuningFit winner, List<TuningFit> own) {
        ParameterPoint point = winner.point();
        if (point.keep() >= fits.features()) return Optional.empty();
        if (winner.kept().isPresent()) {
            List<RowSet> kept = own.stream().flatMap(t -> t.kept().stream()).toList();
            return Optional.of(
                    new TuningResult.SelectionAgreement(SelectionStability.compute(kept), kept.size(), false));
        }
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        int n = fits.data().data().X().cols();
        int count = (int) Math.round(SUBSAMPLE * n);
        Spec spec = fits.spec(point, tuneSpec.base().seed());
        if (count <= spec.graph().neighbors()) return Optional.empty();
        listener.onPhase("selecting features on subsamples");
        List<RowSet> kept = new ArrayList<>();
        for (int s = 0; s < SUBSAMPLES; s++) {
            rounds.throwIfCancelled();
            int[] samples = RandomSubset.draw(
                    n, count, CounterRandom.split(tuneSpec.base().seed(), 100 + s));
            try (PreparedData part = DatasetSubset.ofSamples(fits.data(), samples)) {
                if (DistinctColumns.allSame(part.data().X())) return Optional.empty();
                kept.add(Grapnel.select(part, Optional.empty(), spec, new SilentListener(listener))
                        .selection()
                        .kept());
            }
        }
        return Optional.of(new TuningResult.SelectionAgreement(SelectionStability.compute(kept), SUBSAMPLES, true));
    }
}
