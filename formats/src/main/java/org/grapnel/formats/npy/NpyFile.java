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
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/** NumPy's array files: read in every order and version, written as doubles in rows, as {@code numpy.save} does. */
public final class NpyFile {
    private NpyFile() {}

    /** The matrix as it is stored: row i of the file is row i here. */
    public static DenseMatrix read(Path file) {
        return InputFile.read(file, in -> read(in, false));
    }

    /** The matrix, or its transpose if {@code turned}, which costs no second copy either way. */
    public static DenseMatrix read(InputFile in, boolean turned) throws IOException {
        return read(in.name(), in.content(), NpyMatrixHeader.read(in), turned);
    }

    /** The numbers that follow a head which is known to fit; {@code name} is how messages call the array. */
    static DenseMatrix read(String name, InputStream content, NpyMatrixHeader header, boolean turned)
            throws IOException {
        DenseMatrix M = turned
                ? DenseMatrix.zeros(header.cols(), header.rows())
                : DenseMatrix.zeros(header.rows(), header.cols());
        try {
            fill(M, header, header.fortran() == turned, name, content);
            return M;
        } catch (IOException | RuntimeException | Error e) {
            M.close();
            throw e;
        }
    }

    private static void fill(
            DenseMatrix M, NpyMatrixHeader header, boolean linesAreRows, String name, InputStream content)
            throws IOException {
        // where there is no line, its length is whatever the head says: nothing in the file bounds it
        int length = header.lines() == 0 ? 0 : header.lineLength();
        byte[] bytes = new byte[length * header.type().bytes()];
        ByteBuffer line = ByteBuffer.wrap(bytes).order(header.order());
        RowBuffer tile = new RowBuffer(length);
        int stored = 0;
        for (int read = 0; read < header.lines(); read++) {
            if (content.readNBytes(bytes, 0, bytes.length) < bytes.length)
                throw new DataException(
                        "%s: ends early: of %d × %d numbers, %d of %d lines are there",
                        name, header.rows(), header.cols(), read, header.lines());
            decode(line, header, tile.nextLine(), name);
            if (!tile.isFull() && read + 1 < header.lines()) continue;
            if (linesAreRows) tile.storeRows(M, stored);
            else tile.storeColumns(M, stored);
            stored = read + 1;
        }
        if (content.read() >= 0)
            throw new DataException(
                    "%s: goes on after the %d × %d numbers that its shape announces",
                    name, header.rows(), header.cols());
    }

    private static void decode(ByteBuffer line, NpyMatrixHeader header, double[] into, String file) {
        NumberType type = header.type();
        try {
            for (int i = 0, at = 0; i < into.length; i++, at += type.bytes()) into[i] = type.decode(line, at);
        } catch (DataException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        }
    }

    /** Some rows of a matrix that stands in the file row after row, in ascending order, without reading the others. */
    public static DenseMatrix readRows(Path file, List<Integer> rows) {
        return InputFile.read(file, in -> {
            NpyMatrixHeader header = NpyMatrixHeader.read(in);
            if (header.fortran()) throw new DataException("%s: its numbers stand column after column", in.name());
            InputFile.refuseEmpty(in.name(), header.rows(), header.cols());
            DenseMatrix M = DenseMatrix.zeros(rows.size(), header.cols());
            try {
                double[] row = new double[header.cols()];
                byte[] bytes = new byte[header.lineLength() * header.type().bytes()];
                ByteBuffer line = ByteBuffer.wrap(bytes).order(header.order());
                int at = 0;
                for (int i = 0; i < rows.size(); i++) {
                    int wanted = rows.get(i);
                    Preconditions.require(wanted >= at, "row %d comes after row %d", wanted, at - 1);
                    if (wanted >= header.rows())
                        throw new DataException("%s: has %d rows, and none is %d", in.name(), header.rows(), wanted);
                    in.content().skipNBytes((long) (wanted - at) * bytes.length);
                    if (in.content().readNBytes(bytes, 0, bytes.length) < bytes.length)
                        throw new DataException("%s: ends early, in row %d", in.name(), wanted);
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

    /** The numbers of an array, whatever its shape, as they follow one another. */
    public static double[] readVector(Path file) {
        return InputFile.read(file, in -> {
            long most = Math.min(in.maxContentBytes(), NpyMatrixHeader.MOST_SIDE);
            return new NpyVectorReader(in.name(), in.content(), most).numbers();
        });
    }

    /** An array of one dimension. */
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

    /** Writes Mᵀ without making it: Ht, which is n × r, becomes H in the file. */
    public static void writeTransposed(Path file, Matrix M) throws IOException {
        writeTransposed(file, M, IntStream.range(0, M.rows()).toArray());
    }

    /** Writes the transpose of some rows of M, in the order given: for X, samples × features, the orientation of data. */
    public static void writeTransposed(Path file, Matrix M, int[] rows) throws IOException {
        for (int row : rows)
            Preconditions.require(row >= 0 && row < M.rows(), "row %d is not between 0 and %d", row, M.rows() - 1);
        try (OutputStream out = OutputFile.open(file)) {
            write(out, M.cols(), rows.length, (j, line) -> {
                for (int i = 0; i < line.length; i++) line[i] = M.get(rows[i], j);
            });
        }
    }

    /** Writes a matrix whose rows come one after another and are never all in memory. */
    public static void writeRows(Path file, int rows, int cols, Iterator<double[]> lines) throws IOException {
        writeLines(file, NpyMatrixHeader.ofDoubles(rows, cols), rows, cols, lines);
    }

    /** The same for columns: they stand in the file as they come, in Fortran's order. */
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
                        line.length == length, "line %d has %d of %d numbers", written, line.length, length);
                bytes.asDoubleBuffer().put(line);
                out.write(bytes.array());
            }
            Preconditions.require(written == count, "%d lines were announced, %d came", count, written);
        }
    }

    /** Makes row i of a matrix that is not in memory. */
    public interface RowSource {
        void row(int i, double[] into);
    }

    /** Writes a matrix row by row as it is made, and leaves the stream open. */
    public static void write(OutputStream out, int rows, int cols, RowSource source) throws IOException {
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
