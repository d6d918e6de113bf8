package org.grapnel.formats.input;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;

/**
 * A matrix that is read line by line before anybody knows how many lines there are. It takes room for as many as are
 * expected and a few more, which {@link #build} gives up in place; only if there are more than that, a second part is
 * begun, and all parts are joined at the end. Everything lies outside the heap, in the final orientation.
 *
 * <p>Places are given by one thread at a time; storing into different places may be done by many.
 */
public final class DenseMatrixBuilder implements AutoCloseable {
    /** So much more than expected. */
    private static final double SPARE = 1.03;

    /** Lines that are turned together, so that memory is read in stretches too. */
    private static final int TOGETHER = 8;

    private static final int WAITING = 16;

    private static final int MOST_LINES = 1 << 27;

    private final String file;
    private final int length;
    private final boolean turned;
    private final List<MatrixPart> parts = new ArrayList<>();
    private int lines;
    private double[] waiting = new double[0];
    private int waitingLines;

    private DenseMatrixBuilder(String file, int length, boolean turned) {
        this.file = file;
        this.length = length;
        this.turned = turned;
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

    /** One more line, for formats that are read by one thread; some wait, so that they are stored together. */
    public void add(double[] line) {
        if (waiting.length == 0) waiting = new double[Math.multiplyExact(WAITING, length)];
        System.arraycopy(line, 0, waiting, waitingLines * length, length);
        if (++waitingLines == WAITING) storeWaiting();
    }

    private void storeWaiting() {
        if (waitingLines > 0) reserve(waitingLines, 2.0 * lines).store(waiting);
        waitingLines = 0;
    }

    /** Where some lines go. */
    public final class LineRange {
        private final DenseMatrix M;
        private final int first;
        private final int count;

        private LineRange(MatrixPart part, int count) {
            M = part.M;
            first = part.used;
            this.count = count;
        }

        /** Stores the lines, which stand one after the other. */
        public void store(double[] numbers) {
            if (turned) storeColumns(numbers);
            else
                for (int j = 0; j < count; j++)
                    M.buffer(first + j).put(M.rowOffset(first + j), numbers, j * length, length);
        }

        private void storeColumns(double[] numbers) {
            double[] together = new double[TOGETHER * count];
            for (int i = 0; i < length; i += TOGETHER) {
                int width = Math.min(TOGETHER, length - i);
                for (int j = 0; j < count; j++)
                    for (int q = 0; q < width; q++) together[q * count + j] = numbers[j * length + i + q];
                for (int q = 0; q < width; q++)
                    M.buffer(i + q).put(M.rowOffset(i + q) + first, together, q * count, count);
            }
        }
    }

    /**
     * Room for the next lines.
     *
     * @param expected how many lines there will be in all, these and what is not read yet among them: a guess
     */
    public LineRange reserve(int count, double expected) {
        MatrixPart part = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (part == null || part.room - part.used < count) part = begin(count, expected);
        LineRange place = new LineRange(part, count);
        part.used += count;
        lines += count;
        return place;
    }

    private MatrixPart begin(int count, double expected) {
        if (count > MOST_LINES - lines) throw new DataException("%s: has more than %d rows", file, MOST_LINES);
        double more = Math.ceil(SPARE * Math.max(0, expected - lines - count));
        int room = (int) Math.min(MOST_LINES - lines, count + more);
        MatrixPart part =
                new MatrixPart(turned ? DenseMatrix.zeros(length, room) : DenseMatrix.zeros(room, length), room);
        parts.add(part);
        return part;
    }

    /** The whole matrix, which now belongs to the caller; there is nothing left here. */
    public DenseMatrix build() {
        storeWaiting();
        if (parts.size() == 1) {
            DenseMatrix M = parts.remove(0).M;
            return turned ? M.shrink(length, lines) : M.shrink(lines, length);
        }
        DenseMatrix M = turned ? DenseMatrix.zeros(length, lines) : DenseMatrix.zeros(lines, length);
        int line = 0;
        for (MatrixPart part : parts) {
            if (turned) appendColumns(part, M, line);
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
