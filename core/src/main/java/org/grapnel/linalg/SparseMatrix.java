package org.grapnel.linalg;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.ScratchArray;

/**
 * A matrix compressed in both orientations: by rows for X·Ht and by columns for Xᵀ·W, so that each product writes every
 * row of its result once, from one thread.
 */
public final class SparseMatrix implements Matrix, Serializable {
    private static final long serialVersionUID = 1;

    private final int rows;
    private final int cols;
    private final CompressedLines byRow;
    private final CompressedLines byColumn;

    private SparseMatrix(int rows, int cols, CompressedLines byRow) {
        this.rows = rows;
        this.cols = cols;
        this.byRow = byRow;
        CompressedLines columns = byRow.transpose(cols);
        // the entries of a symmetric matrix, such as a graph, are stored once
        this.byColumn = columns.hasEntriesOf(byRow) ? byRow : columns;
    }

    /**
     * Creates a matrix from compressed rows: the entries of row i are start[i] … start[i+1]−1, columns ascending. The
     * arrays are copied.
     */
    public static SparseMatrix ofRows(int rows, int cols, int[] start, int[] column, double[] value) {
        return new SparseMatrix(rows, cols, CompressedLines.copyRows(rows, cols, start, column, value));
    }

    /** Creates a matrix from (row, column, value) triples in any order. Zeros are dropped; a repeated place is an error. */
    public static SparseMatrix ofTriples(int rows, int cols, int[] row, int[] column, double[] value) {
        return new SparseMatrix(rows, cols, CompressedLines.ofTriples(rows, cols, row, column, value));
    }

    /** Creates a sparse matrix from the non-zeros of a dense one. */
    public static SparseMatrix of(DenseMatrix M) {
        int nonZeros = Math.toIntExact(M.nonZeros());
        int[] start = new int[M.rows() + 1];
        int[] column = new int[nonZeros];
        double[] value = new double[nonZeros];
        double[] row = new double[M.cols()];
        int e = 0;
        for (int i = 0; i < M.rows(); i++) {
            M.row(i, row);
            for (int j = 0; j < row.length; j++) {
                if (row[j] == 0) continue;
                column[e] = j;
                value[e++] = row[j];
            }
            start[i + 1] = e;
        }
        return ofRows(M.rows(), M.cols(), start, column, value);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int cols() {
        return cols;
    }

    @Override
    public long nonZeros() {
        return byRow.value().length;
    }

    @Override
    public double get(int i, int j) {
        int e = Arrays.binarySearch(byRow.index(), byRow.start()[i], byRow.start()[i + 1], j);
        return e < 0 ? 0 : byRow.value()[e];
    }

    @Override
    public void row(int i, double[] into) {
        Arrays.fill(into, 0, cols, 0);
        for (int e = byRow.start()[i]; e < byRow.start()[i + 1]; e++) into[byRow.index()[e]] = byRow.value()[e];
    }

    /** Receives the index of an entry in its row (or column) and its value. */
    public interface EntryVisitor {
        void visit(int index, double value);
    }

    @Override
    public void forEachInRow(int i, EntryVisitor visitor) {
        byRow.forEach(i, visitor);
    }

    /** Visits every entry of column j, rows ascending. */
    public void forEachInColumn(int j, EntryVisitor visitor) {
        byColumn.forEach(j, visitor);
    }

    CompressedLines byRow() {
        return byRow;
    }

    CompressedLines byColumn() {
        return byColumn;
    }

    @Override
    public double[] rowSquares() {
        double[] squares = new double[rows];
        double[] value = byRow.value();
        for (int i = 0; i < rows; i++)
            for (int e = byRow.start()[i]; e < byRow.start()[i + 1]; e++) squares[i] += value[e] * value[e];
        return squares;
    }

    @Override
    public double[] rowSums() {
        double[] sums = new double[rows];
        for (int i = 0; i < rows; i++)
            for (int e = byRow.start()[i]; e < byRow.start()[i + 1]; e++) sums[i] += byRow.value()[e];
        return sums;
    }

    @Override
    public double sum() {
        return Arrays.stream(byRow.value()).sum();
    }

    /** Returns the largest |x|. */
    public double largest() {
        double most = 0;
        for (double v : byRow.value()) most = Math.max(most, Math.abs(v));
        return most;
    }

    @Override
    public double[] columnNorms() {
        double[] norms = new double[cols];
        Arrays.setAll(norms, byColumn::norm);
        return norms;
    }

    @Override
    public long[] columnHashes(ExecutionContext context) {
        long[] hash = new long[cols];
        for (int j = 0; j < cols; j++) {
            int column = j;
            byColumn.forEach(j, (i, v) -> {
                if (v != 0) hash[column] = CounterRandom.bits(hash[column], i, Double.doubleToLongBits(v));
            });
        }
        return hash;
    }

    /** Returns whether two columns are equal. A stored zero counts as a zero. */
    @Override
    public boolean columnsEqual(int j, int l) {
        return byColumn.areEqual(j, l);
    }

    @Override
    public void columnDots(ExecutionContext context, int[] start, int[] other, double[] into) {
        for (int i = 0; i < cols; i++)
            for (int q = start[i]; q < start[i + 1]; q++) into[q] = byColumn.dot(i, other[q]);
    }

    /** into[l − from] ← the dot product of column j with column l, for l in [from, to). */
    public void columnDots(int j, int from, int to, double[] into) {
        Arrays.fill(into, 0, to - from, 0);
        int[] start = byRow.start();
        int[] index = byRow.index();
        double[] value = byRow.value();
        for (int e = byColumn.start()[j]; e < byColumn.start()[j + 1]; e++) {
            int row = byColumn.index()[e];
            double v = byColumn.value()[e];
            int end = start[row + 1];
            int at = from == 0 ? start[row] : Arrays.binarySearch(index, start[row], end, from);
            for (at = at < 0 ? -at - 1 : at; at < end && index[at] < to; at++) into[index[at] - from] += v * value[at];
        }
    }

    /** Returns Σ (xᵢ − yᵢ)² for columns j and l, with the same bits as for a dense matrix. */
    public double columnDistance(int j, int l) {
        return byColumn.squaredDistance(j, l);
    }

    @Override
    public void times(ExecutionContext context, RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        ShapeChecks.times(this, rows, Ht, XHt);
        double flops = 2.0 * nonZeros() * rows.count() / Math.max(1, this.rows) * Ht.cols();
        int blocks = Math.min(rows.count(), ExecutionContext.blockCount(flops));
        SparseKernel kernel = SparseKernel.create(context, Ht);
        context.run(blocks, (b, scratch) -> {
            int end = ExecutionContext.blockStart(rows.count(), b + 1, blocks);
            for (int q = ExecutionContext.blockStart(rows.count(), b, blocks), m; q < end; q += m) {
                m = rows.runLength(q, end - q);
                kernel.combine(byRow, rows.get(q), m, XHt, scratch);
            }
        });
    }

    /** y ← this·x. */
    public void times(double[] x, double[] y) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int e = byRow.start()[i]; e < byRow.start()[i + 1]; e++) sum += byRow.value()[e] * x[byRow.index()[e]];
            y[i] = sum;
        }
    }

    /**
     * sum ← Σₗ xᵢₗ·mₗ, row i of this·M. The array holds the rows mₗ of M, r numbers each, one after the other. Costs r operations per entry of
     * the row, and copies nothing.
     */
    public void timesRow(int i, double[] m, int r, double[] sum) {
        addRows(byRow.index(), byRow.value(), byRow.start()[i], byRow.start()[i + 1], m, r, sum);
    }

    /** sum ← Σ valueₑ·(row indexₑ of m) over the entries [from, end), in order; m has rows of r numbers, one after the other. */
    public static void addRows(int[] index, double[] value, int from, int end, double[] m, int r, double[] sum) {
        SparseKernel.add(index, 0, value, from, end, m, r, sum, 0);
    }

    @Override
    public void transposeTimes(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        ShapeChecks.transposeTimes(this, rows, W, XtW);
        // zero rows of W add nothing, and reading them is cheaper than testing for them
        int blocks = Math.min(cols, ExecutionContext.blockCount(2.0 * nonZeros() * W.cols()));
        SparseKernel kernel = SparseKernel.create(context, W);
        context.run(blocks, (b, scratch) -> {
            int end = ExecutionContext.blockStart(cols, b + 1, blocks);
            int from = ExecutionContext.blockStart(cols, b, blocks);
            kernel.combine(byColumn, from, end - from, XtW, scratch);
        });
    }

    /** Prepares rows of this·M for tasks. */
    public SparseProduct product(ExecutionContext context, DenseMatrix M) {
        return new SparseProduct(byRow, SparseKernel.create(context, M));
    }

    /** Returns the sums Σ aᵢⱼ(hᵢ/dᵢ − hⱼ/dⱼ)² over the entries below the diagonal, which must not be negative. */
    public SquaredDifferences squaredDifferences(double[] divisor) {
        return new SquaredDifferences(byRow, divisor);
    }

    @Override
    public double squaredResidual(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        ShapeChecks.squaredResidual(this, rows, W, Ht);
        int r = W.cols();
        int blocks = ExecutionContext.blockCount(2.0 * rows.count() * cols * r);
        return context.sum(rows.count(), blocks, (from, end, scratch) -> {
            double[] residual = scratch.doubles(ScratchArray.ROW, cols);
            double sum = 0;
            for (int q = from; q < end; q++) {
                int i = rows.get(q);
                row(i, residual);
                for (int j = 0; j < cols; j++) {
                    double fitted = 0;
                    for (int c = 0; c < r; c++) fitted += W.get(i, c) * Ht.get(j, c);
                    sum += (residual[j] - fitted) * (residual[j] - fitted);
                }
            }
            return sum;
        });
    }

    @Override
    public boolean isDense() {
        return false;
    }

    @Override
    public SparseMatrix map(EntryFunction function) {
        double[] values = new double[byRow.value().length];
        for (int i = 0; i < rows; i++)
            for (int e = byRow.start()[i]; e < byRow.start()[i + 1]; e++)
                values[e] = function.apply(i, byRow.index()[e], byRow.value()[e]);
        return new SparseMatrix(rows, cols, new CompressedLines(byRow.start(), byRow.index(), values));
    }

    @Override
    public SparseMatrix selectRows(int[] chosen) {
        return new SparseMatrix(chosen.length, cols, byRow.select(chosen));
    }

    @Override
    public SparseMatrix selectColumns(int[] chosen) {
        return new SparseMatrix(rows, chosen.length, byColumn.select(chosen).transpose(rows));
    }

    /** Returns these columns, in this order, each divided by its entry of {@code divisor}. */
    public SparseMatrix selectColumns(int[] chosen, double[] divisor) {
        CompressedLines selected = byColumn.select(chosen);
        for (int c = 0; c < chosen.length; c++)
            for (int e = selected.start()[c]; e < selected.start()[c + 1]; e++)
                selected.value()[e] /= divisor[chosen[c]];
        return new SparseMatrix(rows, chosen.length, selected.transpose(rows));
    }

    /** Does nothing: the entries are on the heap. */
    @Override
    public void close() {}
}
