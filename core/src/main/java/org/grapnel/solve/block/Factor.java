package org.grapnel.solve.block;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.jspecify.annotations.Nullable;

/**
 * One factor, W or Ht: a tall matrix whose rows outside {@code support} are zero.
 *
 * @param image L·Ht, for an Ht with a graph
 */
record Factor(DenseMatrix values, RowSet support, @Nullable DenseMatrix image) implements AutoCloseable {
    static Factor zeros(int rows, int r, boolean withImage) {
        DenseMatrix image = withImage ? DenseMatrix.zeros(rows, r) : null;
        return new Factor(DenseMatrix.zeros(rows, r), RowSet.none(rows), image);
    }

    /** L·Ht; refused where the factor has none. */
    DenseMatrix requireImage() {
        if (image == null) throw new IllegalStateException("this factor has no graph");
        return image;
    }

    Factor withImage(@Nullable DenseMatrix other) {
        return new Factor(values, support, other);
    }

    void copyFrom(Factor other) {
        values.copyFrom(other.values);
        support.copyFrom(other.support);
        if (image != null && other.image != null) image.copyFrom(other.image);
    }

    /** Writes the non-zero rows to a checkpoint, or reads them back. The image is not written; it follows from the rows. */
    void transfer(StateStream stream) {
        if (stream.isReading()) clear();
        stream.rowSet(support);
        stream.matrix(values, support);
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
