package org.grapnel.pipeline;

import org.grapnel.FeatureSelection;
import org.grapnel.Spec;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;

/** Refuses specs that the joint factorisation does not solve, with what works instead. */
public final class JointChecks {
    private JointChecks() {}

    /** Checks the spec of a whole fit, whose features may be selected before the factors are solved. */
    public static void requireFit(Spec spec) {
        require(spec.selectsBeforeFit() ? spec.withoutSelection() : spec);
    }

    /** Checks the spec of one solve. */
    static void require(Spec spec) {
        SolverKind solver = spec.solver().kind();
        Preconditions.require(
                solver == SolverKind.BEST_SUPPORT,
                "solver %s does not solve the graph term joint; use solver best-support, or the graph term trace or invariant",
                solver.cliName());
        Preconditions.require(
                !spec.model().isSparse(),
                "the graph term joint needs features that are selected before the fit, not by the model %s (select %s);"
                        + " set select to %s, %s or %s, or use model gnmf",
                spec.model().cliName(),
                spec.select().name(),
                FeatureSelection.Strategy.GROUPS.cliName(),
                FeatureSelection.Strategy.STRUCTURE.cliName(),
                FeatureSelection.Strategy.VARIANCE.cliName());
        requireAlpha(spec);
    }

    /** Refuses a weight that is a λ. */
    static void requireAlpha(Spec spec) {
        Preconditions.require(
                spec.weight().perDegree(),
                "the graph term joint has alpha as its weight, not lambda %s; set alpha, %s by default",
                spec.weight().value(),
                Spec.JOINT_ALPHA);
    }
}
