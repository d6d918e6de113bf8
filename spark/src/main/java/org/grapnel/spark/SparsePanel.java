package org.grapnel.spark;

import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;

/** A panel of which only the non-zeros are stored. */
record SparsePanel(int first, SparseMatrix X) implements Panel {
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
    public Matrix rows(int[] rows) {
        return X.selected(rows);
    }
}
