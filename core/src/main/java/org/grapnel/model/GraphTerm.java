package org.grapnel.model;

import java.util.Locale;
import org.grapnel.runtime.Preconditions;

/** How the graph enters the objective. */
public enum GraphTerm {
    /** λ·Tr(H L Hᵀ), the paper's term. */
    TRACE,
    /** λ·Σⱼ ‖wⱼ‖²·hⱼ L hⱼᵀ, which does not change when scale moves between W and H. */
    INVARIANT,
    /**
     * (α/2)·(‖S − GᵀH‖² + b‖H − G‖²): H also explains the normalised adjacency S, see {@link JointProblem}. It is no term for gradient steps;
     * the package {@code solve.joint} solves it.
     */
    JOINT;

    /** The name users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the term depends on how the scale of a component is split between W and H. */
    public boolean fixesScale() {
        return this != INVARIANT;
    }

    /** Creates the term for a Laplacian of this norm. */
    Term create(double lambda, double norm) {
        Preconditions.require(
                this != JOINT,
                "the graph term joint is solved by best-support only; gradient steps solve the terms trace and invariant");
        return this == TRACE ? new GraphPenalty(lambda, norm) : new InvariantPenalty(lambda, norm);
    }
}
