package org.grapnel.solve.block;

import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;

/**
 * What an algorithm can do with a problem. There is a current point, the one before it, and a candidate that is built
 * block by block: first W, then H against that W. The factors themselves may live anywhere.
 */
public interface BlockUpdates extends IterationState {
    /** The Lipschitz constant for the next move of this block: for W at the current H, for H at the candidate's W. */
    double lipschitz(FactorId block);

    /**
     * candidate ← prox(Y − ∇F(Z)/c) with Y = at + centre·(at − before), Z = at + slope·(at − before) and c the given
     * curvature. May be called again for the same block; the last call counts.
     */
    void update(FactorId block, double centre, double slope, double curvature);

    /** F at the candidate, both blocks having been moved. */
    Objective objective();

    /** ‖candidate − current‖ / ‖current‖ over both blocks; 0 where nothing moved. */
    double change();

    /** The candidate becomes the current point, and the current one the one before. */
    void commit();

    /**
     * How far one plain step from the current point would move a block, relative to its size: 0 exactly at a stationary
     * point, whatever the scale of X, W or H. Overwrites the candidate.
     */
    @Override
    double residual(FactorId block);
}
