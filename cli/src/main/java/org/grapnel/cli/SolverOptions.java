package org.grapnel.cli;

import java.util.Optional;
import org.grapnel.solve.Method;
import picocli.CommandLine.Option;

/** Which solver, and how it solves. */
@GroupedHelp.Heading("Solver")
final class SolverOptions extends StepOptions {
    @Option(
            names = "--solver",
            paramLabel = "WORD",
            description = {
                "palm, accpalm, ipalm, bpl (the paper's), or best-support. Default: best-support, and accpalm for the",
                "models with l0 or lc0, with --select model and with --graph-term trace"
            })
    Optional<String> solver = Optional.empty();

    /** One solver, or the one that goes with the model, under options that several share. */
    static SolverOptions of(StepOptions shared, Optional<Method> method) {
        SolverOptions options = new SolverOptions();
        options.solver = method.map(Method::word);
        options.graphTerm = shared.graphTerm;
        options.beta = shared.beta;
        options.momentum = shared.momentum;
        options.betaMax = shared.betaMax;
        options.fixedBeta = shared.fixedBeta;
        options.stepFactor = shared.stepFactor;
        options.projectStart = shared.projectStart;
        options.variant = shared.variant;
        return options;
    }

    Optional<Method> named() {
        return solver.map(Method::of);
    }
}
