package org.grapnel.tune;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * The fits of a choice, several at a time: one thread for each, as far as there are threads, since many small fits side by side end sooner than one
 * after the other with all threads. What an earlier run has done is not done again. The order in which fits end changes nothing.
 */
final class ParallelFits {
    /** Thrown through the procedure where the onlooker has had enough. */
    static final class TuningCancelledException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TuningCancelledException() {
            super("the run was asked to stop", null, false, false);
        }
    }

    private final TuningListener onlooker;
    private final int threads;
    private final int expected;
    private final Map<TuningCandidate, TuningFit> done = new LinkedHashMap<>();
    private final List<TuningFit> used = new ArrayList<>();

    /** @param expected about how many fits there will be */
    ParallelFits(List<TuningFit> earlier, TuningListener onlooker, int threads, int expected) {
        this.onlooker = onlooker;
        this.threads = threads;
        this.expected = expected;
        earlier.forEach(tried -> done.put(tried.candidate(), tried));
    }

    /** Those that the choice has looked at, in its order. */
    List<TuningFit> used() {
        return List.copyOf(used);
    }

    int threads() {
        return threads;
    }

    /** H to start a fit from. */
    interface WarmStartSource {
        Optional<DenseMatrix> of(TuningCandidate candidate);
    }

    /** What comes of all of these, in their order. */
    List<TuningFit> run(FitEvaluator fits, List<TuningCandidate> all, WarmStartSource warm, boolean remember) {
        List<TuningCandidate> open =
                all.stream().filter(candidate -> !done.containsKey(candidate)).toList();
        if (!open.isEmpty()) {
            onlooker.onStage(open.get(0).stage(), used.size(), Math.max(expected, used.size() + all.size()));
            for (TuningCandidate candidate : open) {
                throwIfCancelled();
                fits.selection(
                        candidate.point(),
                        candidate.seed(),
                        onlooker); // made with all threads, before the fits take one each
                warm.of(candidate);
            }
            int sideBySide = Math.min(threads, open.size());
            try (ExecutionContext context = ExecutionContext.create(sideBySide)) {
                context.run(open.size(), (i, scratch) -> {
                    if (onlooker.isCancelled()) return;
                    TuningCandidate candidate = open.get(i);
                    fits.evaluate(candidate, warm.of(candidate), remember, Math.max(1, threads / sideBySide), onlooker)
                            .ifPresent(this::ended);
                });
            }
        }
        throwIfCancelled();
        List<TuningFit> tried = all.stream().map(this::of).toList();
        tried.stream().filter(one -> !used.contains(one)).forEach(used::add);
        return tried;
    }

    /** What is known of a candidate from an earlier run, which counts as used from now on. */
    Optional<TuningFit> findEarlier(TuningCandidate candidate) {
        Optional<TuningFit> tried = Optional.ofNullable(done.get(candidate));
        tried.filter(one -> !used.contains(one)).ifPresent(used::add);
        return tried;
    }

    private synchronized void ended(TuningFit tried) {
        done.put(tried.candidate(), tried);
        onlooker.onFitDone(tried);
    }

    private synchronized TuningFit of(TuningCandidate candidate) {
        TuningFit tried = done.get(candidate);
        if (tried == null) throw new TuningCancelledException();
        return tried;
    }

    void throwIfCancelled() {
        if (onlooker.isCancelled()) throw new TuningCancelledException();
    }
}
