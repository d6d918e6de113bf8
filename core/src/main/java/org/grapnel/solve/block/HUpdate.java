package org.grapnel.solve.block;

import org.grapnel.linalg.DenseMatrix;

/** Lowers F over H ≥ 0 while W, whose columns have unit length (or are zero), stands still. */
public interface HUpdate {
    /** Ht ← a better one; {@code steps} holds WᵀW. */
    void run(DenseMatrix Ht, CoordinateDescent steps, DenseMatrix XtW, int sweeps);
}
