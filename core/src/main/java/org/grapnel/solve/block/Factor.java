package org.grapnel.solve.block;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.jspecify.annotations.Nullable;

/** One factor: a tall matrix whose rows outside {@code support} are zero, and for Ht with a graph also L·Ht. */
record Factor(DenseMatrix values, RowSet support, @Nullable DenseMatrix image) implements AutoCloseable {
    static Factor zeros(int rows, int r, boolean withImage) {
        DenseMatrix image = withImage ? DenseMatrix.zeros(rows, r) : null;
        return new Factor(DenseMatrix.zeros(rows, r), RowSet.none(rows), image);
    }

    /** L·Ht; only for a factor that has it. */
    DenseMatrix requireImage() {
        if (image == null) throw new IllegalStateException("this factor has no graph");
        return image;
    }

    void copyFrom(Factor other) {
        values.copyFrom(other.values);
        support.copyFrom(other.support);
        if (image != null) image.copyFrom(other.requireImage());
    }

    /** Writes the rows that are not zero, or reads them back; an image follows from them. */
    void state(StateStream ledger) {
        if (ledger.isReading()) clear();
        ledger.rowSet(support);
        ledger.matrix(values, support);
    }

    /** Makes all rows zero, touching only those that are not. */
    void clear() {
        for (int q = 0; q < support.count(); q++) values.zeroRow(support.get(q));
        support.clear();
    }

    @Override
    public void close() {
        values.close();
        if (image != null) image.close();
    }
}
