package org.grapnel.solve.block;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Products of selected rows of X with H and W, from a contiguous copy of these rows. The kept features soon stay the same, and gathering their
 * rows for every product would cost a tenth of an iteration. Rows that are requested twice in a row are copied if they are few; all other
 * products use X itself.
 */
public final class SelectedRowProducts implements AutoCloseable {
    /** 32 MB. */
    private static final long MOST_DOUBLES = 1L << 22;

    private final ExecutionContext context;
    private final Matrix X;
    private final RowSet requested;
    private final RowSet copied;
    private @Nullable DenseMatrix copy;
    private DenseMatrix factor;
    private RowSet all;

    public SelectedRowProducts(ExecutionContext context, Matrix X, int r) {
        this.context = context;
        this.X = X;
        requested = RowSet.none(X.rows());
        copied = RowSet.none(X.rows());
        factor = DenseMatrix.zeros(0, r);
        all = RowSet.none(0);
    }

    /** XHt ← X·Ht in the given rows. */
    public void times(RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        DenseMatrix contiguous = contiguous(rows);
        if (contiguous == null) {
            X.times(context, rows, Ht, XHt);
            return;
        }
        contiguous.times(context, all, Ht, factor);
        for (int q = 0; q < rows.count(); q++) XHt.copyRow(rows.get(q), factor, q);
    }

    /** XtW ← Xᵀ·W, where rows of W other than the given ones are zero. */
    public void transposeTimes(RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        DenseMatrix contiguous = contiguous(rows);
        if (contiguous == null) {
            X.transposeTimes(context, rows, W, XtW);
            return;
        }
        for (int q = 0; q < rows.count(); q++) factor.copyRow(q, W, rows.get(q));
        contiguous.transposeTimes(context, all, factor, XtW);
    }

    private @Nullable DenseMatrix contiguous(RowSet rows) {
        if (copy != null && copied.equals(rows)) return copy;
        boolean repeated = requested.equals(rows);
        if (!repeated) requested.copyFrom(rows);
        boolean worthwhile = repeated && !rows.isAll() && (long) rows.count() * X.cols() <= MOST_DOUBLES;
        return worthwhile && X instanceof DenseMatrix dense ? gather(dense, rows) : null;
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

    /** Writes which rows are copied to a checkpoint, or copies them again: products of other groups of rows may differ in the last bit. */
    public void transfer(StateStream stream) {
        stream.rowSet(requested);
        boolean present = stream.booleanValue(copy != null);
        stream.rowSet(copied);
        if (stream.isReading() && present && X instanceof DenseMatrix dense) gather(dense, copied);
    }

    @Override
    public void close() {
        if (copy != null) copy.close();
        copy = null;
        factor.close();
    }
}
