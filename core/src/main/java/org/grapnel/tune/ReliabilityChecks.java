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

/** What a choice is worth: the same on clouds without groups, and on parts of the samples. */
final class ReliabilityChecks {
    static final int CLOUDS = 3;

    private static final int SUBSAMPLES = 5;
    private static final double SUBSAMPLE = 0.8;

    private final TuneSpec asked;
    private final FitEvaluator fits;
    private final ParallelFits rounds;
    private final TuningListener onlooker;
    private final int groups;

    ReliabilityChecks(TuneSpec asked, FitEvaluator fits, ParallelFits rounds, TuningListener onlooker, int groups) {
        this.asked = asked;
        this.fits = fits;
        this.rounds = rounds;
        this.onlooker = onlooker;
        this.groups = groups;
    }

    /** None where the user gave a graph. */
    Optional<GroupEvidence> checkGroups(TuningFit winner) {
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        Matrix all = fits.data().data().X();
        Optional<RowSet> looked = fits.graph(winner.point()).features();
        // where noise was left out, chance has had only the other features to play with
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
            long drawn = CounterRandom.split(asked.base().seed(), c);
            TuningFit there = fitOn(new TuningCandidate(TuningStage.CLOUD, point, c), () -> {
                try (ExecutionContext context =
                        ExecutionContext.create(asked.base().threads())) {
                    return NullModel.draw(context, part, drawn);
                }
            });
            clouds.add(there.inside());
            lead -= there.modularity() / CLOUDS;
        }
        int samples = fits.data().data().X().cols();
        return new GroupEvidence(own.inside(), clouds, fits.edges() * part.cols() / samples, lead);
    }

    /** The point, as far as a part of the data allows. */
    private static ParameterPoint within(ParameterPoint point, Matrix part) {
        int neighbors = Math.min(point.neighbors().orElse(1), part.cols() - 1);
        return point.withKeep(Math.min(point.keep(), part.rows())).withNeighbors(neighbors);
    }

    /** The chosen fit on other data. */
    private TuningFit fitOn(TuningCandidate candidate, Supplier<Matrix> X) {
        rounds.throwIfCancelled();
        Optional<TuningFit> known = rounds.findEarlier(candidate);
        if (known.isPresent()) return known.get();
        try (PreparedData other = DatasetSubset.of(X.get())) {
            // of few features as many components are left: where these are all there are, no more can be fitted
            int rank = Math.min(asked.rank().orElse(groups), other.data().X().rows());
            TuneSpec same = asked.withCriterion(TuningCriterion.MODULARITY).withRank(rank);
            int most = Math.max(
                    FitEvaluator.REFERENCE,
                    TuningGrid.maxNeighbors(asked, other.data().X().cols()));
            KnnGraphCache around =
                    KnnGraphCache.create(other, asked.shape(fits.features()), most, new SilentListener(onlooker));
            try (FitEvaluator there = new FitEvaluator(other, Optional.empty(), around, same, groups)) {
                return rounds.run(there, List.of(candidate), c -> Optional.empty(), false)
                        .get(0);
            }
        }
    }

    /** Of the kept features, where not all are kept. */
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
        Spec spec = fits.spec(point, asked.base().seed());
        if (count <= spec.graph().neighbors()) return Optional.empty();
        onlooker.onPhase("choosing features on parts of the samples");
        List<RowSet> kept = new ArrayList<>();
        for (int s = 0; s < SUBSAMPLES; s++) {
            rounds.throwIfCancelled();
            int[] samples =
                    RandomSubset.draw(n, count, CounterRandom.split(asked.base().seed(), 100 + s));
            try (PreparedData part = DatasetSubset.ofSamples(fits.data(), samples)) {
                if (DistinctColumns.allSame(part.data().X())) return Optional.empty();
                kept.add(Grapnel.select(part, Optional.empty(), spec, new SilentListener(onlooker))
                        .selection()
                        .kept());
            }
        }
        return Optional.of(new TuningResult.SelectionAgreement(SelectionStability.compute(kept), SUBSAMPLES, true));
    }
}
