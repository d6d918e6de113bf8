package org.grapnel.solve.block;

import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;
import org.grapnel.solve.Certificate;

/** Where a run stands: what the loop and its stop rules ask of the current point. */
public interface IterationState {
    /** F at the current point. */
    Objective current();

    /** How many rows of XHᵀ were computed since this was last asked. */
    int rowsComputed();

    /** How far the current point is from stationary in a block, see {@link Certificate}. May overwrite what was prepared next. */
    double residual(FactorId block);
}
