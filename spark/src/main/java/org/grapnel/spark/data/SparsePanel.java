package org.grapnel.spark.data;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.HorizontalConcat;
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

    @Override
    public Panel selectSamples(int number, int[] positions) {
        return new SparsePanel(number, X.selectColumns(positions));
    }

    @Override
    public void copyTo(DenseMatrix into, int at, int from, int count) {
        double[] zeros = new double[count];
        for (int i = 0; i < X.rows(); i++) into.buffer(i).put(into.rowOffset(i) + at, zeros, 0, count);
        for (int j = 0; j < count; j++) {
            int column = at + j;
            X.forEachInColumn(from + j, (i, x) -> into.set(i, column, x));
        }
    }

    @Override
    public double[] project(double[] U, int r) {
        double[] sums = new double[Math.multiplyExact(X.cols(), r)];
        for (int j = 0; j < X.cols(); j++) {
            int to = j * r;
            X.forEachInColumn(j, (i, x) -> {
                if (x != 0) DensePanel.addScaled(x, U, i * r, sums, to, r);
            });
        }
        return sums;
    }

    /** Returns consecutive panels as one. */
    static SparsePanel concat(List<Panel> parts) {
        List<SparseMatrix> matrices =
                parts.stream().map(part -> ((SparsePanel) part).X).toList();
        return new SparsePanel(parts.get(0).first(), (SparseMatrix) HorizontalConcat.concat(matrices));
    }
}
