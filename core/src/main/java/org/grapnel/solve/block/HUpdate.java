package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;

/** Lowers F over H ≥ 0 while W is fixed. The columns of W have unit length or are zero. */
public interface HUpdate {
    /**
     * Ht ← a better one.
     *
     * @param gram holds WᵀW
     * @param sweeps how many rounds of steps
     */
    void update(DenseMatrix Ht, CoordinateDescent gram, DenseMatrix XtW, int sweeps);
}
