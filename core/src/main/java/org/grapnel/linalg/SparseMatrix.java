package org.grapnel.linalg;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
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

    /** Lines of (index, value) pairs with ascending indices: the entries of line i are start[i] … start[i+1]−1. */
    private record CompressedLines(int[] start, int[] index, double[] value) implements Serializable {
        /** Returns the same entries grouped by index instead of line. */
        CompressedLines turned(int lines) {
            int[] starts = new int[lines + 1];
            for (int j : index) starts[j + 1]++;
            for (int j = 0; j < lines; j++) starts[j + 1] += starts[j];
            int[] next = Arrays.copyOf(starts, lines);
            int[] indices = new int[index.length];
            double[] values = new double[index.length];
            for (int i = 0; i + 1 < start.length; i++) {
                for (int e = start[i]; e < start[i + 1]; e++) {
                    int to = next[index[e]]++;
                    indices[to] = i;
                    values[to] = value[e];
                }
            }
            return new CompressedLines(starts, indices, values);
        }
    }

    private SparseMatrix(int rows, int cols, CompressedLines byRow) {
        this.rows = rows;
        this.cols = cols;
        this.byRow = byRow;
        this.byColumn = byRow.turned(cols);
    }

    /**
     * Creates a matrix from compressed rows: the entries of row i are start[i] … start[i+1]−1, columns ascending. The
     * arrays are copied.
     */
    public static SparseMatrix ofRows(int rows, int cols, int[] start, int[] column, double[] value) {
        Preconditions.require(start.length == rows + 1, "%d rows need %d starts, got %d", rows, rows + 1, start.length);
        Preconditions.require(
                start[0] == 0 && start[rows] == column.length && column.length == value.length,
                "starts end at %d, with %d columns and %d values",
                start[rows],
                column.length,
                value.length);
        for (int i = 0; i < rows; i++)
            Preconditions.require(
                    start[i] <= start[i + 1], "row %d ends at %d, before its start %d", i, start[i + 1], start[i]);
        for (int i = 0; i < rows; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                Preconditions.require(
                        column[e] >= 0 && column[e] < cols,
                        "row %d has column %d, allowed 0 to %d",
                        i,
                        column[e],
                        cols - 1);
                Preconditions.require(
                        e == start[i] || column[e] > column[e - 1],
                        "row %d has column %d out of order or twice",
                        i,
                        column[e]);
            }
        }
        return new SparseMatrix(rows, cols, new CompressedLines(start.clone(), column.clone(), value.clone()));
    }

    /**
     * Creates a matrix from (row, column, value) triples in any order. Zeros are dropped; a repeated place is an error.
     */
    public static SparseMatrix ofTriples(int rows, int cols, int[] row, int[] column, double[] value) {
        Preconditions.require(
                row.length == column.length && row.length == value.length,
                "%d rows, %d columns and %d values are not triples",
                row.length,
                column.length,
                value.length);
        int[] starts = new int[rows + 1];
        for (int e = 0; e < row.length; e++) {
            Preconditions.require(row[e] >= 0 && row[e] < rows, "row %d is not between 0 and %d", row[e], rows - 1);
            Preconditions.require(
                    column[e] >= 0 && column[e] < cols, "column %d is not between 0 and %d", column[e], cols - 1);
            if (value[e] != 0) starts[row[e] + 1]++;
        }
        for (int i = 0; i < rows; i++) starts[i + 1] += starts[i];
        int[] next = Arrays.copyOf(starts, rows);
        int[] columns = new int[starts[rows]];
        double[] values = new double[starts[rows]];
        for (int e = 0; e < row.length; e++) {
            if (value[e] == 0) continue;
            int to = next[row[e]]++;
            columns[to] = column[e];
            values[to] = value[e];
        }
        // transposing twice sorts every line in linear time
        CompressedLines sorted =
                new CompressedLines(starts, columns, values).turned(cols).turned(rows);
        for (int i = 0; i < rows; i++)
            for (int e = sorted.start[i] + 1; e < sorted.start[i + 1]; e++)
                Preconditions.require(
                        sorted.index[e] != sorted.index[e - 1],
                        "the place (%d, %d) is given twice",
                        i,
                        sorted.index[e]);
        return new SparseMatrix(rows, cols, sorted);
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
        return byRow.value.length;
    }

    @Override
    public double get(int i, int j) {
        int e = Arrays.binarySearch(byRow.index, byRow.start[i], byRow.start[i + 1], j);
        return e < 0 ? 0 : byRow.value[e];
    }

    @Override
    public void row(int i, double[] into) {
        Arrays.fill(into, 0, cols, 0);
        for (int e = byRow.start[i]; e < byRow.start[i + 1]; e++) into[byRow.index[e]] = byRow.value[e];
    }

    /** Receives the index of an entry in its row (or column) and its value. */
    public interface EntryVisitor {
        void visit(int index, double value);
    }

    /** Visits every entry of row i, columns ascending. */
    public void forEachInRow(int i, EntryVisitor entry) {
        for (int e = byRow.start[i]; e < byRow.start[i + 1]; e++) entry.visit(byRow.index[e], byRow.value[e]);
    }

    @Override
    public double[] rowSquares() {
        double[] squares = new double[rows];
        for (int i = 0; i < rows; i++)
            for (int e = byRow.start[i]; e < byRow.start[i + 1]; e++) squares[i] += byRow.value[e] * byRow.value[e];
        return squares;
    }

    @Override
    public double[] rowSums() {
        double[] sums = new double[rows];
        for (int i = 0; i < rows; i++)
            for (int e = byRow.start[i]; e < byRow.start[i + 1]; e++) sums[i] += byRow.value[e];
        return sums;
    }

    @Override
    public double sum() {
        return Arrays.stream(byRow.value).sum();
    }

    @Override
    public double[] columnNorms() {
        double[] norms = new double[cols];
        for (int j = 0; j < cols; j++) {
            double most = 0;
            for (int e = byColumn.start[j]; e < byColumn.start[j + 1]; e++)
                most = Math.max(most, Math.abs(byColumn.value[e]));
            double unit = Scaling.powerOfTwo(most);
            double sum = 0;
            for (int e = byColumn.start[j]; e < byColumn.start[j + 1]; e++)
                sum += (byColumn.value[e] / unit) * (byColumn.value[e] / unit);
            norms[j] = unit * Math.sqrt(sum);
        }
        return norms;
    }

    @Override
    public long[] columnHashes(ExecutionContext context) {
        long[] hash = new long[cols];
        for (int j = 0; j < cols; j++)
            for (int e = byColumn.start[j]; e < byColumn.start[j + 1]; e++)
                if (byColumn.value[e] != 0)
                    hash[j] =
                            CounterRandom.bits(hash[j], byColumn.index[e], Double.doubleToLongBits(byColumn.value[e]));
        return hash;
    }

    /** A stored zero counts as a zero. */
    @Override
    public boolean columnsEqual(int j, int l) {
        int a = byColumn.start[j];
        int b = byColumn.start[l];
        int aEnd = byColumn.start[j + 1];
        int bEnd = byColumn.start[l + 1];
        while (true) {
            while (a < aEnd && byColumn.value[a] == 0) a++;
            while (b < bEnd && byColumn.value[b] == 0) b++;
            if (a == aEnd || b == bEnd) return a == aEnd && b == bEnd;
            if (byColumn.index[a] != byColumn.index[b] || byColumn.value[a++] != byColumn.value[b++]) return false;
        }
    }

    /** Returns the largest |x|. */
    public double largest() {
        double most = 0;
        for (double v : byRow.value) most = Math.max(most, Math.abs(v));
        return most;
    }

    @Override
    public void times(ExecutionContext context, RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        ShapeChecks.times(this, rows, Ht, XHt);
        double flops = 2.0 * nonZeros() * rows.count() / Math.max(1, this.rows) * Ht.cols();
        int blocks = Math.min(rows.count(), ExecutionContext.blockCount(flops));
        SparseKernel kernel = SparseKernel.create(context, Ht);
        context.run(blocks, (b, scratch) -> {
            for (int q = ExecutionContext.blockStart(rows.count(), b, blocks);
                    q < ExecutionContext.blockStart(rows.count(), b + 1, blocks);
                    q++) {
                int i = rows.get(q);
                kernel.combine(byRow.index, byRow.value, byRow.start[i], byRow.start[i + 1], XHt, i, scratch);
            }
        });
    }

    /**
     * into[c] ← Σ aᵢⱼ(hᵢ/dᵢ − hⱼ/dⱼ)² over the entries below the diagonal, which must not be negative, for every column
     * h of Ht. The sums of blocks are added in order.
     */
    public void squaredDifferences(ExecutionContext context, DenseMatrix Ht, double[] divisor, double[] into) {
        int r = Ht.cols();
        int blocks = Math.max(1, Math.min(rows, ExecutionContext.blockCount(2.0 * nonZeros() * r)));
        double[][] sums = new double[blocks][r];
        SparseKernel kernel = SparseKernel.create(context, Ht);
        context.run(blocks, (b, scratch) -> {
            for (int i = ExecutionContext.blockStart(rows, b, blocks);
                    i < ExecutionContext.blockStart(rows, b + 1, blocks);
                    i++)
                kernel.addDifferences(
                        byRow.index, byRow.value, byRow.start[i], byRow.start[i + 1], i, divisor, sums[b], scratch);
        });
        Arrays.fill(into, 0, r, 0);
        for (double[] sum : sums) for (int c = 0; c < r; c++) into[c] += sum[c];
    }

    /** y ← this·x. */
    public void times(double[] x, double[] y) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int e = byRow.start[i]; e < byRow.start[i + 1]; e++) sum += byRow.value[e] * x[byRow.index[e]];
            y[i] = sum;
        }
    }

    @Override
    public void transposeTimes(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        ShapeChecks.transposeTimes(this, rows, W, XtW);
        // zero rows of W add nothing, and reading them is cheaper than testing for them
        int blocks = Math.min(cols, ExecutionContext.blockCount(2.0 * nonZeros() * W.cols()));
        SparseKernel kernel = SparseKernel.create(context, W);
        context.run(blocks, (b, scratch) -> {
            for (int j = ExecutionContext.blockStart(cols, b, blocks);
                    j < ExecutionContext.blockStart(cols, b + 1, blocks);
                    j++)
                kernel.combine(
                        byColumn.index, byColumn.value, byColumn.start[j], byColumn.start[j + 1], XtW, j, scratch);
        });
    }

    @Override
    public double squaredResidual(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        ShapeChecks.misfit(this, rows, W, Ht);
        int r = W.cols();
        return context.sum(
                rows.count(), ExecutionContext.blockCount(2.0 * rows.count() * cols * r), (from, end, scratch) -> {
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

    /** Returns these columns, in this order, each divided by its entry of {@code divisor}. */
    public SparseMatrix columns(int[] columns, double[] divisor) {
        int[] start = new int[columns.length + 1];
        for (int c = 0; c < columns.length; c++)
            start[c + 1] = Math.addExact(start[c], byColumn.start[columns[c] + 1] - byColumn.start[columns[c]]);
        int[] index = new int[start[columns.length]];
        double[] value = new double[start[columns.length]];
        for (int c = 0; c < columns.length; c++) {
            int from = byColumn.start[columns[c]];
            System.arraycopy(byColumn.index, from, index, start[c], start[c + 1] - start[c]);
            for (int e = start[c]; e < start[c + 1]; e++)
                value[e] = byColumn.value[from + e - start[c]] / divisor[columns[c]];
        }
        return new SparseMatrix(rows, columns.length, new CompressedLines(start, index, value).turned(rows));
    }

    /** Visits every entry of column j, rows ascending. */
    public void forEachInColumn(int j, EntryVisitor entry) {
        for (int e = byColumn.start[j]; e < byColumn.start[j + 1]; e++)
            entry.visit(byColumn.index[e], byColumn.value[e]);
    }

    /** into[l − from] ← the dot product of column j with column l, for l in [from, to). */
    public void columnDots(int j, int from, int to, double[] into) {
        Arrays.fill(into, 0, to - from, 0);
        for (int e = byColumn.start[j]; e < byColumn.start[j + 1]; e++) {
            int row = byColumn.index[e];
            double v = byColumn.value[e];
            int end = byRow.start[row + 1];
            int at = from == 0 ? byRow.start[row] : Arrays.binarySearch(byRow.index, byRow.start[row], end, from);
            for (at = at < 0 ? -at - 1 : at; at < end && byRow.index[at] < to; at++)
                into[byRow.index[at] - from] += v * byRow.value[at];
        }
    }

    @Override
    public void columnDots(ExecutionContext context, int[] start, int[] other, double[] into) {
        for (int i = 0; i < cols; i++)
            for (int q = start[i]; q < start[i + 1]; q++) {
                double sum = 0;
                int b = byColumn.start[other[q]];
                int bEnd = byColumn.start[other[q] + 1];
                for (int a = byColumn.start[i]; a < byColumn.start[i + 1]; a++) {
                    while (b < bEnd && byColumn.index[b] < byColumn.index[a]) b++;
                    if (b < bEnd && byColumn.index[b] == byColumn.index[a])
                        sum += byColumn.value[a] * byColumn.value[b];
                }
                into[q] = sum;
            }
    }

    /**
     * Returns Σ (xᵢ − yᵢ)² for columns j and l, added in the order of {@link FixedOrderSquares}, so that a dense X
     * gives the same bits.
     */
    public double columnDistance(int j, int l) {
        FixedOrderSquares sum = new FixedOrderSquares();
        int a = byColumn.start[j];
        int b = byColumn.start[l];
        int aEnd = byColumn.start[j + 1];
        int bEnd = byColumn.start[l + 1];
        while (a < aEnd || b < bEnd) {
            int rowA = a < aEnd ? byColumn.index[a] : Integer.MAX_VALUE;
            int rowB = b < bEnd ? byColumn.index[b] : Integer.MAX_VALUE;
            double x = rowA <= rowB ? byColumn.value[a++] : 0;
            double y = rowB <= rowA ? byColumn.value[b++] : 0;
            sum.add(Math.min(rowA, rowB), x - y);
        }
        return sum.total();
    }

    @Override
    public boolean isDense() {
        return false;
    }

    @Override
    public SparseMatrix map(EntryFunction by) {
        double[] values = new double[byRow.value.length];
        for (int i = 0; i < rows; i++)
            for (int e = byRow.start[i]; e < byRow.start[i + 1]; e++)
                values[e] = by.apply(i, byRow.index[e], byRow.value[e]);
        return new SparseMatrix(rows, cols, new CompressedLines(byRow.start, byRow.index, values));
    }

    @Override
    public SparseMatrix selectRows(int[] chosen) {
        int[] start = new int[chosen.length + 1];
        for (int i = 0; i < chosen.length; i++)
            start[i + 1] = Math.addExact(start[i], byRow.start[chosen[i] + 1] - byRow.start[chosen[i]]);
        int[] index = new int[start[chosen.length]];
        double[] values = new double[index.length];
        for (int i = 0; i < chosen.length; i++) {
            int from = byRow.start[chosen[i]];
            System.arraycopy(byRow.index, from, index, start[i], start[i + 1] - start[i]);
            System.arraycopy(byRow.value, from, values, start[i], start[i + 1] - start[i]);
        }
        return new SparseMatrix(chosen.length, cols, new CompressedLines(start, index, values));
    }

    @Override
    public SparseMatrix selectColumns(int[] chosen) {
        double[] ones = new double[cols];
        Arrays.fill(ones, 1);
        return columns(chosen, ones);
    }

    /** Does nothing: the entries are on the heap. */
    @Override
    public void close() {}
}
