package org.grapnel.tune;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;

/**
 * The fits of a choice, several at a time: one thread for each, as far as there are threads, since many small fits side by side end sooner than one
 * after the other with all threads. What an earlier run has done is not done again. The order in which fits end changes nothing.
 */
final class Rounds {
    /** Thrown through the procedure where the onlooker has had enough. */
    static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super("the run was asked to stop", null, false, false);
        }
    }

    private final Onlooker onlooker;
    private final int threads;
    private final int expected;
    private final Map<Candidate, Tried> done = new LinkedHashMap<>();
    private final List<Tried> used = new ArrayList<>();

    /** @param expected about how many fits there will be */
    Rounds(List<Tried> earlier, Onlooker onlooker, int threads, int expected) {
        this.onlooker = onlooker;
        this.threads = threads;
        this.expected = expected;
        earlier.forEach(tried -> done.put(tried.candidate(), tried));
    }

    /** Those that the choice has looked at, in its order. */
    List<Tried> used() {
        return List.copyOf(used);
    }

    int threads() {
        return threads;
    }

    /** H to start a fit from. */
    interface Warm {
        Optional<DenseMatrix> of(Candidate candidate);
    }

    /** What comes of all of these, in their order. */
    List<Tried> run(Fits fits, List<Candidate> all, Warm warm, boolean remember) {
        List<Candidate> open =
                all.stream().filter(candidate -> !done.containsKey(candidate)).toList();
        if (!open.isEmpty()) {
            onlooker.begins(open.get(0).stage(), used.size(), Math.max(expected, used.size() + all.size()));
            for (Candidate candidate : open) {
                stopIfEnough();
                fits.selection(
                        candidate.point(),
                        candidate.seed(),
                        onlooker); // made with all threads, before the fits take one each
                warm.of(candidate);
            }
            int sideBySide = Math.min(threads, open.size());
            try (Compute on = Compute.of(sideBySide)) {
                on.run(open.size(), (i, scratch) -> {
                    if (onlooker.enough()) return;
                    Candidate candidate = open.get(i);
                    fits.fit(candidate, warm.of(candidate), remember, Math.max(1, threads / sideBySide), onlooker)
                            .ifPresent(this::ended);
                });
            }
        }
        stopIfEnough();
        List<Tried> tried = all.stream().map(this::of).toList();
        tried.stream().filter(one -> !used.contains(one)).forEach(used::add);
        return tried;
    }

    /** What is known of a candidate from an earlier run, which counts as used from now on. */
    Optional<Tried> known(Candidate candidate) {
        Optional<Tried> tried = Optional.ofNullable(done.get(candidate));
        tried.filter(one -> !used.contains(one)).ifPresent(used::add);
        return tried;
    }

    private synchronized void ended(Tried tried) {
        done.put(tried.candidate(), tried);
        onlooker.ended(tried);
    }

    private synchronized Tried of(Candidate candidate) {
        Tried tried = done.get(candidate);
        if (tried == null) throw new Enough();
        return tried;
    }

    void stopIfEnough() {
        if (onlooker.enough()) throw new Enough();
    }
}
