package org.grapnel.model;

import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/**
 * {Z ≥ 0, ‖Z‖₂,₀ ≤ k}: non-negative with at most k non-zero rows: clip, then keep the k largest rows [eq. 16–18]. Equal
 * norms go to the lower row index, so a run does not depend on the sort.
 */
public record RowSparse(int k) implements Prox {
    public RowSparse {
        Check.that(k >= 1, "keep must be at least 1, got %d", k);
    }

    @Override
    public void select(Compute on, DenseMatrix V, RowSet rows) {
        int count = rows.count();
        if (count <= k) return;
        double[] squares = Rows.squares(on, V, rows);
        double bar = Largest.kth(squares, count, k, on.shared());
        int ties = k - Largest.above(squares, count, bar);
        int[] kept = on.shared().ints(0, k);
        int keeping = 0;
        for (int q = 0; q < count; q++) {
            boolean keep = squares[q] > bar || (squares[q] == bar && ties-- > 0);
            if (keep) kept[keeping++] = rows.get(q);
            else V.zeroRow(rows.get(q));
        }
        rows.clear();
        for (int q = 0; q < keeping; q++) rows.add(kept[q]);
    }

    @Override
    public int rowLimit(int rows) {
        return Math.min(k, rows);
    }

    @Override
    public double bar(Compute on, DenseMatrix V, RowSet rows) {
        if (rows.count() < k) return 0;
        return Largest.kth(Rows.squares(on, V, rows), rows.count(), k, on.shared());
    }
}
