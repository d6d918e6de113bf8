package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FitContext;
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

/** Keeps the best of several fits, and of the others only their features and groups. Closing it frees a fit that was not taken. */
final class RestartCollector implements AutoCloseable {
    private final Spec spec;
    private final FitContext context;
    private final List<Double> objectives = new ArrayList<>();
    private final List<RowSet> supports = new ArrayList<>();
    private final List<Clustering> clusterings = new ArrayList<>();
    private @Nullable RestartFit best;

    RestartCollector(Spec spec, FitContext context) {
        this.spec = spec;
        this.context = context;
    }

    /** One fit, with its groups if they are known. */
    private record RestartFit(int number, Solution solution, Optional<Clustering> groups) {
        boolean isBetterThan(RestartFit other) {
            double before = other.solution.objective().total();
            double now = solution.objective().total();
            return now < before || (Double.isNaN(before) && !Double.isNaN(now));
        }
    }

    /** Takes over the solution of restart i. Equal objectives go to the first; NaN loses to any number. */
    void add(int i, Solution solution) {
        RestartFit next;
        try {
            next = describe(i, solution);
        } catch (RuntimeException | Error e) {
            solution.close();
            throw e;
        }
        RestartFit before = best;
        if (before != null && !next.isBetterThan(before)) {
            solution.close();
            return;
        }
        if (before != null) before.solution.close();
        best = next;
    }

    private RestartFit describe(int i, Solution solution) {
        objectives.add(solution.objective().total());
        if (spec.restarts() == 1 || solution.stop() instanceof StopReason.Interrupted)
            return new RestartFit(i, solution, Optional.empty());
        Clustering found = cluster(solution, spec.forRestart(i));
        supports.add(solution.support());
        clusterings.add(found);
        return new RestartFit(i, solution, Optional.of(found));
    }

    private Clustering cluster(Solution solution, Spec single) {
        context.listener().onPhase("grouping");
        return GroupingStep.cluster(solution, single);
    }

    /** Hands over the best fit, which the caller closes. */
    BestRestart take() {
        RestartFit chosen = best;
        if (chosen == null) throw new IllegalStateException("no restart was added");
        Spec single = spec.forRestart(chosen.number);
        Clustering groups = chosen.groups.orElseGet(() -> cluster(chosen.solution, single));
        int finished = supports.size();
        boolean missing = spec.restarts() > 1 && finished < spec.restarts();
        List<String> notes = missing
                ? List.of(String.format(
                        Locale.ROOT, "only %d of the %d restarts were finished", finished, spec.restarts()))
                : List.of();
        BestRestart result = new BestRestart(chosen.solution, single, groups, summary(chosen.number, groups), notes);
        best = null;
        return result;
    }

    private Optional<RestartSummary> summary(int number, Clustering groups) {
        if (spec.restarts() == 1) return Optional.empty();
        boolean several = supports.size() > 1;
        return Optional.of(new RestartSummary(
                spec.restarts(),
                number,
                objectives,
                supports.size(),
                SelectionStability.compute(supports),
                several ? Optional.of(SelectionFrequency.count(supports)) : Optional.empty(),
                several ? Optional.of(Consensus.compute(groups, clusterings)) : Optional.empty()));
    }

    @Override
    public void close() {
        if (best != null) best.solution.close();
        best = null;
    }
}
