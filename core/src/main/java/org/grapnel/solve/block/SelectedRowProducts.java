package org.grapnel.solve.block;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * The two products with X, from a copy of the rows in use that lies side by side. The kept features soon stay the same, and
 * gathering their rows again for every product would cost a tenth of an iteration. Few enough rows are copied when they are
 * asked for the second time in a row; all else goes to X itself.
 */
public final class SelectedRowProducts implements AutoCloseable {
    /** 32 MB. */
    private static final long MOST_DOUBLES = 1L << 22;

    private final ExecutionContext context;
    private final Matrix X;
    private final RowSet asked;
    private final RowSet copied;
    private @Nullable DenseMatrix copy;
    private DenseMatrix factor;
    private RowSet all;

    public SelectedRowProducts(ExecutionContext context, Matrix X, int r) {
        this.context = context;
        this.X = X;
        asked = RowSet.none(X.rows());
        copied = RowSet.none(X.rows());
        factor = DenseMatrix.zeros(0, r);
        all = RowSet.none(0);
    }

    /** XHt ← X·Ht in the given rows. */
    public void times(RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        DenseMatrix sideBySide = sideBySide(rows);
        if (sideBySide == null) {
            X.times(context, rows, Ht, XHt);
            return;
        }
        sideBySide.times(context, all, Ht, factor);
        for (int q = 0; q < rows.count(); q++) XHt.copyRow(rows.get(q), factor, q);
    }

    /** XtW ← Xᵀ·W, where rows of W other than the given ones are zero. */
    public void transposeTimes(RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        DenseMatrix sideBySide = sideBySide(rows);
        if (sideBySide == null) {
            X.transposeTimes(context, rows, W, XtW);
            return;
        }
        for (int q = 0; q < rows.count(); q++) factor.copyRow(q, W, rows.get(q));
        sideBySide.transposeTimes(context, all, factor, XtW);
    }

    private @Nullable DenseMatrix sideBySide(RowSet rows) {
        if (copy != null && copied.equals(rows)) return copy;
        boolean again = asked.equals(rows);
        if (!again) asked.copyFrom(rows);
        boolean worth = again && !rows.isAll() && (long) rows.count() * X.cols() <= MOST_DOUBLES;
        return worth && X instanceof DenseMatrix dense ? gather(dense, rows) : null;
    }

    private DenseMatrix gather(DenseMatrix dense, RowSet rows) {
        int r = factor.cols();
        close();
        DenseMatrix fresh = DenseMatrix.zeros(rows.count(), X.cols());
        for (int q = 0; q < rows.count(); q++) fresh.copyRow(q, dense, rows.get(q));
        copy = fresh;
        copied.copyFrom(rows);
        factor = DenseMatrix.zeros(rows.count(), r);
        all = RowSet.all(rows.count());
        return fresh;
    }

    /** Writes which rows lie side by side, or lays them side by side again: products of other groups of rows may differ in the last bit. */
    public void transfer(StateStream stream) {
        stream.rowSet(asked);
        boolean there = stream.booleanValue(copy != null);
        stream.rowSet(copied);
        if (stream.isReading() && there && X instanceof DenseMatrix dense) gather(dense, copied);
    }

    @Override
    public void close() {
        if (copy != null) copy.close();
        copy = null;
        factor.close();
    }
}
