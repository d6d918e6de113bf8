package org.grapnel.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.Grapnel;
import org.grapnel.Neighbourhoods;
import org.grapnel.Spec;
import org.grapnel.data.Prepared;
import org.grapnel.evaluate.Sample;
import org.grapnel.evaluate.Stability;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.linalg.RowSet;

/** What a choice is worth: the same on clouds without groups, and on parts of the samples. */
final class Doubts {
    static final int CLOUDS = 3;

    private static final int SUBSAMPLES = 5;
    private static final double SUBSAMPLE = 0.8;

    private final TuneSpec asked;
    private final Fits fits;
    private final Rounds rounds;
    private final Onlooker onlooker;
    private final int groups;

    Doubts(TuneSpec asked, Fits fits, Rounds rounds, Onlooker onlooker, int groups) {
        this.asked = asked;
        this.fits = fits;
        this.rounds = rounds;
        this.onlooker = onlooker;
        this.groups = groups;
    }

    /** None where the user gave a graph. */
    Optional<Trust> trust(Tried winner) {
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        Matrix all = fits.data().data().X();
        Optional<RowSet> looked = fits.graph(winner.point()).features();
        // where noise was left out, chance has had only the other features to play with
        Matrix X = looked.map(rows -> all.selected(rows.toArray())).orElse(all);
        try {
            if (Cloud.isWhole(X)) return Optional.of(trust(winner, X, true));
            try (Matrix part = Cloud.part(X)) {
                return Optional.of(trust(winner, part, false));
            }
        } finally {
            if (looked.isPresent()) X.close();
        }
    }

    private Trust trust(Tried winner, Matrix part, boolean whole) {
        Point point = within(winner.point(), part);
        Tried own = whole
                ? winner
                : fitted(
                        new Candidate(Stage.SAMPLE, point, winner.seed()),
                        () -> part.selected(RowSet.all(part.rows()).toArray()));
        List<Double> clouds = new ArrayList<>();
        double lead = own.modularity();
        for (int c = 0; c < CLOUDS; c++) {
            long drawn = Randoms.split(asked.base().seed(), c);
            Tried there = fitted(new Candidate(Stage.CLOUD, point, c), () -> {
                try (Compute on = Compute.of(asked.base().threads())) {
                    return Cloud.of(on, part, drawn);
                }
            });
            clouds.add(there.inside());
            lead -= there.modularity() / CLOUDS;
        }
        int samples = fits.data().data().X().cols();
        return new Trust(own.inside(), clouds, fits.edges() * part.cols() / samples, lead);
    }

    /** The point, as far as a part of the data allows. */
    private static Point within(Point point, Matrix part) {
        int neighbors = Math.min(point.neighbors().orElse(1), part.cols() - 1);
        return point.withKeep(Math.min(point.keep(), part.rows())).withNeighbors(neighbors);
    }

    /** The chosen fit on other data. */
    private Tried fitted(Candidate candidate, Supplier<Matrix> X) {
        rounds.stopIfEnough();
        Optional<Tried> known = rounds.known(candidate);
        if (known.isPresent()) return known.get();
        try (Prepared other = Parts.of(X.get())) {
            // of few features as many components are left: where these are all there are, no more can be fitted
            int rank = Math.min(asked.rank().orElse(groups), other.data().X().rows());
            TuneSpec same = asked.withCriterion(Criterion.MODULARITY).withRank(rank);
            int most =
                    Math.max(Fits.REFERENCE, Grid.most(asked, other.data().X().cols()));
            Neighbourhoods around = Neighbourhoods.of(other, asked.shape(fits.features()), most, new Quiet(onlooker));
            try (Fits there = new Fits(other, Optional.empty(), around, same, groups)) {
                return rounds.run(there, List.of(candidate), c -> Optional.empty(), false)
                        .get(0);
            }
        }
    }

    /** Of the kept features, where not all are kept. */
    Optional<Tuning.Agreement> stability(Tried winner, List<Tried> own) {
        Point point = winner.point();
        if (point.keep() >= fits.features()) return Optional.empty();
        if (winner.kept().isPresent()) {
            List<RowSet> kept = own.stream().flatMap(t -> t.kept().stream()).toList();
            return Optional.of(new Tuning.Agreement(Stability.of(kept), kept.size(), false));
        }
        if (winner.point().neighbors().isEmpty()) return Optional.empty();
        int n = fits.data().data().X().cols();
        int count = (int) Math.round(SUBSAMPLE * n);
        Spec spec = fits.spec(point, asked.base().seed());
        if (count <= spec.graph().neighbors()) return Optional.empty();
        onlooker.phase("choosing features on parts of the samples");
        List<RowSet> kept = new ArrayList<>();
        for (int s = 0; s < SUBSAMPLES; s++) {
            rounds.stopIfEnough();
            int[] samples = Sample.of(n, count, Randoms.split(asked.base().seed(), 100 + s));
            try (Prepared part = Parts.samples(fits.data(), samples)) {
                if (DistinctColumns.allSame(part.data().X())) return Optional.empty();
                kept.add(Grapnel.select(part, Optional.empty(), spec, new Quiet(onlooker))
                        .selection()
                        .kept());
            }
        }
        return Optional.of(new Tuning.Agreement(Stability.of(kept), SUBSAMPLES, true));
    }
}
