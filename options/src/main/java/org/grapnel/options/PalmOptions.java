package org.grapnel.options;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import picocli.CommandLine.Option;

/** Parameters of the solvers. The defaults are the paper's; a solver ignores parameters that it does not have. */
@GroupedHelp.Heading("Solver")
public class PalmOptions {
    /** γ in c = γ·L with which the decrease of accPALM has a proof. */
    private static final SolverSpec PAPER = SolverSpec.of(SolverKind.ACCPALM);

    /** The paper's fast rules, or rules with a convergence proof. */
    enum SolverVariant {
        NONE,
        THEORY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--graph-term",
            paramLabel = "WORD",
            description = {
                "The graph term: joint, H also explains the graph, |S - H'H|^2 for the normalised adjacency S; trace, the",
                "paper's Tr(HLH'); or invariant, the sum of |w_j|^2 h_j L h_j', which does not change when W and H are",
                "rescaled. Default: joint with the recommended method, invariant with --solver best-support, else trace"
            })
    Optional<GraphTerm> graphTerm = Optional.empty();

    @Option(
            names = "--beta",
            paramLabel = "X",
            description = "accpalm: initial extrapolation weight, 0 to 1. Default: ${DEFAULT-VALUE}")
    double beta = PAPER.beta();

    @Option(
            names = "--momentum",
            paramLabel = "X",
            description = "accpalm: factor > 1 by which beta grows and shrinks. Default: ${DEFAULT-VALUE}")
    double momentum = PAPER.momentum();

    @Option(
            names = "--beta-max",
            paramLabel = "X",
            description = "accpalm: upper bound of beta, 0 to 1. Default: ${DEFAULT-VALUE}")
    double betaMax = PAPER.betaMax();

    @Option(names = "--fixed-beta", description = "accpalm: keep beta fixed.")
    boolean fixedBeta;

    @Option(
            names = "--step-factor",
            paramLabel = "X",
            description = "Step size 1 / (X * L), X >= 1. Default: 1, or 1.01 for accpalm with --variant theory")
    Optional<Double> stepFactor = Optional.empty();

    @Option(names = "--project-start", description = "Project the starting W onto its constraint first.")
    boolean projectStart;

    @Option(
            names = "--variant",
            paramLabel = "WORD",
            description = {
                "none, or theory: rules with a convergence proof, Pock and Sabach's for ipalm, Xu and Yin's for bpl, and",
                "--project-start --step-factor 1.01 for accpalm. Default: ${DEFAULT-VALUE}"
            })
    SolverVariant variant = SolverVariant.NONE;

    GraphTerm graphTerm(Spec defaults) {
        GraphTerm term = graphTerm.orElse(defaults.graphTerm());
        Preconditions.require(
                defaults.loss() == Loss.KL
                        || defaults.solver().kind() != SolverKind.BEST_SUPPORT
                        || term != GraphTerm.TRACE,
                "--graph-term trace does not apply to --solver best-support; use --graph-term invariant or joint, or leave it out");
        Preconditions.require(
                defaults.solver().kind() == SolverKind.BEST_SUPPORT || term != GraphTerm.JOINT,
                "--graph-term joint does not apply to --solver %s; leave out --solver, or use --graph-term trace",
                defaults.solver().kind().cliName());
        return term;
    }

    SolverSpec spec(SolverKind kind) {
        double gamma = stepFactor.orElse(PAPER.stepFactor());
        SolverSpec spec = new SolverSpec(kind, beta, momentum, betaMax, fixedBeta, gamma, projectStart, false);
        return variant == SolverVariant.THEORY ? spec.withTheory() : spec;
    }
}
