package org.grapnel.pipeline;

import org.grapnel.Spec;
import org.grapnel.model.Loss;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;

/** Refuses terms, constraints and rules from outside the library where the solver has no place for them, with what works instead. */
public final class ExtensionChecks {
    private ExtensionChecks() {}

    /** Checks a spec. One without extensions, or with terms of weight 0 alone, passes. */
    public static void require(Spec spec) {
        String first = spec.extensions().firstActive().orElse("");
        if (first.isEmpty()) return;
        Preconditions.require(
                !spec.model().isKMeans(),
                "%s does not go with model %s, which k-means solves; use a model of a factorisation, such as gnmf, with Spec.withSolver(ACCPALM)",
                first,
                spec.model().cliName());
        Preconditions.require(
                spec.loss() == Loss.SQUARED,
                "%s does not go with the loss %s, which has a solver of its own; use the loss squared with Spec.withSolver(ACCPALM)",
                first,
                spec.loss());
        Preconditions.require(
                spec.solver().kind() != SolverKind.BEST_SUPPORT,
                "%s needs a solver that takes gradient steps, and %s solves for one number at a time; use Spec.withSolver(ACCPALM)",
                first,
                spec.isJoint() ? "the recommended method" : SolverKind.BEST_SUPPORT.cliName());
        Preconditions.require(
                spec.extensions().onW().isEmpty() || !spec.model().isSparse() || spec.selectsBeforeFit(),
                "%s would replace the limit of model %s on W; use model nmf or gnmf, or features that are selected before the fit",
                spec.extensions()
                        .onW()
                        .map(found -> "constraint '" + found.name() + "' on W")
                        .orElse(""),
                spec.model().cliName());
    }
}
