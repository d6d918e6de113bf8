package org.grapnel.options;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Plugins;
import org.grapnel.plugin.SolverPlugin;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.palm.Extrapolation;
import picocli.CommandLine.Option;

/** The solver and its parameters. */
@GroupedHelp.Heading("Solver")
public final class SolverOptions extends PalmOptions {
    /** The methods that have a name of their own. */
    enum MethodName {
        RECOMMENDED,
        PAPER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--method",
            paramLabel = "WORD",
            description = {
                "recommended: the method that measurements favour for the model; paper: the method of the paper, the same",
                "as --solver accpalm. Default: recommended"
            })
    Optional<MethodName> method = Optional.empty();

    @Option(
            names = "--solver",
            paramLabel = "WORD",
            description = {
                "palm, accpalm, ipalm, bpl (the paper's), best-support (the default of version 0.1), or a plugin. Default:",
                "none, which is the recommended method"
            })
    Optional<String> solver = Optional.empty();

    /** Options of one solver by its name, or of the default solver of the model, from options that several solvers share. */
    public static SolverOptions of(PalmOptions shared, Optional<String> solver) {
        SolverOptions options = new SolverOptions();
        options.solver = solver;
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

    /** The rule of a plugin that {@code --solver} names. */
    Optional<Extension<Extrapolation>> rule = Optional.empty();

    /** Looks for the named solver among the plugins. */
    void use(Plugins plugins) {
        rule = solver.filter(name -> plugins.has(SolverPlugin.class, name)).map(plugins::solver);
    }

    /** The solver that was named, by --solver or by --method paper. The rule of a plugin is one for PALM. */
    public Optional<SolverKind> named() {
        return solver.map(name -> rule.isPresent() ? SolverKind.PALM : SolverKind.parse(name))
                .or(() -> method.filter(name -> name == MethodName.PAPER).map(name -> SolverKind.ACCPALM));
    }

    /** The option that names the solver, with its value. */
    public Optional<String> option() {
        return solver.map(name -> "--solver " + name)
                .or(() -> method.filter(name -> name == MethodName.PAPER).map(name -> "--method " + name));
    }

    /** Whether the recommended method was named. */
    boolean isRecommended() {
        return method.equals(Optional.of(MethodName.RECOMMENDED));
    }

    /** Refuses a method and a solver that contradict each other. */
    void check() {
        if (method.isEmpty() || solver.isEmpty()) return;
        boolean paper = !named().equals(Optional.of(SolverKind.BEST_SUPPORT));
        Preconditions.require(
                paper && !isRecommended(),
                "--method %s cannot be combined with --solver %s, which is %s; leave out one of them",
                method.get(),
                solver.get(),
                paper ? "the paper's" : "the method of version 0.1");
    }
}
