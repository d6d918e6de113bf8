package org.grapnel.solve.block;

import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;

/** The current point of a run, as the driver loop and its stop rules see it. */
public interface IterationState {
    /** F at the current point. */
    Objective current();

    /** The number of rows of XHᵀ that were computed since the last call. */
    int rowsComputed();

    /** How far the current point is from stationary in one factor (see {@code Certificate}). May overwrite the candidate. */
    double residual(FactorId factor);
}
