package org.grapnel.formats.npy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NumberType;
import org.grapnel.formats.input.RowBuffer;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.formats.output.RowSupplier;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * Reads and writes NumPy's {@code .npy} files. All orders and versions are read; doubles are written row by row, as
 * {@code numpy.save} does.
 */
public final class NpyFile {
    private NpyFile() {}

    /** Reads the matrix as it is stored: row i of the file is row i of the result. */
    public static DenseMatrix read(Path file) {
        return InputFile.read(file, in -> read(in, false));
    }

    /** Reads the matrix or its transpose; neither costs a second copy. */
    public static DenseMatrix read(InputFile in, boolean transposed) throws IOException {
        return read(in.name(), in.content(), NpyMatrixHeader.read(in), transposed);
    }

    /** Reads the numbers after a header that was checked; {@code name} is for messages. */
    static DenseMatrix read(String name, InputStream content, NpyMatrixHeader header, boolean transposed)
            throws IOException {
        DenseMatrix M = transposed
                ? DenseMatrix.zeros(header.cols(), header.rows())
                : DenseMatrix.zeros(header.rows(), header.cols());
        try {
            fill(M, header, header.fortran() == transposed, name, content);
            return M;
        } catch (IOException | RuntimeException | Error e) {
            M.close();
            throw e;
        }
    }

    private static void fill(
            DenseMatrix M, NpyMatrixHeader header, boolean linesAreRows, String name, InputStream content)
            throws IOException {
        // without lines, nothing in the file bounds the length that the header announces
        int length = header.lines() == 0 ? 0 : header.lineLength();
        byte[] bytes = new byte[length * header.type().bytes()];
        ByteBuffer line = ByteBuffer.wrap(bytes).order(header.order());
        RowBuffer tile = new RowBuffer(length);
        int stored = 0;
        for (int read = 0; read < header.lines(); read++) {
            if (content.readNBytes(bytes, 0, bytes.length) < bytes.length)
                throw new DataException(
                        "%s: ends too early: of %d × %d numbers, %d of %d lines are present",
                        name, header.rows(), header.cols(), read, header.lines());
            decode(line, header, tile.nextLine(), name);
            if (!tile.isFull() && read + 1 < header.lines()) continue;
            if (linesAreRows) tile.storeRows(M, stored);
            else tile.storeColumns(M, stored);
            stored = read + 1;
        }
        if (content.read() >= 0)
            throw new DataException(
                    "%s: has more than the %d × %d numbers of its shape", name, header.rows(), header.cols());
    }

    private static DenseMatrix selectRows(Path file, String name, List<Integer> rows) {
        try (DenseMatrix M = read(file)) {
            for (int wanted : rows)
                if (wanted >= M.rows())
                    throw new DataException("%s: has %d rows, there is no row %d", name, M.rows(), wanted);
            return M.selectRows(rows.stream().mapToInt(i -> i).toArray());
        }
    }

    private static void decode(ByteBuffer line, NpyMatrixHeader header, double[] into, String file) {
        NumberType type = header.type();
        try {
            for (int i = 0, at = 0; i < into.length; i++, at += type.bytes()) into[i] = type.decode(line, at);
        } catch (DataException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        }
    }

    /** Reads some rows, in ascending order, and skips the others; a matrix that is stored column by column is read whole. */
    public static DenseMatrix readRows(Path file, List<Integer> rows) {
        return InputFile.read(file, in -> {
            NpyMatrixHeader header = NpyMatrixHeader.read(in);
            InputFile.refuseEmpty(in.name(), header.rows(), header.cols());
            if (header.fortran()) return selectRows(file, in.name(), rows);
            DenseMatrix M = DenseMatrix.zeros(rows.size(), header.cols());
            try {
                double[] row = new double[header.cols()];
                byte[] bytes = new byte[header.lineLength() * header.type().bytes()];
                ByteBuffer line = ByteBuffer.wrap(bytes).order(header.order());
                int at = 0;
                for (int i = 0; i < rows.size(); i++) {
                    int wanted = rows.get(i);
                    Preconditions.require(wanted >= at, "row %d must come after row %d", wanted, at - 1);
                    if (wanted >= header.rows())
                        throw new DataException(
                                "%s: has %d rows, there is no row %d", in.name(), header.rows(), wanted);
                    in.content().skipNBytes((long) (wanted - at) * bytes.length);
                    if (in.content().readNBytes(bytes, 0, bytes.length) < bytes.length)
                        throw new DataException("%s: ends too early, in row %d", in.name(), wanted);
                    decode(line, header, row, in.name());
                    M.setRow(i, row);
                    at = wanted + 1;
                }
                return M;
            } catch (IOException | RuntimeException | Error e) {
                M.close();
                throw e;
            }
        });
    }

    /** Reads the numbers of an array of any shape in the order of the file. */
    public static double[] readVector(Path file) {
        return InputFile.read(file, in -> {
            long most = Math.min(in.maxContentBytes(), NpyMatrixHeader.MAX_SIDE);
            return new NpyVectorReader(in.name(), in.content(), most).numbers();
        });
    }

    /** Writes an array of one dimension. */
    public static void writeVector(Path file, double[] values) throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            out.write(NpyMatrixHeader.ofDoubles(values.length + ","));
            ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            bytes.asDoubleBuffer().put(values);
            out.write(bytes.array());
        }
    }

    public static void write(Path file, DenseMatrix M) throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            write(out, M);
        }
    }

    /** Writes the matrix and leaves the stream open. */
    public static void write(OutputStream out, DenseMatrix M) throws IOException {
        write(out, M.rows(), M.cols(), M::row);
    }

    /** Writes Mᵀ without computing it: Ht, which is n × r, becomes H in the file. */
    public static void writeTransposed(Path file, Matrix M) throws IOException {
        writeTransposed(file, M, IntStream.range(0, M.rows()).toArray());
    }

    /** Writes the transpose of some rows of M in the given order. For X that is samples × features. */
    public static void writeTransposed(Path file, Matrix M, int[] rows) throws IOException {
        for (int row : rows)
            Preconditions.require(row >= 0 && row < M.rows(), "row %d is not between 0 and %d", row, M.rows() - 1);
        try (OutputStream out = OutputFile.open(file)) {
            write(out, M.cols(), rows.length, (j, line) -> {
                for (int i = 0; i < line.length; i++) line[i] = M.get(rows[i], j);
            });
        }
    }

    /** Returns the bytes before the numbers of a matrix that is stored row by row. Numbers are little-endian doubles. */
    public static byte[] headerOfRows(int rows, int cols) {
        return NpyMatrixHeader.ofDoubles(rows, cols);
    }

    /** Returns the bytes before the numbers of a matrix that is stored column by column. */
    public static byte[] headerOfColumns(int rows, int cols) {
        return NpyMatrixHeader.ofColumns(rows, cols);
    }

    /** Writes a matrix whose rows arrive one by one and are never all in memory. */
    public static void writeRows(Path file, int rows, int cols, Iterator<double[]> lines) throws IOException {
        writeLines(file, NpyMatrixHeader.ofDoubles(rows, cols), rows, cols, lines);
    }

    /** Writes a matrix whose columns arrive one by one. They are stored in that order (Fortran order). */
    public static void writeColumns(Path file, int rows, int cols, Iterator<double[]> lines) throws IOException {
        writeLines(file, NpyMatrixHeader.ofColumns(rows, cols), cols, rows, lines);
    }

    private static void writeLines(Path file, byte[] header, int count, int length, Iterator<double[]> lines)
            throws IOException {
        try (OutputStream out = OutputFile.open(file)) {
            out.write(header);
            ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(length, Double.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            int written = 0;
            for (; lines.hasNext(); written++) {
                double[] line = lines.next();
                Preconditions.require(
                        line.length == length, "line %d has %d numbers, expected %d", written, line.length, length);
                bytes.asDoubleBuffer().put(line);
                out.write(bytes.array());
            }
            Preconditions.require(written == count, "expected %d lines, got %d", count, written);
        }
    }

    /** Writes a matrix row by row as it is computed, and leaves the stream open. */
    public static void write(OutputStream out, int rows, int cols, RowSupplier source) throws IOException {
        out.write(NpyMatrixHeader.ofDoubles(rows, cols));
        double[] row = new double[cols];
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.multiplyExact(cols, Double.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < rows; i++) {
            source.row(i, row);
            bytes.asDoubleBuffer().put(row);
            out.write(bytes.array());
        }
        out.flush();
    }
}
