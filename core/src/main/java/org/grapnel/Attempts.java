package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.evaluate.Stability;
import org.grapnel.linalg.RowSet;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;
import org.jspecify.annotations.Nullable;

/** The fits of {@link Spec#restarts}, one after the other; only the best is held. */
final class Attempts {
    private final Function<Spec, Solution> solve;
    private final Spec spec;
    private final Watch watch;
    private final List<Double> objectives = new ArrayList<>();
    private final List<RowSet> kept = new ArrayList<>();

    Attempts(Function<Spec, Solution> solve, Spec spec, Watch watch) {
        this.solve = solve;
        this.spec = spec;
        this.watch = watch;
    }

    /**
     * The fit with the lowest objective, the first of equal ones; one whose objective is not a number loses to any other.
     *
     * @param spec with which this one can be made alone
     */
    record Best(Solution solution, Spec spec, Optional<Restarts> restarts, List<String> notes) {}

    Best best() {
        int wanted = spec.restarts();
        @Nullable Solution best = null;
        int at = 0;
        try {
            for (int i = 0; i < wanted && (i == 0 || !watch.enough()); i++) {
                if (wanted > 1) watch.restart(i + 1, wanted);
                watch.phase("choosing the start");
                Solution next = solve.apply(spec.attempt(i));
                objectives.add(next.objective().total());
                if (!(next.stop() instanceof StopReason.Interrupted)) kept.add(next.support());
                if (best == null || better(next, best)) {
                    if (best != null) best.close();
                    best = next;
                    at = i;
                } else {
                    next.close();
                }
            }
        } catch (RuntimeException | Error e) {
            if (best != null) best.close();
            throw e;
        }
        if (best == null) throw new IllegalStateException("no fit was made");
        if (wanted == 1) return new Best(best, spec.attempt(0), Optional.empty(), List.of());
        List<String> notes = kept.size() == wanted
                ? List.of()
                : List.of(String.format(Locale.ROOT, "only %d of the %d restarts were finished", kept.size(), wanted));
        Restarts restarts = new Restarts(wanted, at, objectives, Stability.of(kept));
        return new Best(best, spec.attempt(at), Optional.of(restarts), notes);
    }

    private static boolean better(Solution next, Solution best) {
        double before = best.objective().total();
        double now = next.objective().total();
        return now < before || (Double.isNaN(before) && !Double.isNaN(now));
    }
}
