package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.evaluate.Stability;
import org.grapnel.linalg.RowSet;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;
import org.jspecify.annotations.Nullable;

/** The fits of {@link Spec#restarts}, one after the other; only the best is held, of the others which features and which groups they had. */
final class Attempts {
    private final Function<Spec, Solution> solve;
    private final Spec spec;
    private final Watch watch;
    private final List<Double> objectives = new ArrayList<>();
    private final List<RowSet> kept = new ArrayList<>();
    private final List<Clustering> groups = new ArrayList<>();

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
    record Best(Solution solution, Spec spec, Clustering groups, Optional<Restarts> restarts, List<String> notes) {}

    /** A fit; its groups where they are known. */
    private record Attempt(int number, Solution solution, Optional<Clustering> groups) {
        boolean isBetterThan(Attempt other) {
            double before = other.solution.objective().total();
            double now = solution.objective().total();
            return now < before || (Double.isNaN(before) && !Double.isNaN(now));
        }
    }

    Best best() {
        int wanted = spec.restarts();
        @Nullable Attempt best = null;
        try {
            for (int i = 0; i < wanted && (i == 0 || !watch.enough()); i++) {
                if (wanted > 1) watch.restart(i + 1, wanted);
                Attempt next = made(i);
                if (best == null || next.isBetterThan(best)) {
                    if (best != null) best.solution.close();
                    best = next;
                } else {
                    next.solution.close();
                }
            }
            if (best == null) throw new IllegalStateException("no fit was made");
            return judged(best);
        } catch (RuntimeException | Error e) {
            if (best != null) best.solution.close();
            throw e;
        }
    }

    private Attempt made(int i) {
        watch.phase("choosing the start");
        Spec alone = spec.attempt(i);
        Solution solution = solve.apply(alone);
        try {
            objectives.add(solution.objective().total());
            if (spec.restarts() == 1 || solution.stop() instanceof StopReason.Interrupted)
                return new Attempt(i, solution, Optional.empty());
            Clustering found = grouped(solution, alone);
            kept.add(solution.support());
            groups.add(found);
            return new Attempt(i, solution, Optional.of(found));
        } catch (RuntimeException | Error e) {
            solution.close();
            throw e;
        }
    }

    private Clustering grouped(Solution solution, Spec alone) {
        watch.phase("grouping");
        return Grapnel.clustering(solution, alone);
    }

    private Best judged(Attempt best) {
        int wanted = spec.restarts();
        Spec alone = spec.attempt(best.number);
        Clustering result = best.groups.orElseGet(() -> grouped(best.solution, alone));
        if (wanted == 1) return new Best(best.solution, alone, result, Optional.empty(), List.of());
        int finished = kept.size();
        List<String> notes = finished == wanted
                ? List.of()
                : List.of(String.format(Locale.ROOT, "only %d of the %d restarts were finished", finished, wanted));
        boolean several = finished > 1;
        Restarts restarts = new Restarts(
                wanted,
                best.number,
                objectives,
                finished,
                Stability.of(kept),
                several ? Optional.of(SelectionFrequency.of(kept)) : Optional.empty(),
                several ? Optional.of(Consensus.of(result, groups)) : Optional.empty());
        return new Best(best.solution, alone, result, Optional.of(restarts), notes);
    }
}
