package org.grapnel.model;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/** A constraint set, by its projection: the nearest point of the set. */
public interface Prox {
    /**
     * Projects V in place. Rows other than the given ones are zero and stay so; on return {@code rows} lists the rows that
     * may still be non-zero.
     */
    void apply(Compute on, DenseMatrix V, RowSet rows);

    /**
     * The squared norm (after clipping) below which a row that is not yet in V cannot be kept, given the rows that are;
     * 0 where nothing can be ruled out.
     */
    default double bar(Compute on, DenseMatrix V, RowSet rows) {
        return 0;
    }
}
