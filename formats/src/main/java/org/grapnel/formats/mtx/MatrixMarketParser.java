package org.grapnel.formats.mtx;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.CoordinateBuffer;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LineReader;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;

/**
 * Parses a Matrix Market file: the banner, comments, the size, then one entry per line. The announced size is checked
 * against the length of the file before memory is allocated.
 */
public final class MatrixMarketParser {
    /** The most rows or columns; the row starts alone take half a gigabyte. */
    private static final int MAX_SIDE = 1 << 26;

    /** The shortest line of a coordinate file, {@code 1 1}, with its line end. */
    private static final int MIN_COORDINATE_BYTES = 4;

    /** The shortest line of an array file, {@code 0}, with its line end. */
    private static final int MIN_NUMBER_BYTES = 2;

    private final String file;
    private final LineReader lines;
    private final boolean coordinate;
    private final boolean pattern;
    private final boolean symmetric;
    private final int rows;
    private final int cols;
    private final long announced;

    /** Reads up to the size. {@code samples} is the number of rows and columns, if it is known. */
    public MatrixMarketParser(InputFile in, OptionalInt samples) throws IOException {
        file = in.name();
        lines = new LineReader(in);
        if (!lines.next()) throw new DataException("%s: the file is empty; a Matrix Market file is needed", file);
        List<String> banner =
                List.of(lines.text().strip().toLowerCase(Locale.ROOT).split("\\s+"));
        if (banner.size() != 5
                || !banner.get(0).equals("%%matrixmarket")
                || !banner.get(1).equals("matrix"))
            throw lines.error("'%s' is not the banner of a Matrix Market matrix", Excerpt.of(lines.text()));
        coordinate = choose(banner.get(2), "coordinate", "array").equals("coordinate");
        String field = coordinate
                ? choose(banner.get(3), "real", "integer", "pattern")
                : choose(banner.get(3), "real", "integer");
        pattern = field.equals("pattern");
        symmetric = choose(banner.get(4), "general", "symmetric").equals("symmetric");

        if (!nextLine()) throw new DataException("%s: the line with the size is missing", file);
        int numbers = coordinate ? 3 : 2;
        rows = (int) whole(numbers, MAX_SIDE);
        cols = (int) whole(numbers, MAX_SIDE);
        announced = coordinate ? whole(numbers, Long.MAX_VALUE) : numbersOfArray();
        requireEnd(numbers, "the size");
        requireSize(in, samples);
    }

    private String choose(String word, String... allowed) {
        if (List.of(allowed).contains(word)) return word;
        throw lines.error("unsupported '%s'; supported are %s", Excerpt.of(word), String.join(", ", allowed));
    }

    /** The numbers of an array file: all, or the lower triangle of a symmetric matrix. */
    private long numbersOfArray() {
        return symmetric ? (long) rows * (rows + 1L) / 2 : (long) rows * cols;
    }

    private void requireSize(InputFile in, OptionalInt samples) {
        if (samples.isPresent() && (rows != samples.getAsInt() || cols != samples.getAsInt())) {
            String joined = rows == cols ? Integer.toString(rows) : rows + " × " + cols;
            throw lines.error("the graph has %s samples, the data have %d", joined, samples.getAsInt());
        }
        if (symmetric && rows != cols) throw lines.error("%d × %d cannot be symmetric", rows, cols);
        if (announced > (long) rows * cols)
            throw lines.error("%d entries do not fit into %d × %d", announced, rows, cols);
        long most = in.maxContentBytes() / (coordinate ? MIN_COORDINATE_BYTES : MIN_NUMBER_BYTES) + 1;
        if (announced > most)
            throw lines.error("announces %d entries; a file of this length holds at most %d", announced, most);
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    /** Reads all entries, no place twice. Those of a symmetric file are also mirrored. */
    CoordinateBuffer entries() throws IOException {
        return complete(listed());
    }

    /** Reads the matrix, or its transpose, in one pass: sparse from coordinates, dense from an array. */
    public Matrix matrix(boolean transposed) throws IOException {
        InputFile.refuseEmpty(file, rows, cols);
        if (!coordinate) return symmetric ? symmetricArray() : array(transposed);
        CoordinateBuffer listed = listed().requireSides(rows, cols);
        return complete(listed).toMatrix(rows, cols, transposed);
    }

    private CoordinateBuffer listed() throws IOException {
        CoordinateBuffer entries = new CoordinateBuffer(file, 1);
        ArrayPosition place = new ArrayPosition();
        long read = 0;
        for (; nextEntry(read); read++) {
            if (coordinate) {
                coordinate(entries);
            } else {
                // only non-zero numbers are kept
                double value = arrayNumber();
                if (value != 0) entries.add(place.row, place.col, value, lines.number());
                place.next();
            }
        }
        requireAll(read);
        return entries;
    }

    private CoordinateBuffer complete(CoordinateBuffer entries) {
        if (coordinate) entries.requireDistinct(symmetric);
        return symmetric ? entries.mirror(rows) : entries;
    }

    private DenseMatrix array(boolean transposed) throws IOException {
        // the file is stored column by column, so a column of the matrix is a line here
        try (DenseMatrixBuilder M =
                transposed ? DenseMatrixBuilder.forRows(file, rows) : DenseMatrixBuilder.forColumns(file, rows)) {
            double[] column = new double[rows];
            long read = 0;
            for (int j = 0; j < cols; j++) {
                for (int i = 0; i < rows; i++, read++) {
                    if (!nextEntry(read)) requireAll(read); // throws
                    column[i] = arrayNumber();
                }
                M.add(column);
            }
            nextEntry(read);
            return M.build();
        }
    }

    private DenseMatrix symmetricArray() throws IOException {
        DenseMatrix M = DenseMatrix.zeros(rows, rows);
        try {
            ArrayPosition place = new ArrayPosition();
            long read = 0;
            for (; nextEntry(read); read++) {
                double value = arrayNumber();
                M.set(place.row, place.col, value);
                M.set(place.col, place.row, value);
                place.next();
            }
            requireAll(read);
            return M;
        } catch (IOException | RuntimeException | Error e) {
            M.close();
            throw e;
        }
    }

    /** The place of the next number of an array: down the columns, from the diagonal on if the file is symmetric. */
    private final class ArrayPosition {
        private int row;
        private int col;

        void next() {
            if (++row < rows) return;
            col++;
            row = symmetric ? col : 0;
        }
    }

    private void coordinate(CoordinateBuffer entries) {
        int numbers = pattern ? 2 : 3;
        int i = index(numbers, "row", rows);
        int j = index(numbers, "column", cols);
        double value = 1;
        if (!pattern) {
            requireWord(numbers, "an entry");
            value = lines.numberInWord(0);
        }
        requireEnd(numbers, "an entry");
        entries.add(i, j, value, lines.number());
    }

    private double arrayNumber() {
        requireWord(1, "an entry");
        double value = lines.numberInWord(0);
        requireEnd(1, "an entry");
        return value;
    }

    /** Moves to the line of the next entry; throws if more entries come than announced. */
    private boolean nextEntry(long read) throws IOException {
        if (!nextLine()) return false;
        if (read == announced) throw lines.error("more than the announced %d entries", announced);
        return true;
    }

    private void requireAll(long read) {
        if (read < announced)
            throw new DataException("%s: ends after %d of the announced %d entries", file, read, announced);
    }

    /** Moves to the next line that is neither blank nor a comment. */
    private boolean nextLine() throws IOException {
        while (lines.next()) if (!lines.isBlank() && lines.charAt(0) != '%') return true;
        return false;
    }

    private void requireWord(int expected, String what) {
        if (!lines.nextWord()) throw miscounted(expected, what);
    }

    private void requireEnd(int expected, String what) {
        if (lines.nextWord()) throw miscounted(expected, what);
    }

    private DataException miscounted(int expected, String what) {
        return lines.error(
                "%s needs %d numbers, found '%s'",
                what, expected, Excerpt.of(lines.text().strip()));
    }

    private int index(int expected, String what, int sides) {
        requireWord(expected, "an entry");
        long index = lines.integerInWord(lines.wordLength());
        if (index >= 1 && index <= sides) return (int) index - 1;
        throw lines.error("%s %s is not between 1 and %d", what, Excerpt.of(lines.word()), sides);
    }

    private long whole(int expected, long most) {
        requireWord(expected, "the size");
        long number = lines.integerInWord(lines.wordLength());
        if (number >= 0 && number <= most) return number;
        throw lines.error("%s is not a whole number from 0 to %d", Excerpt.of(lines.word()), most);
    }
}
