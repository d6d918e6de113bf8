package org.grapnel.model;

import java.nio.DoubleBuffer;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;

/**
 * {Z ≥ 0, ‖Z‖₀ ≤ count}: non-negative with at most {@code count} non-zero entries: clip, then keep the largest entries. Ties go to the lower
 * row, then to the lower column.
 */
public record EntrySparse(int count) implements Constraint {
    public EntrySparse {
        Preconditions.require(count >= 1, "the number of entries kept must be at least 1, got %d", count);
    }

    @Override
    public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
        int r = V.cols();
        int entries = Math.multiplyExact(rows.count(), r);
        if (entries > count) {
            double[] values = context.callerScratch().doubles(ScratchArray.SELECTION_KEYS, entries);
            for (int q = 0; q < rows.count(); q++)
                V.buffer(rows.get(q)).get(V.rowOffset(rows.get(q)), values, q * r, r);
            for (int e = 0; e < entries; e++) values[e] = QuickSelect.order(values[e]);
            double threshold = QuickSelect.kth(values, entries, count, context.callerScratch());
            int ties = count - QuickSelect.above(values, entries, threshold);
            for (int q = 0; q < rows.count(); q++) {
                DoubleBuffer v = V.buffer(rows.get(q));
                for (int j = 0; j < r; j++) {
                    double x = values[q * r + j];
                    if (!(x > threshold || (x == threshold && ties-- > 0))) v.put(V.rowOffset(rows.get(q)) + j, 0);
                }
            }
        }
        RowNorms.dropZero(context, V, rows);
    }
}
