package org.grapnel.model;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/** Which rows of a matrix have a non-zero. */
final class Rows {
    private Rows() {}

    /** Takes rows without a non-zero out of the set. */
    static void dropZero(Compute on, DenseMatrix V, RowSet rows) {
        int[] kept = on.shared().ints(0, rows.count());
        int keeping = 0;
        for (int q = 0; q < rows.count(); q++) if (V.rowSquares(rows.get(q)) != 0) kept[keeping++] = rows.get(q);
        rows.clear();
        for (int q = 0; q < keeping; q++) rows.add(kept[q]);
    }
}
