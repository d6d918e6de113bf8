package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.Spec;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/**
 * The objective F of accPALM for GNMF_ℓ20 over the iterations, with β fixed at 0.2, 0.4, 0.6 and 0.8 and with adaptive β, all from the
 * same start [Figure 3]; and with β = 0, which is PALM.
 */
record Figure3(PaperData data, List<Curve> curves) {
    private static final List<Double> BETAS = List.of(0.2, 0.4, 0.6, 0.8);

    Figure3 {
        curves = List.copyOf(curves);
    }

    /**
     * @param name {@code β = 0.2}
     * @param objective F at iteration 0, 1, …
     */
    record Curve(String name, List<Double> objective) {
        Curve {
            objective = List.copyOf(objective);
        }

        /** The first iteration with F at or below a level. Iteration 0 is infeasible and does not count. */
        OptionalInt reaches(double level) {
            for (int i = 1; i < objective.size(); i++) if (objective.get(i) <= level) return OptionalInt.of(i);
            return OptionalInt.empty();
        }

        double last() {
            return objective.get(objective.size() - 1);
        }
    }

    static void plan(ExperimentDataset subject, ExperimentContext lab) {
        lab.tally().expect(BETAS.size() + 2, trialWork(subject));
    }

    private static double trialWork(ExperimentDataset subject) {
        int keep = subject.which().keep(Model.GNMF_L20, subject.X().rows()).orElseThrow();
        return subject.work(keep) * subject.which().palmIterations();
    }

    static Figure3 run(ExperimentDataset subject, ExperimentContext lab) {
        List<Curve> curves = new ArrayList<>();
        curves.add(curve("PALM (β = 0)", SolverSpec.of(SolverKind.PALM), subject, lab));
        SolverSpec accPalm = SolverSpec.of(SolverKind.ACCPALM);
        for (double beta : BETAS) curves.add(curve("β = " + beta, accPalm.withFixedBeta(beta), subject, lab));
        curves.add(curve("adaptive β", accPalm, subject, lab));
        return new Figure3(subject.which(), curves);
    }

    private static Curve curve(String name, SolverSpec solver, ExperimentDataset subject, ExperimentContext lab) {
        lab.tally().next("Figure 3, " + subject.which() + ", " + name, trialWork(subject));
        Spec spec = ExperimentSetup.spec(
                        Model.GNMF_L20,
                        subject.classes(),
                        subject.which().keep(Model.GNMF_L20, subject.X().rows()),
                        lab.threads())
                .withSolver(solver)
                .withStop(new StopSpec(0, subject.which().palmIterations(), Optional.empty()));
        try (Solution found = lab.solve(subject.X(), subject.graph().graph(), spec)) {
            return run(name, found);
        }
    }

    static Curve run(String name, Solution found) {
        return new Curve(
                name,
                found.trace().steps().stream()
                        .map(step -> step.objective().total())
                        .toList());
    }

    /** Iterations until F is at PALM's final level. */
    OptionalInt toPalm(Curve curve) {
        return curve.reaches(curves.get(0).last());
    }

    TextTable sheet() {
        int limit = curves.get(0).objective().size() - 1;
        return new TextTable(
                data + ", seed 0",
                List.of("accPALM with", "F after " + limit + " iterations", "iterations to F of PALM after " + limit),
                curves.stream()
                        .map(curve -> List.of(
                                curve.name(),
                                TextTable.format("%.1f", curve.last()),
                                toPalm(curve).isPresent()
                                        ? String.valueOf(toPalm(curve).getAsInt())
                                        : "not in " + limit))
                        .toList());
    }
}
