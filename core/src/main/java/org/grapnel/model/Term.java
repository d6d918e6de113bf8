package org.grapnel.model;

import java.io.Serializable;

/**
 * A smooth part of the objective: its value, and for each factor its gradient and the Lipschitz constant of that gradient while the other
 * factor is fixed. A term may couple both factors. It sees only {@link GramCache} and {@link GradientChunk}, so the same term works where no
 * machine holds all of H.
 *
 * <p>In a step of W the cache describes the current point; in a step of H it has the new W and the current H. The chunk holds the point of the
 * gradient, which a solver may extrapolate. A gradient is therefore exact if it depends on its own factor through the chunk alone.
 */
public interface Term extends Serializable {
    double value(GramCache at);

    /** A bound >= 0 on ‖∇F(Z) − ∇F(Z′)‖ / ‖Z − Z′‖ over this factor. */
    double lipschitz(FactorId factor, GramCache at);

    /** Adds the gradient of this term with respect to the factor, in the rows of the chunk. */
    void addGradient(FactorId factor, GramCache at, GradientChunk chunk);

    /** Whether this term needs L·Z in H. */
    default boolean usesGraph() {
        return false;
    }

    /** Returns this term for a Laplacian with this norm ‖L‖₂. Called once before the first step if the term uses the graph. */
    default Term forGraph(double norm) {
        return this;
    }

    /**
     * Whether the gradient of this term in a zero row of W is −XᵢHᵀ (the loss) or zero (a penalty). If that holds for every term, rows that
     * cannot be kept need not be computed.
     */
    default boolean allowsScreening() {
        return false;
    }
}
