package org.grapnel.model;

import java.io.Serializable;

/**
 * A smooth part of the objective: its value, and in each block its gradient and the Lipschitz constant of that gradient
 * while the other block stands still. A term may couple both blocks; what it may not do is look at more of a point than
 * {@link GramCache} and {@link GradientChunk} carry, so that the same term works where no machine holds all of H.
 */
public interface Term extends Serializable {
    double value(GramCache at);

    /** A bound on ‖∇F(Z) − ∇F(Z′)‖ / ‖Z − Z′‖ over this block. */
    double lipschitz(FactorId block, GramCache at);

    /** Adds this term's gradient with respect to the block, in the rows of the chunk. */
    void addGradient(FactorId block, GramCache at, GradientChunk chunk);

    /** Whether this term needs L·Z in H. */
    default boolean usesGraph() {
        return false;
    }

    /**
     * Whether in a row where W is zero the gradient of this term is −XᵢHᵀ (the loss) or nothing (a penalty). If it is so
     * for every term, rows that cannot be selected need not be computed.
     */
    default boolean allowsScreening() {
        return false;
    }
}
