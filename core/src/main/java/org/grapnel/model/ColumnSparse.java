package org.grapnel.model;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;

/**
 * {Z ≥ 0, ‖zⱼ‖₀ ≤ k for every column}: non-negative with at most k non-zeros in a column: clip, then keep the k largest entries of each
 * column. Ties go to the lower row.
 */
public record ColumnSparse(int k) implements Constraint {
    public ColumnSparse {
        Preconditions.require(k >= 1, "keep must be at least 1, got %d", k);
    }

    @Override
    public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
        int count = rows.count();
        if (count > k) {
            context.run(V.cols(), (j, scratch) -> {
                double[] column = scratch.doubles(ScratchArray.ROW, count);
                for (int q = 0; q < count; q++) column[q] = QuickSelect.order(V.get(rows.get(q), j));
                double threshold = QuickSelect.kth(column, count, k, scratch);
                int ties = k - QuickSelect.above(column, count, threshold);
                for (int q = 0; q < count; q++)
                    if (!(column[q] > threshold || (column[q] == threshold && ties-- > 0))) V.set(rows.get(q), j, 0);
            });
        }
        RowNorms.dropZero(context, V, rows);
    }
}
