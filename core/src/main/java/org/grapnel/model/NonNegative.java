package org.grapnel.model;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/** {Z ≥ 0}: clip. */
public record NonNegative() implements Prox {
    @Override
    public void apply(Compute on, DenseMatrix V, RowSet rows) {
        Clip.negatives(on, V, rows);
    }
}
