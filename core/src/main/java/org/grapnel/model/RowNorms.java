package org.grapnel.model;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/** Norms of rows, and which rows are zero. */
final class RowNorms {
    private RowNorms() {}

    /** ‖Vᵢ‖² by position in {@code rows}, in memory that the next call reuses. */
    static double[] squares(ExecutionContext context, DenseMatrix V, RowSet rows) {
        int count = rows.count();
        int blocks = Math.max(1, Math.min(count, ExecutionContext.blockCount(4.0 * count * V.cols())));
        double[] squares = context.callerScratch().doubles(ScratchArray.SELECTION_KEYS, count);
        context.run(blocks, (b, scratch) -> {
            for (int q = ExecutionContext.blockStart(count, b, blocks),
                            end = ExecutionContext.blockStart(count, b + 1, blocks);
                    q < end;
                    q++) squares[q] = QuickSelect.order(V.rowSquares(rows.get(q)));
        });
        return squares;
    }

    /** Removes zero rows from the set. */
    static void dropZero(ExecutionContext context, DenseMatrix V, RowSet rows) {
        int[] kept = context.callerScratch().ints(rows.count());
        int count = 0;
        for (int q = 0; q < rows.count(); q++) if (!V.isZeroRow(rows.get(q))) kept[count++] = rows.get(q);
        rows.clear();
        for (int q = 0; q < count; q++) rows.add(kept[q]);
    }
}
