package org.grapnel.spark.data;

import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;

/** A panel that stores only non-zeros. */
public record SparsePanel(int first, SparseMatrix X) implements Panel {
    @Override
    public int samples() {
        return X.cols();
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public long nonZeros() {
        return X.nonZeros();
    }

    @Override
    public Matrix matrix() {
        return X;
    }

    @Override
    public int width() {
        return X.cols();
    }

    @Override
    public Matrix matrix(Scratch scratch, int from, int count) {
        Preconditions.require(
                from == 0 && count == X.cols(),
                "a sparse panel cannot be split, got samples %d to %d of %d",
                from,
                from + count,
                X.cols());
        return X;
    }

    @Override
    public Panel selectFeatures(int[] rows) {
        return new SparsePanel(first, X.selectRows(rows));
    }
}
