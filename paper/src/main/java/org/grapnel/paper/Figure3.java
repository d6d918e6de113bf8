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

    static void plan(ExperimentDataset dataset, ExperimentContext experiment) {
        experiment.progress().expect(BETAS.size() + 2, trialWork(dataset));
    }

    private static double trialWork(ExperimentDataset dataset) {
        int keep = dataset.source().keep(Model.GNMF_L20, dataset.X().rows()).orElseThrow();
        return dataset.work(keep) * dataset.source().palmIterations();
    }

    static Figure3 run(ExperimentDataset dataset, ExperimentContext experiment) {
        List<Curve> curves = new ArrayList<>();
        curves.add(curve("PALM (β = 0)", SolverSpec.of(SolverKind.PALM), dataset, experiment));
        SolverSpec accPalm = SolverSpec.of(SolverKind.ACCPALM);
        for (double beta : BETAS) curves.add(curve("β = " + beta, accPalm.withFixedBeta(beta), dataset, experiment));
        curves.add(curve("adaptive β", accPalm, dataset, experiment));
        return new Figure3(dataset.source(), curves);
    }

    private static Curve curve(
            String name, SolverSpec solver, ExperimentDataset dataset, ExperimentContext experiment) {
        experiment.progress().next("Figure 3, " + dataset.source() + ", " + name, trialWork(dataset));
        Spec spec = ExperimentSetup.spec(
                        Model.GNMF_L20,
                        dataset.classes(),
                        dataset.source().keep(Model.GNMF_L20, dataset.X().rows()),
                        experiment.threads())
                .withSolver(solver)
                .withStop(new StopSpec(0, dataset.source().palmIterations(), Optional.empty()));
        try (Solution solution = experiment.solve(dataset.X(), dataset.graph().graph(), spec)) {
            return curve(name, solution);
        }
    }

    static Curve curve(String name, Solution solution) {
        return new Curve(
                name,
                solution.trace().steps().stream()
                        .map(step -> step.objective().total())
                        .toList());
    }

    /** Iterations until F is at PALM's final level. */
    OptionalInt toPalm(Curve curve) {
        return curve.reaches(curves.get(0).last());
    }

    TextTable toTextTable() {
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
