package org.grapnel.tune;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.runtime.ExecutionContext;

/**
 * Runs the fits of a tuning in parallel, with one thread each as long as there are enough fits: many small fits side by
 * side finish sooner than one after the other on all threads. Fits of an earlier run are reused. The order in which
 * fits end does not change the result.
 */
final class ParallelFits {
    /** Thrown out of the procedure when it is cancelled. */
    static final class TuningCancelledException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TuningCancelledException() {
            super("the tuning was cancelled", null, false, false);
        }
    }

    private final TuningListener listener;
    private final FitContext context;
    private final int threads;
    private final int expected;
    private final Map<TuningCandidate, TuningFit> done = new LinkedHashMap<>();
    private final List<TuningFit> used = new ArrayList<>();

    /**
     * Starts from the fits of an earlier run.
     *
     * @param expected approximate number of fits
     */
    ParallelFits(List<TuningFit> earlier, TuningListener listener, FitContext context, int threads, int expected) {
        this.listener = listener;
        this.context = context;
        this.threads = threads;
        this.expected = expected;
        earlier.forEach(fit -> done.put(fit.candidate(), fit));
    }

    /** The fits the procedure has requested, in its order. */
    List<TuningFit> used() {
        return List.copyOf(used);
    }

    int threads() {
        return threads;
    }

    /** Makes the fit of a candidate. */
    interface CandidateEvaluator {
        /** Does the part of the work that uses all threads and comes before the fits. */
        default void prepare(TuningCandidate candidate, FitContext context) {}

        /** Makes and scores a fit; empty if it was cancelled. */
        Optional<TuningFit> evaluate(TuningCandidate candidate, int threads, FitContext context);
    }

    /** Runs the candidates that are not known yet, and returns all results in the given order. */
    List<TuningFit> run(CandidateEvaluator evaluator, List<TuningCandidate> all) {
        List<TuningCandidate> open =
                all.stream().filter(candidate -> !done.containsKey(candidate)).toList();
        if (!open.isEmpty()) {
            listener.onStage(open.get(0).stage(), used.size(), Math.max(expected, used.size() + all.size()));
            for (TuningCandidate candidate : open) {
                throwIfCancelled();
                evaluator.prepare(candidate, context);
            }
            int parallel = Math.min(threads, open.size());
            try (ExecutionContext execution = ExecutionContext.create(parallel)) {
                execution.run(open.size(), (i, scratch) -> {
                    if (context.isCancelled()) return;
                    evaluator
                            .evaluate(open.get(i), Math.max(1, threads / parallel), context)
                            .ifPresent(this::recordDone);
                });
            }
        }
        throwIfCancelled();
        List<TuningFit> results = all.stream().map(this::result).toList();
        results.stream().filter(fit -> !used.contains(fit)).forEach(used::add);
        return results;
    }

    /** Finds a fit of an earlier run and marks it as used. */
    Optional<TuningFit> findEarlier(TuningCandidate candidate) {
        Optional<TuningFit> fit = Optional.ofNullable(done.get(candidate));
        fit.filter(known -> !used.contains(known)).ifPresent(used::add);
        return fit;
    }

    private synchronized void recordDone(TuningFit fit) {
        done.put(fit.candidate(), fit);
        listener.onFitDone(fit);
    }

    private synchronized TuningFit result(TuningCandidate candidate) {
        TuningFit fit = done.get(candidate);
        if (fit == null) throw new TuningCancelledException();
        return fit;
    }

    void throwIfCancelled() {
        if (context.isCancelled()) throw new TuningCancelledException();
    }
}
