package org.grapnel.model;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/** {Z ≥ 0}: clip, and nothing more. */
public record NonNegative() implements Prox {
    @Override
    public void select(Compute on, DenseMatrix V, RowSet rows) {}
}
