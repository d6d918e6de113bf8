package org.grapnel.linalg;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.grapnel.runtime.Preconditions;

/**
 * How much each entry of a p × n matrix counts in the loss ½Σ cᵢⱼ(xᵢⱼ − wᵢhⱼ)². A missing entry has c = 0, an ordinary one c = 1.
 *
 * <p>Stored are the deficits d = 1 − c of the entries whose weight is not 1, by feature and by sample. So a few missing entries cost little,
 * and no entry at all means plain least squares.
 */
public final class EntryWeights implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Arrays have about this many entries at most. */
    private static final int MOST = Integer.MAX_VALUE - 16;

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

    /** Writes a row of numbers. */
    @FunctionalInterface
    public interface RowFunction {
        /** into ← a row; what it had before is of another row. */
        void fill(int row, double[] into);
    }

    /** Returns the weights 1 − d, with the deficits of one feature after the other. */
    public static EntryWeights ofDeficits(int rows, int cols, RowFunction deficits) {
        return ofDeficits(nonZeros(rows, cols, deficits));
    }

    /** Returns the numbers that are not zero. */
    private static SparseMatrix nonZeros(int rows, int cols, RowFunction numbers) {
        int[] start = new int[rows + 1];
        int[] column = new int[16];
        double[] value = new double[16];
        double[] row = new double[cols];
        for (int i = 0; i < rows; i++) {
            numbers.fill(i, row);
            int e = start[i];
            for (int j = 0; j < cols; j++) {
                if (row[j] == 0) continue;
                if (e == column.length) {
                    Preconditions.require(e < MOST, "more than %d numbers do not fit into a sparse matrix", MOST);
                    column = Arrays.copyOf(column, (int) Math.min(MOST, 2L * e));
                    value = Arrays.copyOf(value, column.length);
                }
                column[e] = j;
                value[e++] = row[j];
            }
            start[i + 1] = e;
        }
        int count = start[rows];
        return SparseMatrix.ofRows(rows, cols, start, Arrays.copyOf(column, count), Arrays.copyOf(value, count));
    }

    /** Returns weight 0 for the entries of X that are NaN, and 1 for all others. */
    public static EntryWeights ofMissing(Matrix X) {
        return ones(X.rows(), X.cols()).withMissing(X);
    }

    /** Returns these weights, but 0 for the entries of X that are NaN. */
    public EntryWeights withMissing(Matrix X) {
        requireShape(X);
        return ofDeficits(rows(), cols(), (i, row) -> {
            deficits.row(i, row);
            X.forEachInRow(i, (j, x) -> {
                if (Double.isNaN(x)) row[j] = 1;
            });
        });
    }

    /** Returns the products of these weights and others. */
    public EntryWeights times(EntryWeights other) {
        requireShape(other.deficits);
        return ofDeficits(rows(), cols(), (i, row) -> {
            deficits.row(i, row);
            other.deficits.forEachInRow(i, (j, d) -> row[j] = 1 - (1 - row[j]) * (1 - d));
        });
    }

    /** Returns weight 0 for the entries that have weight 0 here, and 1 for all others. */
    public EntryWeights onlyMissing() {
        return ofDeficits(rows(), cols(), (i, row) -> {
            Arrays.fill(row, 0);
            deficits.forEachInRow(i, (j, d) -> row[j] = d == 1 ? 1 : 0);
        });
    }

    /** Returns how many entries have weight 0. */
    public long missing() {
        long missing = 0;
        for (double d : deficits.byRow().value()) if (d == 1) missing++;
        return missing;
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
        requireShape(X);
        Matrix copy = X instanceof DenseMatrix dense ? dense.copy() : X; // a dense matrix is mapped in place
        return copy.map((i, j, x) -> {
            double c = get(i, j);
            return c == 0 ? 0 : c * x;
        });
    }

    private void requireShape(Matrix X) {
        Preconditions.require(
                X.rows() == rows() && X.cols() == cols(),
                "the weights are for %d features of %d samples, the data have %d of %d",
                rows(),
                cols(),
                X.rows(),
                X.cols());
    }

    /** Returns X with NaN where there is no weight: a dense X is changed in place, of a sparse one there is a new matrix. */
    public Matrix hideIn(Matrix X) {
        requireShape(X);
        if (X instanceof DenseMatrix dense) {
            for (int i = 0; i < rows(); i++) {
                int row = i;
                deficits.forEachInRow(i, (j, d) -> {
                    if (d == 1) dense.set(row, j, Double.NaN);
                });
            }
            return dense;
        }
        return nonZeros(rows(), cols(), (i, row) -> { // a hidden zero is stored from now on
            X.row(i, row);
            deficits.forEachInRow(i, (j, d) -> row[j] = d == 1 ? Double.NaN : row[j]);
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

    /** Returns the largest weight: the curvature of the loss is at most this times that of plain least squares. 1 if all weights are 0. */
    public double largest() {
        return ofPresent().max().orElse(1);
    }

    /** Returns the smallest weight above 0; 1 if all weights are 0. */
    public double smallest() {
        return ofPresent().min().orElse(1);
    }

    /** Returns the lower median of the weights above 0; 1 if all weights are 0. */
    public double median() {
        double[] listed = Arrays.stream(deficits.byRow().value())
                .filter(d -> d < 1)
                .map(d -> 1 - d)
                .sorted()
                .toArray();
        long ones = (long) rows() * cols() - count();
        if (listed.length + ones == 0) return 1;
        long middle = (listed.length + ones - 1) / 2;
        if (middle < listed.length && listed[(int) middle] < 1) return listed[(int) middle];
        return middle - ones >= 0 ? Math.max(1, listed[(int) (middle - ones)]) : 1;
    }

    /** Returns these weights, but {@code most} where they are larger. */
    public EntryWeights cappedAt(double most) {
        return ofDeficits(rows(), cols(), (i, row) -> {
            deficits.row(i, row);
            for (int j = 0; j < row.length; j++) row[j] = Math.max(row[j], 1 - most);
        });
    }

    /** The weights above 0 that are listed, and 1 if an entry is not listed. */
    private DoubleStream ofPresent() {
        DoubleStream listed =
                Arrays.stream(deficits.byRow().value()).filter(d -> d < 1).map(d -> 1 - d);
        return count() == (long) rows() * cols() ? listed : DoubleStream.concat(listed, DoubleStream.of(1));
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
