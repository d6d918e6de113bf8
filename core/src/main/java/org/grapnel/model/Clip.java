package org.grapnel.model;

import java.nio.DoubleBuffer;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.jspecify.annotations.Nullable;

/** P₊: negative entries become zero. Every constraint here begins with it. */
final class Clip {
    private Clip() {}

    static void negatives(Compute on, DenseMatrix V, RowSet rows) {
        forRows(on, V, rows, null);
    }

    /** Clips, and returns ‖[Vᵢ]₊‖² by position in {@code rows}, in memory that the next call reuses. */
    static double[] negativesAndSquares(Compute on, DenseMatrix V, RowSet rows) {
        double[] squares = on.shared().doubles(1, rows.count());
        forRows(on, V, rows, squares);
        return squares;
    }

    private static void forRows(Compute on, DenseMatrix V, RowSet rows, double @Nullable [] squares) {
        int count = rows.count();
        int r = V.cols();
        int blocks = Math.max(1, Math.min(count, Compute.blocks(4.0 * count * r)));
        on.run(blocks, (b, scratch) -> {
            for (int q = Compute.start(count, b, blocks), end = Compute.start(count, b + 1, blocks); q < end; q++) {
                DoubleBuffer v = V.buffer(rows.get(q));
                double sum = 0;
                for (int at = V.at(rows.get(q)), last = at + r; at < last; at++) {
                    double x = v.get(at);
                    if (x < 0) v.put(at, 0); // NaN stays, so that the objective shows it
                    else sum += x * x;
                }
                if (squares != null) squares[q] = sum;
            }
        });
    }
}
