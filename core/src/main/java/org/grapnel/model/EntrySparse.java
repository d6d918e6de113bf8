package org.grapnel.model;

import java.nio.DoubleBuffer;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;

/**
 * {Z ≥ 0, ‖Z‖₀ ≤ count}: clip, then keep the largest entries of the whole matrix. Equal entries go to the lower row, then
 * the lower column.
 */
public record EntrySparse(int count) implements Prox {
    public EntrySparse {
        Check.that(count >= 1, "the number of entries kept must be at least 1, got %d", count);
    }

    @Override
    public void select(Compute on, DenseMatrix V, RowSet rows) {
        int r = V.cols();
        int entries = Math.multiplyExact(rows.count(), r);
        if (entries > count) {
            double[] values = on.shared().doubles(1, entries);
            for (int q = 0; q < rows.count(); q++) V.buffer(rows.get(q)).get(V.at(rows.get(q)), values, q * r, r);
            for (int e = 0; e < entries; e++) values[e] = Largest.order(values[e]);
            double bar = Largest.kth(values, entries, count, on.shared());
            int ties = count - Largest.above(values, entries, bar);
            for (int q = 0; q < rows.count(); q++) {
                DoubleBuffer v = V.buffer(rows.get(q));
                for (int j = 0; j < r; j++) {
                    double x = values[q * r + j];
                    if (!(x > bar || (x == bar && ties-- > 0))) v.put(V.at(rows.get(q)) + j, 0);
                }
            }
        }
        Rows.dropZero(on, V, rows);
    }
}
