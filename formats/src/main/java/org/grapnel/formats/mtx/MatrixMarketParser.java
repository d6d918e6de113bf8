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
 * The text of a Matrix Market file: the banner, comments, the size, then an entry a line. Sizes are held against what a
 * file of this length can hold before anything is allocated.
 */
public final class MatrixMarketParser {
    /** The most rows or columns: their starts alone take half a gigabyte. */
    private static final int MOST_SIDE = 1 << 26;

    /** The shortest lines there are: {@code 1 1} in coordinates, {@code 0} in an array, each with its end. */
    private static final int SHORTEST_COORDINATE = 4;

    private static final int SHORTEST_NUMBER = 2;

    private final String file;
    private final LineReader lines;
    private final boolean coordinate;
    private final boolean pattern;
    private final boolean symmetric;
    private final int rows;
    private final int cols;
    private final long announced;

    /** Reads up to the size; {@code samples} is how many rows and columns it must have, if that is known. */
    public MatrixMarketParser(InputFile in, OptionalInt samples) throws IOException {
        file = in.name();
        lines = new LineReader(in);
        if (!lines.next()) throw new DataException("%s: is empty, a Matrix Market file is needed", file);
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

        if (!nextLine()) throw new DataException("%s: has no line with its size", file);
        int numbers = coordinate ? 3 : 2;
        rows = (int) whole(numbers, MOST_SIDE);
        cols = (int) whole(numbers, MOST_SIDE);
        announced = coordinate ? whole(numbers, Long.MAX_VALUE) : numbersOfArray();
        requireEnd(numbers, "the size");
        holdAgainst(in, samples);
    }

    private String choose(String word, String... allowed) {
        if (List.of(allowed).contains(word)) return word;
        throw lines.error("'%s' is not read, allowed are %s", Excerpt.of(word), String.join(", ", allowed));
    }

    /** All of them, or the lower triangle if the upper one is its mirror. */
    private long numbersOfArray() {
        return symmetric ? (long) rows * (rows + 1L) / 2 : (long) rows * cols;
    }

    private void holdAgainst(InputFile in, OptionalInt samples) {
        if (samples.isPresent() && (rows != samples.getAsInt() || cols != samples.getAsInt())) {
            String joined = rows == cols ? Integer.toString(rows) : rows + " × " + cols;
            throw lines.error("the graph joins %s samples, the data have %d", joined, samples.getAsInt());
        }
        if (symmetric && rows != cols) throw lines.error("%d × %d cannot be symmetric", rows, cols);
        if (announced > (long) rows * cols)
            throw lines.error("%d entries do not fit into %d × %d", announced, rows, cols);
        long most = in.maxContentBytes() / (coordinate ? SHORTEST_COORDINATE : SHORTEST_NUMBER) + 1;
        if (announced > most)
            throw lines.error("%d entries are announced, a file of this length holds at most %d", announced, most);
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    /** The entries, all of them and no place twice; those of a symmetric file also the other way round. */
    CoordinateBuffer entries() throws IOException {
        return completed(listed());
    }

    /**
     * The matrix, or its transpose if {@code turned}: sparse from coordinates, dense from an array. One pass over the
     * file either way.
     */
    public Matrix matrix(boolean turned) throws IOException {
        InputFile.refuseEmpty(file, rows, cols);
        if (!coordinate) return symmetric ? symmetricArray() : array(turned);
        CoordinateBuffer listed = listed().requireSides(rows, cols);
        return completed(listed).toMatrix(rows, cols, turned);
    }

    private CoordinateBuffer listed() throws IOException {
        CoordinateBuffer entries = new CoordinateBuffer(file, 1);
        ArrayPosition place = new ArrayPosition();
        long read = 0;
        for (; nextEntry(read); read++) {
            if (coordinate) {
                coordinate(entries);
            } else {
                // only those that are not zero are kept
                double value = arrayNumber();
                if (value != 0) entries.add(place.row, place.col, value, lines.number());
                place.next();
            }
        }
        requireAll(read);
        return entries;
    }

    private CoordinateBuffer completed(CoordinateBuffer entries) {
        if (coordinate) entries.requireDistinct(symmetric);
        return symmetric ? entries.mirror(rows) : entries;
    }

    private DenseMatrix array(boolean turned) throws IOException {
        // the file goes down its columns, so that a column of it is a line here
        try (DenseMatrixBuilder M =
                turned ? DenseMatrixBuilder.forRows(file, rows) : DenseMatrixBuilder.forColumns(file, rows)) {
            double[] column = new double[rows];
            long read = 0;
            for (int j = 0; j < cols; j++) {
                for (int i = 0; i < rows; i++, read++) {
                    if (!nextEntry(read)) requireAll(read); // which it cannot be
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

    /** Where the next number of an array belongs: down the columns, from the diagonal on if the file is symmetric. */
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

    /** Goes to the line of the next entry, which must be one of those that are announced. */
    private boolean nextEntry(long read) throws IOException {
        if (!nextLine()) return false;
        if (read == announced) throw lines.error("more than the %d entries that are announced", announced);
        return true;
    }

    private void requireAll(long read) {
        if (read < announced)
            throw new DataException("%s: ends after %d of the %d entries that are announced", file, read, announced);
    }

    /** Goes to the next line that is neither empty nor a comment, before its first word. */
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
                "%s has %d numbers, not '%s'",
                what, expected, Excerpt.of(lines.text().strip()));
    }

    private int index(int expected, String what, int sides) {
        requireWord(expected, "an entry");
        long index = lines.wholeInWord(lines.wordLength());
        if (index >= 1 && index <= sides) return (int) index - 1;
        throw lines.error("%s %s is not between 1 and %d", what, Excerpt.of(lines.word()), sides);
    }

    private long whole(int expected, long most) {
        requireWord(expected, "the size");
        long number = lines.wholeInWord(lines.wordLength());
        if (number >= 0 && number <= most) return number;
        throw lines.error("%s is not a whole number between 0 and %d", Excerpt.of(lines.word()), most);
    }
}
