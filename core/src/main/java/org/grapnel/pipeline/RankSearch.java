package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.grapnel.FitContext;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.HiddenEntries;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.evaluate.RankCurve.RankError;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.block.ObservedNmf;

/**
 * Finds the number of components that predict hidden entries best. A tenth of the entries is hidden, NMF without a graph is fitted to the
 * others, and the error on the hidden ones counts; five times, with other entries each.
 *
 * <p>Ranks are tried upwards in growing steps until the error has risen twice, then between the neighbours of the best one, then downwards from
 * the suggested one until the next smaller rank is clearly worse.
 */
public final class RankSearch {
    static final double SHARE = 0.1;
    static final int HIDINGS = 5;

    private static final double TOLERANCE = 1e-4;
    private static final int ITERATIONS = 100;

    /** More samples than this many entries are not used: some hundred fits must end in a minute or two. */
    private static final long MOST_ENTRIES = 2_000_000;

    private static final int FEWEST_SAMPLES = 200;

    private final Matrix X;
    private final Optional<EntryWeights> known;
    private final long seed;
    private final int threads;
    private final FitContext context;
    private final Map<Integer, RankError> found = new TreeMap<>();

    /**
     * Creates a search.
     *
     * @param known entries of X without weight are missing; all others count alike
     */
    RankSearch(Matrix X, Optional<EntryWeights> known, long seed, int threads, FitContext context) {
        this.X = X;
        this.known = known.map(RankSearch::missingOnly);
        this.seed = seed;
        this.threads = threads;
        this.context = context;
    }

    /** Returns weight 1 for every entry that has a weight. */
    private static EntryWeights missingOnly(EntryWeights weights) {
        return EntryWeights.ofDeficits(weights.deficits().map((i, j, d) -> d == 1 ? 1 : 0));
    }

    /**
     * Runs the search. Empty if it was cancelled.
     *
     * @param most the largest rank to try
     */
    Optional<RankCurve> run(int most) {
        Preconditions.require(most >= 1, "the largest rank to try must be at least 1, got %d", most);
        int last = upwards(most);
        if (!context.isCancelled()) between(Math.min(most, last));
        if (!context.isCancelled()) downwards();
        return context.isCancelled() ? Optional.empty() : Optional.of(curve());
    }

    /** Tries 1, 2, 3, 4, 6, 8, 12, 16 … until the error was above the lowest one twice in a row; returns the last rank. */
    private int upwards(int most) {
        int worse = 0;
        int rank = 1;
        while (!context.isCancelled()) {
            double lowest =
                    found.isEmpty() ? Double.POSITIVE_INFINITY : curve().best().mean();
            worse = compute(rank).mean() < lowest ? 0 : worse + 1;
            if (worse == 2 || rank == most) return rank;
            int power = Integer.highestOneBit(rank);
            int step = rank < 4 ? 1 : power / 2;
            rank = Math.min(most, rank + step);
        }
        return rank;
    }

    /** Halves the gaps around the best rank until its neighbours are known. */
    private void between(int most) {
        while (!context.isCancelled()) {
            int best = curve().best().rank();
            int below = found.keySet().stream()
                    .filter(k -> k < best)
                    .max(Integer::compare)
                    .orElse(0);
            int above = found.keySet().stream()
                    .filter(k -> k > best)
                    .min(Integer::compare)
                    .orElse(most + 1);
            int next = above - best > best - below ? (best + above) / 2 : (below + best + 1) / 2;
            if (above - best <= 1 && best - below <= 1) return;
            compute(next);
        }
    }

    /** Tries the rank below the suggested one until it is known. */
    private void downwards() {
        while (!context.isCancelled()) {
            int next = curve().suggested() - 1;
            if (next < 1 || found.containsKey(next)) return;
            compute(next);
        }
    }

    private RankCurve curve() {
        return new RankCurve(List.copyOf(found.values()), X.cols());
    }

    private RankError compute(int rank) {
        context.listener().onPhase("predicting hidden entries with rank " + rank);
        List<Double> errors = new ArrayList<>();
        for (int t = 0; t < HIDINGS && !context.isCancelled(); t++) {
            CancellationToken.throwIfInterrupted();
            HiddenEntries hidden = new HiddenEntries(CounterRandom.split(seed, t), SHARE);
            EntryWeights weights = hidden.hideIn(X.rows(), X.cols(), known);
            try (ExecutionContext execution = ExecutionContext.create(threads);
                    ObservedNmf nmf = new ObservedNmf(execution, X, weights, rank, CounterRandom.split(seed, -1 - t))) {
                nmf.run(TOLERANCE, ITERATIONS);
                errors.add(hidden.error(execution, X, known, nmf.W(), nmf.Ht()));
            }
        }
        if (errors.contains(Double.NaN))
            throw new DataException(
                    "too few entries of the data are not zero to hide some of them, so no number of components can be suggested; set the rank");
        RankError error = new RankError(rank, errors.isEmpty() ? List.of(Double.NaN) : errors);
        if (!context.isCancelled()) found.put(rank, error);
        return error;
    }

    /** Returns evenly spaced samples, so that the fits of a search end soon; all of them where X is small. */
    static int[] samples(int features, int samples) {
        long affordable = Math.max(FEWEST_SAMPLES, MOST_ENTRIES / features);
        int count = (int) Math.min(samples, affordable);
        return IntStream.range(0, count)
                .map(q -> (int) ((long) q * samples / count))
                .toArray();
    }
}
