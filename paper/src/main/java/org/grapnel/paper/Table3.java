package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.grapnel.Spec;
import org.grapnel.compare.Spread;
import org.grapnel.evaluate.RelativeError;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/**
 * GNMF_ℓ20 by BPL, PALM, iPALM and accPALM from the same random starts, until the relative change is below 10⁻³: ‖X − WH‖/‖X‖ and the
 * time [Table 3].
 *
 * <p>The error is almost only that of the dropped rows, which no solver can lower: this floor stands beside it. What tells solvers apart
 * stands there too: the objective F, and the iterations until F is what PALM reaches in a fixed number of them.
 *
 * @param keep the number of kept features
 * @param reached how many iterations of PALM set the F that the others are measured by
 * @param threads that the seconds were measured with
 */
record Table3(PaperData data, int keep, int reached, int threads, List<Trial> trials) {
    /** The paper states no limit; the slowest solver on its data needs about 900. */
    private static final StopSpec STOP = new StopSpec(1e-3, 2000, Optional.empty());

    Table3 {
        trials = List.copyOf(trials);
    }

    /** @param toPalm iterations until the objective is no higher than PALM's; none where it stays higher for as many as PALM had */
    record Trial(
            Method solver,
            int seed,
            double relativeError,
            double floor,
            double objective,
            int iterations,
            double seconds,
            OptionalInt toPalm) {}

    static void plan(Subject subject, Lab lab) {
        lab.tally().expect(Setup.SOLVERS.size() * lab.repeats(), trialWork(subject));
    }

    private static double trialWork(Subject subject) {
        int keep = keep(subject);
        return subject.work(keep) * (400 + subject.which().palmIterations() / 2.0);
    }

    private static int keep(Subject subject) {
        return subject.which().keep(Model.GNMF_L20, subject.X().rows()).orElseThrow();
    }

    static Table3 of(Subject subject, Lab lab) {
        int limit = subject.which().palmIterations();
        List<Trial> trials = new ArrayList<>();
        for (int seed = 0; seed < lab.repeats(); seed++) {
            Spec spec = Setup.spec(Model.GNMF_L20, subject.classes(), Optional.of(keep(subject)), lab.threads())
                    .withSeed(seed);
            Spec longer = spec.withStop(new StopSpec(0, limit, Optional.empty()));
            double palm = objective(subject, longer.withSolver(SolverSpec.of(Method.PALM)), lab);
            for (Method solver : Setup.SOLVERS) {
                lab.tally()
                        .next(
                                "Table 3, " + subject.which() + ", " + Setup.name(solver) + ", seed " + seed,
                                trialWork(subject));
                OptionalInt toPalm = solver == Method.PALM
                        ? OptionalInt.of(limit)
                        : iterationsTo(palm, subject, longer.withSolver(SolverSpec.of(solver)), lab);
                trials.add(trial(subject, spec.withSolver(SolverSpec.of(solver)).withStop(STOP), seed, toPalm, lab));
            }
        }
        return new Table3(subject.which(), keep(subject), limit, lab.threads(), trials);
    }

    private static Trial trial(Subject subject, Spec spec, int seed, OptionalInt toPalm, Lab lab) {
        try (Solution found = solve(subject, spec, lab, Optional.empty())) {
            double squares = 0;
            for (double row : subject.X().rowSquares()) squares += row;
            return new Trial(
                    spec.solver().method(),
                    seed,
                    Math.sqrt(2 * found.objective().loss() / squares),
                    RelativeError.floor(subject.X(), found.support()).get(),
                    found.objective().total(),
                    found.trace().iterations(),
                    found.trace().last().seconds(),
                    toPalm);
        }
    }

    private static double objective(Subject subject, Spec spec, Lab lab) {
        try (Solution found = solve(subject, spec, lab, Optional.empty())) {
            return found.objective().total();
        }
    }

    private static OptionalInt iterationsTo(double objective, Subject subject, Spec spec, Lab lab) {
        try (Solution found = solve(subject, spec, lab, Optional.of(objective))) {
            boolean reached = found.objective().total() <= objective;
            return reached ? OptionalInt.of(found.trace().iterations()) : OptionalInt.empty();
        }
    }

    private static Solution solve(Subject subject, Spec spec, Lab lab, Optional<Double> until) {
        return lab.solve(subject.X(), subject.graph().graph(), spec, until);
    }

    Spread mean(Method solver, ToDoubleFunction<Trial> what) {
        return Spread.of(of(solver).map(what::applyAsDouble).toList());
    }

    /** Mean iterations to PALM's objective; none where a trial did not get there. */
    Optional<Double> toPalm(Method solver) {
        if (of(solver).anyMatch(trial -> trial.toPalm().isEmpty())) return Optional.empty();
        return Optional.of(mean(solver, trial -> trial.toPalm().orElseThrow()).mean());
    }

    private Stream<Trial> of(Method solver) {
        return trials.stream().filter(trial -> trial.solver() == solver);
    }

    Sheet sheet() {
        List<List<String>> rows = new ArrayList<>();
        for (Method solver : Setup.SOLVERS) {
            Printed.Solved printed = Printed.table3(data, solver);
            rows.add(List.of(
                    Setup.name(solver),
                    Sheet.text("%.3f", printed.relativeError()),
                    Sheet.text("%.4f", mean(solver, Trial::relativeError).mean()),
                    Sheet.text("%.4f", mean(solver, Trial::floor).mean()),
                    Sheet.text("%.1f", mean(solver, Trial::objective).mean()),
                    Sheet.text("%.0f", mean(solver, Trial::iterations).mean()),
                    toPalm(solver).map(n -> Sheet.text("%.0f", n)).orElse("not in " + reached),
                    Sheet.text("%.3f", printed.seconds()),
                    Sheet.text("%.2f", mean(solver, Trial::seconds).mean())));
        }
        return new Sheet(
                Sheet.text(
                        "%s: GNMF_ℓ20 with %d features; PALM's F is that after %d iterations; seconds with %d thread%s",
                        data, keep, reached, threads, threads == 1 ? "" : "s"),
                List.of(
                        "solver",
                        "error, paper",
                        "error, ours",
                        "floor",
                        "F",
                        "iterations",
                        "to PALM's F",
                        "seconds, paper",
                        "seconds, ours"),
                rows);
    }
}
