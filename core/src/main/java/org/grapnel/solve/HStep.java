package org.grapnel.solve;

import org.grapnel.linalg.DenseMatrix;

/** Lowers F over H ≥ 0 while W, whose columns have unit length (or are zero), stands still. */
interface HStep {
    /** Ht ← a better one; {@code steps} holds WᵀW. */
    void run(DenseMatrix Ht, CoordinateSteps steps, DenseMatrix XtW, int sweeps);
}
