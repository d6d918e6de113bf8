package org.grapnel.solve;

import org.grapnel.model.Block;

/** Where a run stands: what the loop and its stop rules ask of the current point. */
public interface Standing {
    /** F at the current point. */
    Objective current();

    /** How many rows of XHᵀ were computed since this was last asked. */
    int rowsComputed();

    /** How far the current point is from stationary in a block, see {@link Certificate}. May overwrite what was prepared next. */
    double residual(Block block);
}
