package org.grapnel.spark;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;

/** A panel that travels: all numbers in one array, feature after feature. */
record FlatPanel(int features, int samples, double[] values) implements Panel {
    static FlatPanel of(DenseMatrix X) {
        double[] values = new double[Math.multiplyExact(X.rows(), X.cols())];
        X.rows(0, X.rows(), values);
        return new FlatPanel(X.rows(), X.cols(), values);
    }

    /** Its samples have numbers of their own. */
    @Override
    public int first() {
        return 0;
    }

    @Override
    public long nonZeros() {
        return values.length;
    }

    @Override
    public Matrix matrix() {
        DenseMatrix X = DenseMatrix.zeros(features, samples);
        X.setRows(0, features, values);
        return X;
    }

    @Override
    public Matrix rows(int[] rows) {
        try (Matrix X = matrix()) {
            return X.selected(rows);
        }
    }
}
