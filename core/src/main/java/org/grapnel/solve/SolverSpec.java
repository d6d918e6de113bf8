package org.grapnel.solve;

import org.grapnel.runtime.Preconditions;

/**
 * A solver with its parameters. Parameters that a solver does not use are ignored.
 *
 * @param beta the first weight β of accPALM's extrapolation
 * @param momentum the factor by which β grows and shrinks
 * @param betaMax the cap of β
 * @param fixedBeta whether β stays fixed
 * @param stepFactor γ in c = γ·L; above 1 the decrease is proven
 * @param projectStart whether the first W is projected, so that the trace falls from iteration 0 on
 * @param byTheory whether to use the rules that theory covers instead of the fast ones: Pock and Sabach's for iPALM, Xu and Yin's for BPL
 *     (docs/solvers.md)
 */
public record SolverSpec(
        SolverKind kind,
        double beta,
        double momentum,
        double betaMax,
        boolean fixedBeta,
        double stepFactor,
        boolean projectStart,
        boolean byTheory) {
    public SolverSpec {
        Preconditions.require(beta >= 0 && beta <= 1, "beta must be between 0 and 1, got %s", beta);
        Preconditions.require(
                momentum > 1 && momentum < Double.POSITIVE_INFINITY, "momentum must be a number > 1, got %s", momentum);
        Preconditions.require(betaMax >= 0 && betaMax <= 1, "beta-max must be between 0 and 1, got %s", betaMax);
        Preconditions.require(
                stepFactor >= 1 && stepFactor < Double.POSITIVE_INFINITY,
                "step-factor must be a number >= 1, got %s",
                stepFactor);
    }

    /** Any γ above 1 has a proof; this value costs little. */
    private static final double PROVEN_STEP_FACTOR = 1.01;

    /** A solver with the paper's defaults. */
    public static SolverSpec of(SolverKind kind) {
        return new SolverSpec(kind, 0.5, 1.1, 0.9999, false, 1, false, false);
    }

    public SolverSpec withFixedBeta(double weight) {
        return new SolverSpec(kind, weight, momentum, betaMax, true, stepFactor, projectStart, byTheory);
    }

    public SolverSpec withAdaptiveBeta(double beta, double momentum, double betaMax) {
        return new SolverSpec(kind, beta, momentum, betaMax, false, stepFactor, projectStart, byTheory);
    }

    public SolverSpec withStepFactor(double factor) {
        return new SolverSpec(kind, beta, momentum, betaMax, fixedBeta, factor, projectStart, byTheory);
    }

    public SolverSpec withProjectedStart() {
        return new SolverSpec(kind, beta, momentum, betaMax, fixedBeta, stepFactor, true, byTheory);
    }

    /** Uses the rules that theory covers. For accPALM: a projected start and, unless γ is set, γ = 1.01. */
    public SolverSpec withTheory() {
        boolean acc = kind == SolverKind.ACCPALM;
        double gamma = acc && stepFactor == 1 ? PROVEN_STEP_FACTOR : stepFactor;
        return new SolverSpec(kind, beta, momentum, betaMax, fixedBeta, gamma, projectStart || acc, true);
    }
}
