package org.grapnel.model;

import java.util.Locale;

/** How the graph enters the objective. */
public enum GraphTerm {
    /** λ·Tr(H L Hᵀ), the paper's term. */
    TRACE,
    /** λ·Σⱼ ‖wⱼ‖²·hⱼ L hⱼᵀ, which does not change when scale moves between W and H. */
    INVARIANT;

    /** The name users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the term depends on how the scale of a component is split between W and H. */
    public boolean fixesScale() {
        return this == TRACE;
    }

    /** Creates the term for a Laplacian of this norm. */
    Term create(double lambda, double norm) {
        return this == TRACE ? new GraphPenalty(lambda, norm) : new InvariantPenalty(lambda, norm);
    }
}
