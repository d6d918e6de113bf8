package org.grapnel.graph.join;

import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Preconditions;

/** Samples as the columns of a matrix, with their numbers and the parts of the graph that they belong to. */
public final class SearchColumns {
    private final Matrix X;
    private final int[] number;
    private final int[] part;
    private final double[] length;

    private SearchColumns(Matrix X, int[] number, int[] part, double[] length) {
        this.X = X;
        this.number = number;
        this.part = part;
        this.length = length;
    }

    /** Describes the columns of a matrix, which must stay open. */
    public static SearchColumns of(Matrix X, int[] number, int[] part) {
        Preconditions.require(
                number.length == X.cols() && part.length == X.cols(),
                "%d numbers and %d parts for %d samples",
                number.length,
                part.length,
                X.cols());
        return new SearchColumns(X, number, part, X.columnNorms());
    }

    /** Describes all samples of a graph, numbered by their columns. */
    static SearchColumns all(Matrix X, int[] part) {
        int[] number = new int[X.cols()];
        for (int j = 0; j < number.length; j++) number[j] = j;
        return of(X, number, part);
    }

    /** Returns the samples with other parts. */
    SearchColumns withParts(int[] other) {
        return new SearchColumns(X, number, other, length);
    }

    Matrix matrix() {
        return X;
    }

    int size() {
        return number.length;
    }

    int number(int j) {
        return number[j];
    }

    int part(int j) {
        return part[j];
    }

    double length(int j) {
        return length[j];
    }

    /** Returns copies of some columns. */
    DenseMatrix select(int[] chosen) {
        if (X instanceof DenseMatrix dense) return dense.selectColumns(chosen);
        SparseMatrix sparse = (SparseMatrix) X;
        DenseMatrix some = DenseMatrix.zeros(X.rows(), chosen.length);
        for (int q = 0; q < chosen.length; q++) {
            int at = q;
            sparse.forEachInColumn(chosen[q], (i, value) -> some.set(i, at, value));
        }
        return some;
    }

    /** Returns the distance of two columns, computed from their differences. */
    public double distance(int i, int j, Metric metric) {
        if (metric == Metric.COSINE) return 1 - cosine(i, j);
        double squares = 0;
        double unit = Math.max(length[i], length[j]);
        if (unit == 0) return 0;
        for (int f = 0; f < X.rows(); f++) {
            double x = X.get(f, i) / unit;
            double y = X.get(f, j) / unit;
            squares += (x - y) * (x - y);
        }
        return unit * Math.sqrt(squares);
    }

    /** Divides each sample by its own length: that of one may vanish beside that of the other. */
    private double cosine(int i, int j) {
        if (length[i] == 0 || length[j] == 0) return length[i] == length[j] ? 1 : 0;
        double dots = 0;
        for (int f = 0; f < X.rows(); f++) dots += (X.get(f, i) / length[i]) * (X.get(f, j) / length[j]);
        return Math.min(1, dots);
    }
}
