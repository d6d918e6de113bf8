package org.grapnel.model;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/**
 * Rows of a point V that a {@link Constraint} projects. They may be stored, or computed while they are clipped: a solver computes only those
 * rows of V = Y − ∇F(Z)/c that can be kept, a few at a time, so that they are clipped in the cache.
 */
public interface RowSource {
    /**
     * Computes the rows, passes each group of them through {@link Constraint#clip} and stores them in {@link #values}.
     *
     * @return the rows that may be non-zero now; all others are zero in {@link #values}
     */
    RowSet computeAndClip(Constraint constraint, double stepLength);

    /** Where the clipped rows are stored. */
    DenseMatrix values();
}
