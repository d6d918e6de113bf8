package org.grapnel.model;

import java.util.Locale;
import org.grapnel.graph.Laplacian;

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

    Term term(double lambda, Laplacian L) {
        return this == TRACE ? new GraphPenalty(lambda, L) : new InvariantPenalty(lambda, L);
    }
}
