package org.grapnel.options;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import picocli.CommandLine.Option;

/** How any solver solves. The defaults are the paper's; what a solver does not use is ignored. */
@GroupedHelp.Heading("Solver")
public class PalmOptions {
    /** γ in c = γ·L with which the decrease of accPALM has a proof (golden case 92). */
    private static final SolverSpec PAPER = SolverSpec.of(SolverKind.ACCPALM);

    /** Rules that are fast, or rules that theory covers. */
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
                "How the graph enters: trace, the paper's Tr(HLH'), or invariant, the sum of |w_j|^2 h_j L h_j', in",
                "which the weight of the graph keeps its meaning. Default: invariant with best-support, which has no",
                "other, else trace"
            })
    Optional<GraphTerm> graphTerm = Optional.empty();

    @Option(
            names = "--beta",
            paramLabel = "X",
            description = "accpalm: the first weight of the extrapolation, 0 to 1. Default: ${DEFAULT-VALUE}")
    double beta = PAPER.beta();

    @Option(
            names = "--momentum",
            paramLabel = "X",
            description = "accpalm: by which factor > 1 it grows and shrinks. Default: ${DEFAULT-VALUE}")
    double momentum = PAPER.momentum();

    @Option(names = "--beta-max", paramLabel = "X", description = "accpalm: its cap, 0 to 1. Default: ${DEFAULT-VALUE}")
    double betaMax = PAPER.betaMax();

    @Option(names = "--fixed-beta", description = "accpalm: the weight stays what it is.")
    boolean fixedBeta;

    @Option(
            names = "--step-factor",
            paramLabel = "X",
            description = "Steps are 1 / (X * L), X >= 1. Default: 1, and 1.01 where --variant says so")
    Optional<Double> stepFactor = Optional.empty();

    @Option(names = "--project-start", description = "Make the starting W fulfil its constraint first.")
    boolean projectStart;

    @Option(
            names = "--variant",
            paramLabel = "WORD",
            description = {
                "none, or theory, rules with a proof: Pock and Sabach's for ipalm, Xu and Yin's for bpl, and",
                "--project-start --step-factor 1.01 for accpalm. Default: ${DEFAULT-VALUE}"
            })
    SolverVariant variant = SolverVariant.NONE;

    GraphTerm graphTerm(Spec defaults) {
        GraphTerm term = graphTerm.orElse(defaults.graphTerm());
        Preconditions.require(
                defaults.solver().method() != SolverKind.BEST_SUPPORT || term == GraphTerm.INVARIANT,
                "--graph-term %s does not go with --solver best-support, which has no other than invariant",
                term);
        return term;
    }

    SolverSpec spec(SolverKind method) {
        double gamma = stepFactor.orElse(PAPER.stepFactor());
        SolverSpec spec = new SolverSpec(method, beta, momentum, betaMax, fixedBeta, gamma, projectStart, false);
        return variant == SolverVariant.THEORY ? spec.withTheory() : spec;
    }
}
