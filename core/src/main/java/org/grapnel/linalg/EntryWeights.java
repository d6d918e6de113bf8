package org.grapnel.linalg;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.runtime.Preconditions;

/**
 * How much each entry of a p × n matrix counts in the loss ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)². A missing entry has c = 0, an ordinary one c = 1.
 *
 * <p>Stored are the deficits d = 1 − c of the entries whose weight is not 1, by feature and by sample. So a few missing entries cost little,
 * and no entry at all means plain least squares.
 */
public final class EntryWeights implements Serializable {
    private static final long serialVersionUID = 1L;

    private final SparseMatrix deficits;
    private final int[] listedInColumn;

    private EntryWeights(SparseMatrix deficits) {
        this.deficits = deficits;
        listedInColumn = new int[deficits.cols()];
        for (int j = 0; j < listedInColumn.length; j++) {
            int sample = j;
            deficits.forEachInColumn(j, (i, d) -> listedInColumn[sample]++);
        }
    }

    /** Returns the weights of a matrix all of whose entries count alike. */
    public static EntryWeights ones(int rows, int cols) {
        return new EntryWeights(SparseMatrix.ofTriples(rows, cols, new int[0], new int[0], new double[0]));
    }

    /** Returns the weights 1 − d. A deficit must be at most 1, so that no weight is negative. */
    public static EntryWeights ofDeficits(SparseMatrix deficits) {
        for (int i = 0; i < deficits.rows(); i++) {
            int row = i;
            deficits.forEachInRow(
                    i,
                    (j, d) -> Preconditions.require(
                            d <= 1 && d > Double.NEGATIVE_INFINITY,
                            "the weight of feature %d and sample %d must be a number >= 0, got %s",
                            row,
                            j,
                            1 - d));
        }
        return new EntryWeights(deficits);
    }

    /** Returns weight 0 for the entries of X that are NaN, and 1 for all others. */
    public static EntryWeights ofMissing(Matrix X) {
        int[] start = new int[X.rows() + 1];
        int[] column = new int[16];
        int count = 0;
        for (int i = 0; i < X.rows(); i++) {
            int[] found = missingInRow(X, i);
            if (count + found.length > column.length)
                column = Arrays.copyOf(column, Math.max(count + found.length, Math.addExact(count, count)));
            System.arraycopy(found, 0, column, count, found.length);
            count += found.length;
            start[i + 1] = count;
        }
        double[] deficit = new double[count];
        Arrays.fill(deficit, 1);
        return new EntryWeights(SparseMatrix.ofRows(X.rows(), X.cols(), start, Arrays.copyOf(column, count), deficit));
    }

    private static int[] missingInRow(Matrix X, int i) {
        int[] found = new int[X.cols()];
        int[] count = {0};
        X.forEachInRow(i, (j, x) -> {
            if (Double.isNaN(x)) found[count[0]++] = j;
        });
        return Arrays.copyOf(found, count[0]);
    }

    public int rows() {
        return deficits.rows();
    }

    public int cols() {
        return deficits.cols();
    }

    /** Returns 1 − c of the entries whose weight is not 1. */
    public SparseMatrix deficits() {
        return deficits;
    }

    /** Returns how many entries have a weight other than 1. */
    public long count() {
        return deficits.nonZeros();
    }

    /** Returns how many entries of a sample have a weight other than 1. */
    public int countInColumn(int j) {
        return listedInColumn[j];
    }

    /** Returns whether all entries have weight 1. */
    public boolean areOnes() {
        return count() == 0;
    }

    public double get(int i, int j) {
        return 1 - deficits.get(i, j);
    }

    /** Returns a new matrix with the entries cᵢⱼ·xᵢⱼ. An entry without weight is 0 there, also if x is NaN. */
    public Matrix times(Matrix X) {
        Preconditions.require(
                X.rows() == rows() && X.cols() == cols(),
                "the weights are for %d features of %d samples, the data have %d of %d",
                rows(),
                cols(),
                X.rows(),
                X.cols());
        Matrix copy = X instanceof DenseMatrix dense ? dense.copy() : X; // a dense matrix is mapped in place
        return copy.map((i, j, x) -> {
            double c = get(i, j);
            return c == 0 ? 0 : c * x;
        });
    }

    public EntryWeights selectRows(int[] chosen) {
        return new EntryWeights(deficits.selectRows(chosen));
    }

    public EntryWeights selectColumns(int[] chosen) {
        return new EntryWeights(deficits.selectColumns(chosen));
    }

    /** Returns the entries whose weight is not 1, feature by feature. */
    public LineWeights byFeature() {
        return new LineWeights(deficits.byRow(), cols());
    }

    /** Returns the entries whose weight is not 1, sample by sample. */
    public LineWeights bySample() {
        return new LineWeights(deficits.byColumn(), rows());
    }

    /** Returns the largest weight, at least 1: the curvature of the loss is at most this times that of plain least squares. */
    public double largest() {
        double least = 0;
        for (double d : deficits.byRow().value()) least = Math.min(least, d);
        return 1 - least;
    }

    /** Returns Σⱼ cᵢⱼxᵢⱼ² of every feature. What X has at entries without weight does not count, whatever it is. */
    public double[] rowSquares(Matrix X) {
        double[] squares = new double[rows()];
        double[] weight = new double[cols()];
        LineWeights lines = byFeature();
        for (int i = 0; i < squares.length; i++) {
            lines.fill(i, weight);
            int row = i;
            X.forEachInRow(i, (j, x) -> {
                if (weight[j] != 0) squares[row] += weight[j] * x * x;
            });
        }
        return squares;
    }

    /** Returns a new matrix with the entries of X, and 0 where there is no weight. */
    public Matrix observed(Matrix X) {
        Matrix copy = X instanceof DenseMatrix dense ? dense.copy() : X; // a dense matrix is mapped in place
        return copy.map((i, j, x) -> get(i, j) == 0 ? 0 : x);
    }
}
