package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.RestartSummary;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.linalg.RowSet;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopReason;
import org.jspecify.annotations.Nullable;

/** The fits of {@link Spec#restarts}, one after the other; only the best is held, of the others which features and which groups they had. */
public final class RestartRunner {
    private final Function<Spec, Solution> solve;
    private final Spec spec;
    private final FitListener watch;
    private final List<Double> objectives = new ArrayList<>();
    private final List<RowSet> kept = new ArrayList<>();
    private final List<Clustering> groups = new ArrayList<>();

    RestartRunner(Function<Spec, Solution> solve, Spec spec, FitListener watch) {
        this.solve = solve;
        this.spec = spec;
        this.watch = watch;
    }

    /**
     * The fit with the lowest objective, the first of equal ones; one whose objective is not a number loses to any other.
     *
     * @param spec with which this one can be made alone
     */
    public record BestRestart(
            Solution solution, Spec spec, Clustering groups, Optional<RestartSummary> restarts, List<String> notes) {}

    /** A fit; its groups where they are known. */
    private record RestartFit(int number, Solution solution, Optional<Clustering> groups) {
        boolean isBetterThan(RestartFit other) {
            double before = other.solution.objective().total();
            double now = solution.objective().total();
            return now < before || (Double.isNaN(before) && !Double.isNaN(now));
        }
    }

    BestRestart run() {
        int wanted = spec.restarts();
        @Nullable RestartFit best = null;
        try {
            for (int i = 0; i < wanted && (i == 0 || !watch.isCancelled()); i++) {
                if (wanted > 1) watch.onRestart(i + 1, wanted);
                RestartFit next = made(i);
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

    private RestartFit made(int i) {
        watch.onPhase("choosing the start");
        Spec alone = spec.forRestart(i);
        Solution solution = solve.apply(alone);
        try {
            objectives.add(solution.objective().total());
            if (spec.restarts() == 1 || solution.stop() instanceof StopReason.Interrupted)
                return new RestartFit(i, solution, Optional.empty());
            Clustering found = grouped(solution, alone);
            kept.add(solution.support());
            groups.add(found);
            return new RestartFit(i, solution, Optional.of(found));
        } catch (RuntimeException | Error e) {
            solution.close();
            throw e;
        }
    }

    private Clustering grouped(Solution solution, Spec alone) {
        watch.onPhase("grouping");
        return Grapnel.cluster(solution, alone);
    }

    private BestRestart judged(RestartFit best) {
        int wanted = spec.restarts();
        Spec alone = spec.forRestart(best.number);
        Clustering result = best.groups.orElseGet(() -> grouped(best.solution, alone));
        if (wanted == 1) return new BestRestart(best.solution, alone, result, Optional.empty(), List.of());
        int finished = kept.size();
        List<String> notes = finished == wanted
                ? List.of()
                : List.of(String.format(Locale.ROOT, "only %d of the %d restarts were finished", finished, wanted));
        boolean several = finished > 1;
        RestartSummary restarts = new RestartSummary(
                wanted,
                best.number,
                objectives,
                finished,
                SelectionStability.compute(kept),
                several ? Optional.of(SelectionFrequency.count(kept)) : Optional.empty(),
                several ? Optional.of(Consensus.compute(result, groups)) : Optional.empty());
        return new BestRestart(best.solution, alone, result, Optional.of(restarts), notes);
    }
}
