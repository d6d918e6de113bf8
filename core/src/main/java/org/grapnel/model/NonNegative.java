package org.grapnel.model;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/** {Z ≥ 0}: the projection only clips. */
public record NonNegative() implements Constraint {
    @Override
    public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows) {}
}
