package org.grapnel.options;

import java.util.Optional;
import org.grapnel.solve.SolverKind;
import picocli.CommandLine.Option;

/** Which solver, and how it solves. */
@GroupedHelp.Heading("Solver")
public final class SolverOptions extends PalmOptions {
    @Option(
            names = "--solver",
            paramLabel = "WORD",
            description = {
                "palm, accpalm, ipalm, bpl (the paper's), or best-support. Default: best-support, and accpalm for the",
                "models with l0 or lc0, with --select model and with --graph-term trace"
            })
    Optional<String> solver = Optional.empty();

    /** One solver, or the one that goes with the model, under options that several share. */
    public static SolverOptions of(PalmOptions shared, Optional<SolverKind> method) {
        SolverOptions options = new SolverOptions();
        options.solver = method.map(SolverKind::cliName);
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

    public Optional<SolverKind> named() {
        return solver.map(SolverKind::parse);
    }
}
