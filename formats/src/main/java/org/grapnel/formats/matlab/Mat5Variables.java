package org.grapnel.formats.matlab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.formats.input.RowBuffer;
import org.grapnel.formats.input.SeekableFile;
import org.grapnel.formats.input.SparseTriples;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import us.hebi.matlab.mat.format.Mat5Reader;
import us.hebi.matlab.mat.format.Mat5Reader.EntryFilter;
import us.hebi.matlab.mat.format.Mat5Reader.EntryHeader;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Cell;
import us.hebi.matlab.mat.types.Char;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Source;
import us.hebi.matlab.mat.types.Sources;
import us.hebi.matlab.mat.types.Sparse;

/**
 * The variables of a MATLAB 5 file, each compressed by itself. All headers are read first, then the variables that are
 * needed.
 */
final class Mat5Variables implements MatVariables {
    private static final int HEADER_BYTES = 128;
    private static final int MATRIX = 14;
    private static final int DEFLATED = 15;

    private final String file;
    private final SeekableFile content;
    private final List<MatVariable> variables = new ArrayList<>();

    Mat5Variables(String file, SeekableFile content, boolean littleEndian) throws IOException {
        this.file = file;
        this.content = content;
        requireComplete(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        read(file, header -> {
            variables.add(variable(header));
            return false;
        });
    }

    /** Checks that the file is complete. The library takes an end in the middle for the end of the file. */
    private void requireComplete(ByteOrder order) throws IOException {
        long place = HEADER_BYTES;
        for (int element = 1; place < content.bytes(); element++) {
            ByteBuffer tag = content.at(place, 8).order(order);
            if (tag.remaining() < 8) throw new DataException("%s: ends inside the header of element %d", file, element);
            int type = tag.getInt();
            long length = tag.getInt() & 0xFFFFFFFFL;
            if (type != MATRIX && type != DEFLATED)
                throw new DataException("%s: element %d has the type %d; 14 and 15 are allowed", file, element, type);
            place += 8 + length;
            if (place > content.bytes() || length == 0)
                throw new DataException(
                        "%s: element %d announces %d bytes, but the file ends after %d",
                        file, element, length, content.bytes() - place + length);
        }
    }

    private static MatVariable variable(EntryHeader header) {
        List<Long> shape =
                Arrays.stream(header.getDimensions()).mapToObj(Long::valueOf).toList();
        String type =
                header.isLogical() ? "logical" : header.getType().toString().toLowerCase(Locale.ROOT);
        return new MatVariable(
                header.getName(),
                header.isComplex() ? MatVariableKind.OTHER : kind(header.getType()),
                header.isComplex() ? "complex " + type : type,
                shape);
    }

    private static MatVariableKind kind(MatlabType type) {
        return switch (type) {
            case Double, Single, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64 -> MatVariableKind.DENSE;
            case Sparse -> MatVariableKind.SPARSE;
            case Character, Cell -> MatVariableKind.TEXT;
            default -> MatVariableKind.OTHER;
        };
    }

    @Override
    public List<MatVariable> variables() {
        return List.copyOf(variables);
    }

    private MatFile read(String place, EntryFilter filter) {
        return GuardedCall.run(place, () -> {
            Optional<ByteBuffer> mapped = content.mapped();
            // the channel stays open; its owner closes it
            Source source = mapped.isPresent()
                    ? Sources.wrap(mapped.get())
                    : Sources.wrapInputStream(
                            Channels.newInputStream(content.channel().position(0)), 1 << 16);
            Mat5Reader reader = new BoundedMat5Reader(source, place, content.bytes());
            return reader.disableSubsystemProcessing().setEntryFilter(filter).readMat();
        });
    }

    private String place(MatVariable variable) {
        return file + ": variable '" + Excerpt.of(variable.name()) + "'";
    }

    /** Reads the first variable of this name and skips all others. */
    private Array array(MatVariable variable) {
        boolean[] found = {false};
        MatFile read = read(place(variable), header -> {
            boolean first = !found[0] && header.getName().equals(variable.name());
            found[0] |= first;
            return first;
        });
        return GuardedCall.run(place(variable), () -> {
            for (MatFile.Entry entry : read.getEntries())
                if (entry.getName().equals(variable.name())) return entry.getValue();
            throw new DataException("%s: the variable disappeared while the file was read", place(variable));
        });
    }

    @Override
    public Matrix matrix(MatVariable variable, boolean transposed) {
        Array array = array(variable);
        String place = place(variable);
        if (array instanceof Sparse sparse) return GuardedCall.run(place, () -> sparse(sparse, transposed, place));
        if (array instanceof us.hebi.matlab.mat.types.Matrix numbers)
            return GuardedCall.run(place, () -> {
                requireElementCount(numbers, place);
                return dense(numbers, transposed, place);
            });
        throw new DataException("%s: is not a matrix of real numbers", place);
    }

    /** The library compares only the product of the sides in 32 bits with the number of elements. */
    private static void requireElementCount(us.hebi.matlab.mat.types.Matrix numbers, String place) {
        if ((long) numbers.getNumRows() * numbers.getNumCols() != numbers.getNumElements())
            throw new DataException(
                    "%s: announces %d × %d numbers but has %d",
                    place, numbers.getNumRows(), numbers.getNumCols(), numbers.getNumElements());
    }

    /** Copies the numbers, which are stored column by column. */
    private static DenseMatrix dense(us.hebi.matlab.mat.types.Matrix numbers, boolean transposed, String place) {
        int rows = numbers.getNumRows();
        int cols = numbers.getNumCols();
        DenseMatrix M = transposed ? DenseMatrix.zeros(cols, rows) : DenseMatrix.zeros(rows, cols);
        try {
            RowBuffer tile = new RowBuffer(rows);
            for (int j = 0, stored = 0; j < cols; j++) {
                double[] column = tile.nextLine();
                for (int i = 0; i < rows; i++) column[i] = number(numbers, j * rows + i, place);
                if (!tile.isFull() && j + 1 < cols) continue;
                if (transposed) tile.storeRows(M, stored);
                else tile.storeColumns(M, stored);
                stored = j + 1;
            }
            return M;
        } catch (RuntimeException | Error e) {
            M.close();
            throw e;
        }
    }

    private static double number(us.hebi.matlab.mat.types.Matrix numbers, int at, String place) {
        return switch (numbers.getType()) {
            case Int64 -> ExactIntegers.toDouble(numbers.getLong(at), place);
            case UInt64 -> ExactIntegers.unsignedToDouble(numbers.getLong(at), place);
            default -> numbers.getDouble(at);
        };
    }

    private static SparseMatrix sparse(Sparse sparse, boolean transposed, String place) {
        SparseTriples entries = new SparseTriples(sparse.getNumNonZero(), place);
        sparse.forEach((row, column, value, imaginary) -> entries.add(row, column, value));
        return entries.toMatrix(sparse.getNumRows(), sparse.getNumCols(), transposed);
    }

    @Override
    public List<String> labels(MatVariable variable) {
        String place = place(variable);
        return switch (variable.kind()) {
            case TEXT -> {
                Array array = array(variable);
                yield GuardedCall.run(place, () -> words(array, place));
            }
            case DENSE, SPARSE -> numericLabels(variable, place);
            case OTHER -> throw new DataException("%s: is %s; labels must be numbers or words", place, variable.type());
        };
    }

    private static List<String> words(Array array, String place) {
        List<String> words = new ArrayList<>();
        if (array instanceof Char rows) {
            for (int i = 0; i < rows.getNumRows(); i++) words.add(rows.getRow(i).strip());
        } else if (array instanceof Cell cells) {
            for (int i = 0; i < cells.getNumElements(); i++) {
                Array cell = cells.get(i);
                if (cell instanceof Char word && word.getNumRows() <= 1)
                    words.add(word.getNumElements() == 0 ? "" : word.getRow(0).strip());
                else if (cell instanceof us.hebi.matlab.mat.types.Matrix number && number.getNumElements() == 1)
                    words.add(ExactIntegers.format(number.getDouble(0)));
                else throw new DataException("%s: entry %d is neither a word nor a number", place, i + 1);
            }
        } else {
            throw new DataException("%s: labels must be numbers or words", place);
        }
        return ExactIntegers.requireLabels(words, place);
    }
}
