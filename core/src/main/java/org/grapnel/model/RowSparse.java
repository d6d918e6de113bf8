package org.grapnel.model;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * {Z ≥ 0, ‖Z‖₂,₀ ≤ k}: non-negative with at most k non-zero rows: clip, then keep the k largest rows [eq. 16–18]. Ties go to the lower row
 * index, so a run does not depend on the selection algorithm.
 */
public record RowSparse(int k) implements Constraint {
    public RowSparse {
        Preconditions.require(k >= 1, "keep must be at least 1, got %d", k);
    }

    @Override
    public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
        int count = rows.count();
        if (count <= k) return;
        double[] squares = RowNorms.squares(context, V, rows);
        double threshold = QuickSelect.kth(squares, count, k, context.callerScratch());
        int ties = k - QuickSelect.above(squares, count, threshold);
        int[] kept = context.callerScratch().ints(k);
        int found = 0;
        for (int q = 0; q < count; q++) {
            boolean keep = squares[q] > threshold || (squares[q] == threshold && ties-- > 0);
            if (keep) kept[found++] = rows.get(q);
            else V.zeroRow(rows.get(q));
        }
        rows.clear();
        for (int q = 0; q < found; q++) rows.add(kept[q]);
    }

    @Override
    public int rowLimit(int rows) {
        return Math.min(k, rows);
    }

    @Override
    public double entryThreshold(ExecutionContext context, DenseMatrix V, RowSet rows) {
        if (rows.count() < k) return 0;
        return QuickSelect.kth(RowNorms.squares(context, V, rows), rows.count(), k, context.callerScratch());
    }
}
