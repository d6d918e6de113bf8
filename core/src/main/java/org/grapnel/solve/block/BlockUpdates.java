package org.grapnel.solve.block;

import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;

/**
 * What an algorithm can do with a problem. There is a current point, the one before it, and a candidate that is built factor by factor: first
 * W, then H against that W. The algorithm never sees the factors, so they may be on any machine.
 */
public interface BlockUpdates extends IterationState {
    /** The Lipschitz constant for the next update of a factor: for W at the current H, for H at the candidate's W. */
    double lipschitz(FactorId factor);

    /**
     * candidate ← prox(Y − ∇F(Z)/c), with Y, Z and c as {@link StepParameters} says. May be called again for the same factor; the last call
     * counts.
     */
    void update(FactorId factor, StepParameters by);

    /** F at the candidate, after both factors were updated. */
    Objective objective();

    /** ‖candidate − current‖ / ‖current‖ over both factors; 0 where nothing moved. */
    double change();

    /** The candidate becomes the current point, and the current point the one before. */
    void commit();

    /**
     * How far one plain step from the current point would move a factor, relative to its size: 0 exactly at a stationary point, whatever the
     * scale of X, W or H. Overwrites the candidate.
     */
    @Override
    double residual(FactorId factor);
}
