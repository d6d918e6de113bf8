package org.grapnel.formats.input;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;

/**
 * A dense matrix that is read line by line while the number of lines is unknown. It reserves room for the expected
 * number of lines and a few more, which {@link #build} gives back. If there are more lines, further parts are allocated
 * and joined at the end. All memory is outside the heap, in the final orientation.
 *
 * <p>Only one thread at a time may reserve; several threads may store into different ranges.
 */
public final class DenseMatrixBuilder implements AutoCloseable {
    /** The factor by which the room exceeds the expected lines. */
    private static final double SPARE = 1.03;

    /** The lines that are transposed together, so that memory is also read in stretches. */
    private static final int TILE = 8;

    /** The lines that {@link #add} collects before they are stored. */
    private static final int BATCH = 16;

    private static final int MAX_LINES = 1 << 27;

    private final String file;
    private final int length;
    private final boolean transposed;
    private final List<MatrixPart> parts = new ArrayList<>();
    private int lines;
    private double[] batch = new double[0];
    private int batchLines;

    private DenseMatrixBuilder(String file, int length, boolean transposed) {
        this.file = file;
        this.length = length;
        this.transposed = transposed;
    }

    /** Every line becomes a row. */
    public static DenseMatrixBuilder forRows(String file, int length) {
        return new DenseMatrixBuilder(file, length, false);
    }

    /** Every line becomes a column. */
    public static DenseMatrixBuilder forColumns(String file, int length) {
        return new DenseMatrixBuilder(file, length, true);
    }

    private static final class MatrixPart {
        final DenseMatrix M;
        final int room;
        int used;

        MatrixPart(DenseMatrix M, int room) {
            this.M = M;
            this.room = room;
        }
    }

    public int lines() {
        return lines;
    }

    /** Adds a line, for formats that are read by one thread. */
    public void add(double[] line) {
        if (batch.length == 0) batch = new double[Math.multiplyExact(BATCH, length)];
        System.arraycopy(line, 0, batch, batchLines * length, length);
        if (++batchLines == BATCH) storeBatch();
    }

    private void storeBatch() {
        if (batchLines > 0) reserve(batchLines, 2.0 * lines).store(batch);
        batchLines = 0;
    }

    /** A range of reserved lines. */
    public final class LineRange {
        private final DenseMatrix M;
        private final int first;
        private final int count;

        private LineRange(MatrixPart part, int count) {
            M = part.M;
            first = part.used;
            this.count = count;
        }

        /** Stores the lines, which follow one another in the array. */
        public void store(double[] numbers) {
            if (transposed) storeColumns(numbers);
            else
                for (int j = 0; j < count; j++)
                    M.buffer(first + j).put(M.rowOffset(first + j), numbers, j * length, length);
        }

        private void storeColumns(double[] numbers) {
            double[] tile = new double[TILE * count];
            for (int i = 0; i < length; i += TILE) {
                int width = Math.min(TILE, length - i);
                for (int j = 0; j < count; j++)
                    for (int q = 0; q < width; q++) tile[q * count + j] = numbers[j * length + i + q];
                for (int q = 0; q < width; q++) M.buffer(i + q).put(M.rowOffset(i + q) + first, tile, q * count, count);
            }
        }
    }

    /**
     * Reserves room for the next lines.
     *
     * @param expected an estimate of the number of all lines, those not yet read included
     */
    public LineRange reserve(int count, double expected) {
        MatrixPart part = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (part == null || part.room - part.used < count) part = addPart(count, expected);
        LineRange place = new LineRange(part, count);
        part.used += count;
        lines += count;
        return place;
    }

    private MatrixPart addPart(int count, double expected) {
        if (count > MAX_LINES - lines) throw new DataException("%s: the file has more than %d rows", file, MAX_LINES);
        double more = Math.ceil(SPARE * Math.max(0, expected - lines - count));
        int room = (int) Math.min(MAX_LINES - lines, count + more);
        MatrixPart part =
                new MatrixPart(transposed ? DenseMatrix.zeros(length, room) : DenseMatrix.zeros(room, length), room);
        parts.add(part);
        return part;
    }

    /** Returns the whole matrix, which then belongs to the caller. */
    public DenseMatrix build() {
        storeBatch();
        if (parts.size() == 1) {
            DenseMatrix M = parts.remove(0).M;
            return transposed ? M.shrink(length, lines) : M.shrink(lines, length);
        }
        DenseMatrix M = transposed ? DenseMatrix.zeros(length, lines) : DenseMatrix.zeros(lines, length);
        int line = 0;
        for (MatrixPart part : parts) {
            if (transposed) appendColumns(part, M, line);
            else for (int i = 0; i < part.used; i++) M.copyRow(line + i, part.M, i);
            line += part.used;
            part.M.close();
        }
        parts.clear();
        return M;
    }

    private static void appendColumns(MatrixPart part, DenseMatrix M, int first) {
        for (int i = 0; i < M.rows(); i++)
            M.buffer(i).put(M.rowOffset(i) + first, part.M.buffer(i), part.M.rowOffset(i), part.used);
    }

    @Override
    public void close() {
        for (MatrixPart part : parts) part.M.close();
        parts.clear();
    }
}
