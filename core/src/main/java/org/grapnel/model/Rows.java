package org.grapnel.model;

import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/** What the constraints ask of rows. */
final class Rows {
    private Rows() {}

    /** ‖Vᵢ‖² by position in {@code rows}, in memory that the next call reuses. */
    static double[] squares(Compute on, DenseMatrix V, RowSet rows) {
        int count = rows.count();
        int blocks = Math.max(1, Math.min(count, Compute.blocks(4.0 * count * V.cols())));
        double[] squares = on.shared().doubles(1, count);
        on.run(blocks, (b, scratch) -> {
            for (int q = Compute.start(count, b, blocks), end = Compute.start(count, b + 1, blocks); q < end; q++)
                squares[q] = Largest.order(V.rowSquares(rows.get(q)));
        });
        return squares;
    }

    /** Takes rows without a non-zero out of the set. */
    static void dropZero(Compute on, DenseMatrix V, RowSet rows) {
        int[] kept = on.shared().ints(0, rows.count());
        int keeping = 0;
        for (int q = 0; q < rows.count(); q++) if (!V.isZeroRow(rows.get(q))) kept[keeping++] = rows.get(q);
        rows.clear();
        for (int q = 0; q < keeping; q++) rows.add(kept[q]);
    }
}
