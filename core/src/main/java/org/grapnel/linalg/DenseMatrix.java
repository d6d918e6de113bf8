package org.grapnel.linalg;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import org.grapnel.linalg.kernel.RowMajor;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.MemoryBudget;
import org.grapnel.runtime.OffHeapMemory;
import org.grapnel.runtime.OpenBlasLibrary;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A matrix of doubles, stored by rows in off-heap memory that BLAS reads in place. {@link #close} frees the memory at
 * once; any later access throws an {@link IllegalStateException}.
 *
 * <p>Rows are contiguous, and so are all rows of one segment. A matrix below one gigabyte is a single segment. A larger
 * one has several, because a Java buffer holds at most 2³¹ bytes. Products work on runs of rows that never cross a
 * segment.
 */
public final class DenseMatrix implements Matrix, RowMajor {
    private static final long SEGMENT_DOUBLES = 1L << 27;

    private int rows;
    private int cols;
    private final int segmentShift; // log₂ of the rows per segment: a power of two makes the lookup a shift
    private ByteBuffer @Nullable [] memory;
    private DoubleBuffer @Nullable [] segments;
    private final long[] addresses;

    private DenseMatrix(int rows, int cols, long segmentDoubles) {
        this.rows = rows;
        this.cols = cols;
        this.segmentShift = segmentShift(rows, cols, segmentDoubles);
        int count = rows == 0 ? 1 : ((rows - 1) >> segmentShift) + 1;
        var bytes = new ByteBuffer[count];
        var doubles = new DoubleBuffer[count];
        addresses = new long[count];
        MemoryBudget.require(8L * rows * cols);
        for (int s = 0; s < count; s++) {
            int first = s << segmentShift;
            int height = Math.min(rows - first, 1 << segmentShift);
            try {
                bytes[s] = OffHeapMemory.allocate(Math.max(8, Math.multiplyExact(Math.multiplyExact(height, cols), 8)));
            } catch (OutOfMemoryError e) {
                for (int t = 0; t < s; t++) OffHeapMemory.free(bytes[t]);
                throw e;
            }
            doubles[s] = bytes[s].asDoubleBuffer();
            addresses[s] = OpenBlasLibrary.address(doubles[s]);
        }
        memory = bytes;
        segments = doubles;
    }

    private static int segmentShift(int rows, int cols, long segmentDoubles) {
        if ((long) rows * cols <= segmentDoubles) return 30;
        long fit = Math.max(1, segmentDoubles / Math.max(1, cols));
        return 63 - Long.numberOfLeadingZeros(fit);
    }

    /** Creates a matrix of zeros. */
    public static DenseMatrix zeros(int rows, int cols) {
        return segmented(rows, cols, SEGMENT_DOUBLES);
    }

    /**
     * Creates zeros in segments of at most {@code segmentDoubles} doubles; tests use it to make small segmented
     * matrices.
     */
    static DenseMatrix segmented(int rows, int cols, long segmentDoubles) {
        Preconditions.require(rows >= 0 && cols >= 0, "a matrix cannot be %d × %d", rows, cols);
        Preconditions.require(
                cols <= SEGMENT_DOUBLES,
                "a row of %d numbers is too long, allowed are at most %d",
                cols,
                SEGMENT_DOUBLES);
        return new DenseMatrix(rows, cols, segmentDoubles);
    }

    /** Copies the given rows. */
    public static DenseMatrix of(double[][] values) {
        DenseMatrix M = zeros(values.length, values.length == 0 ? 0 : values[0].length);
        for (int i = 0; i < values.length; i++) {
            Preconditions.require(
                    values[i].length == M.cols, "row %d has %d numbers, expected %d", i, values[i].length, M.cols);
            M.setRow(i, values[i]);
        }
        return M;
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
    public double get(int i, int j) {
        return buffer(i).get(rowOffset(i) + j);
    }

    public void set(int i, int j, double value) {
        buffer(i).put(rowOffset(i) + j, value);
    }

    /** Copies row i into {@code into}. */
    @Override
    public void row(int i, double[] into) {
        buffer(i).get(rowOffset(i), into, 0, cols);
    }

    /** Copies {@code count} rows, starting at row i, one after the other into {@code into}. */
    public void rows(int i, int count, double[] into) {
        if (contiguousRows(i) >= count) buffer(i).get(rowOffset(i), into, 0, count * cols);
        else for (int q = 0; q < count; q++) buffer(i + q).get(rowOffset(i + q), into, q * cols, cols);
    }

    /** Sets {@code count} rows, starting at row i, from {@code values}, which holds them one after the other. */
    public void setRows(int i, int count, double[] values) {
        if (contiguousRows(i) >= count) buffer(i).put(rowOffset(i), values, 0, count * cols);
        else for (int q = 0; q < count; q++) buffer(i + q).put(rowOffset(i + q), values, q * cols, cols);
    }

    public void setRow(int i, double[] values) {
        buffer(i).put(rowOffset(i), values, 0, cols);
    }

    public void fill(double value) {
        for (int i = 0; i < rows; i++) {
            DoubleBuffer b = buffer(i);
            for (int at = rowOffset(i), end = at + cols; at < end; at++) b.put(at, value);
        }
    }

    public void zeroRow(int i) {
        DoubleBuffer b = buffer(i);
        for (int at = rowOffset(i), end = at + cols; at < end; at++) b.put(at, 0);
    }

    /**
     * Returns whether every entry of row i is zero. A sum of squares would miss entries that underflow when squared.
     */
    public boolean isZeroRow(int i) {
        DoubleBuffer b = buffer(i);
        for (int at = rowOffset(i), end = at + cols; at < end; at++) if (b.get(at) != 0) return false;
        return true;
    }

    /** Σⱼ mᵢⱼ². */
    public double rowSquares(int i) {
        DoubleBuffer b = buffer(i);
        double sum = 0;
        for (int at = rowOffset(i), end = at + cols; at < end; at++) sum += b.get(at) * b.get(at);
        return sum;
    }

    /** Copies all entries of {@code M}, which has the same shape. */
    public void copyFrom(DenseMatrix M) {
        Preconditions.require(
                rows == M.rows && cols == M.cols, "cannot copy %d × %d to %d × %d", M.rows, M.cols, rows, cols);
        for (int i = 0, count; i < rows; i += count) {
            count = Math.min(contiguousRows(i), M.contiguousRows(i));
            buffer(i).put(rowOffset(i), M.buffer(i), M.rowOffset(i), count * cols);
        }
    }

    /** Row i of this ← row j of M. */
    public void copyRow(int i, DenseMatrix M, int j) {
        buffer(i).put(rowOffset(i), M.buffer(j), M.rowOffset(j), cols);
    }

    public DenseMatrix copy() {
        DenseMatrix M = zeros(rows, cols);
        M.copyFrom(this);
        return M;
    }

    /** Returns the transpose as a new matrix. */
    public DenseMatrix transpose() {
        DenseMatrix T = zeros(cols, rows);
        double[] row = new double[cols];
        for (int i = 0; i < rows; i++) {
            row(i, row);
            for (int j = 0; j < cols; j++) T.set(j, i, row[j]);
        }
        return T;
    }

    public double[][] toArray() {
        double[][] values = new double[rows][cols];
        for (int i = 0; i < rows; i++) row(i, values[i]);
        return values;
    }

    @Override
    public long nonZeros() {
        long count = 0;
        double[] row = new double[cols];
        for (int i = 0; i < rows; i++) {
            row(i, row);
            for (double v : row) if (v != 0) count++;
        }
        return count;
    }

    @Override
    public void times(ExecutionContext context, RowSet rows, DenseMatrix Ht, DenseMatrix XHt) {
        ShapeChecks.times(this, rows, Ht, XHt);
        DenseProducts.times(context, this, rows, Ht, XHt);
    }

    @Override
    public void transposeTimes(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix XtW) {
        ShapeChecks.transposeTimes(this, rows, W, XtW);
        DenseProducts.transposeTimes(context, this, rows, W, XtW);
    }

    @Override
    public double squaredResidual(ExecutionContext context, RowSet rows, DenseMatrix W, DenseMatrix Ht) {
        ShapeChecks.squaredResidual(this, rows, W, Ht);
        return DenseProducts.squaredResidual(context, this, rows, W, Ht);
    }

    @Override
    public double[] rowSquares() {
        double[] squares = new double[rows];
        for (int i = 0; i < rows; i++) squares[i] = rowSquares(i);
        return squares;
    }

    @Override
    public double sum() {
        double sum = 0;
        double[] row = new double[cols];
        for (int i = 0; i < rows; i++) {
            row(i, row);
            for (double v : row) sum += v;
        }
        return sum;
    }

    @Override
    public double[] columnNorms() {
        return DenseColumns.norms(this);
    }

    @Override
    public long[] columnHashes(ExecutionContext context) {
        return DenseColumns.hashes(context, this);
    }

    @Override
    public void columnDots(ExecutionContext context, int[] start, int[] other, double[] into) {
        DenseColumns.dots(context, this, start, other, into);
    }

    @Override
    public boolean columnsEqual(int j, int l) {
        for (int i = 0; i < rows; i++) if (get(i, j) != get(i, l)) return false;
        return true;
    }

    @Override
    public boolean isDense() {
        return true;
    }

    @Override
    public DenseMatrix map(EntryFunction function) {
        double[] row = new double[cols];
        for (int i = 0; i < rows; i++) {
            row(i, row);
            for (int j = 0; j < cols; j++) row[j] = function.apply(i, j, row[j]);
            setRow(i, row);
        }
        return this;
    }

    @Override
    public DenseMatrix selectRows(int[] chosen) {
        DenseMatrix M = zeros(chosen.length, cols);
        for (int i = 0; i < chosen.length; i++) M.copyRow(i, this, chosen[i]);
        return M;
    }

    @Override
    public DenseMatrix selectColumns(int[] chosen) {
        DenseMatrix M = zeros(rows, chosen.length);
        double[] row = new double[cols];
        double[] selected = new double[chosen.length];
        for (int i = 0; i < rows; i++) {
            row(i, row);
            for (int j = 0; j < chosen.length; j++) selected[j] = row[chosen[j]];
            M.setRow(i, selected);
        }
        return M;
    }

    /** Returns the buffer that holds row i, which starts at {@link #rowOffset}. */
    @Override
    public DoubleBuffer buffer(int i) {
        DoubleBuffer[] open = segments;
        if (open == null) throw new IllegalStateException("this matrix has been closed");
        return open[i >> segmentShift];
    }

    /** Returns where row i starts in its {@link #buffer}. */
    @Override
    public int rowOffset(int i) {
        return (i & ((1 << segmentShift) - 1)) * cols;
    }

    /** Returns how many rows, starting at row i, are contiguous in memory. */
    public int contiguousRows(int i) {
        return Math.min(rows - i, (1 << segmentShift) - (i & ((1 << segmentShift) - 1)));
    }

    /** Returns the address of entry (i, j), for BLAS. */
    @Override
    public long address(int i, int j) {
        if (segments == null) throw new IllegalStateException("this matrix has been closed");
        return addresses[i >> segmentShift] + 8L * (rowOffset(i) + j);
    }

    /** Reshapes a scratch matrix within its memory. */
    public DenseMatrix reshape(int newRows, int newCols) {
        rows = newRows;
        cols = newCols;
        return this;
    }

    /**
     * Keeps the first rows and columns in the same memory. Readers use it when they learn the size only while they fill
     * the matrix.
     */
    public DenseMatrix shrink(int newRows, int newCols) {
        Preconditions.require(
                newRows >= 0 && newRows <= rows && newCols >= 0 && newCols <= cols,
                "cannot shrink to %d × %d from %d × %d",
                newRows,
                newCols,
                rows,
                cols);
        for (int i = 0;
                i < newRows && newCols < cols;
                i++) { // moves rows forward; a row is overwritten only after it has moved
            int to = (i & ((1 << segmentShift) - 1)) * newCols;
            buffer(i).put(to, buffer(i).duplicate(), rowOffset(i), newCols);
        }
        rows = newRows;
        cols = newCols;
        return this;
    }

    @Override
    public void close() {
        ByteBuffer[] open = memory;
        memory = null;
        segments = null;
        if (open != null) for (ByteBuffer b : open) OffHeapMemory.free(b);
    }
}
