package org.grapnel.model;

import java.util.Locale;

/** How the graph enters the objective. */
public enum GraphTerm {
    /** λ·Tr(H L Hᵀ), the paper's. */
    TRACE,
    /** λ·Σⱼ ‖wⱼ‖²·hⱼ L hⱼᵀ, which does not change when a component's scale moves between W and H. */
    INVARIANT;

    /** The name users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it makes a difference how a component's scale is split between W and H. */
    public boolean fixesScale() {
        return this == TRACE;
    }

    /** As a term, for a Laplacian of this norm. */
    Term term(double lambda, double norm) {
        return this == TRACE ? new GraphPenalty(lambda, norm) : new InvariantPenalty(lambda, norm);
    }
}
