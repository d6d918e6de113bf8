package org.grapnel.io;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.StringTokenizer;
import org.grapnel.data.DataException;

/**
 * The text of a Matrix Market file: the banner, comments, the size, then an entry a line. Sizes are held against what a
 * file of this length can hold before anything is allocated.
 */
final class MatrixMarketText {
    /** The most rows or columns: their starts alone take half a gigabyte. */
    private static final int MOST_SIDE = 1 << 26;

    /** The shortest lines there are: {@code 1 1} in coordinates, {@code 0} in an array, each with its end. */
    private static final int SHORTEST_COORDINATE = 4;

    private static final int SHORTEST_NUMBER = 2;

    private final String file;
    private final Lines lines;
    private final boolean coordinate;
    private final boolean pattern;
    private final boolean symmetric;
    private final int rows;
    private final int cols;
    private final long announced;

    /** Reads up to the size; {@code samples} is how many rows and columns it must have, if that is known. */
    MatrixMarketText(InputFile in, OptionalInt samples) throws IOException {
        file = in.name();
        lines = new Lines(in);
        if (!lines.next()) throw new DataException("%s: is empty, a Matrix Market file is needed", file);
        List<String> banner =
                List.of(lines.text().strip().toLowerCase(Locale.ROOT).split("\\s+"));
        if (banner.size() != 5
                || !banner.get(0).equals("%%matrixmarket")
                || !banner.get(1).equals("matrix"))
            throw lines.fault("'%s' is not the banner of a Matrix Market matrix", CsvCells.excerpt(lines.text()));
        coordinate = choose(banner.get(2), "coordinate", "array").equals("coordinate");
        String field = coordinate
                ? choose(banner.get(3), "real", "integer", "pattern")
                : choose(banner.get(3), "real", "integer");
        pattern = field.equals("pattern");
        String symmetry = coordinate ? choose(banner.get(4), "general", "symmetric") : choose(banner.get(4), "general");
        symmetric = symmetry.equals("symmetric");

        if (!nextLine()) throw new DataException("%s: has no line with its size", file);
        StringTokenizer size = tokens(coordinate ? 3 : 2, "the size");
        rows = side(size.nextToken());
        cols = side(size.nextToken());
        announced = coordinate ? whole(size.nextToken(), Long.MAX_VALUE) : (long) rows * cols;
        holdAgainst(in, samples);
    }

    private String choose(String word, String... allowed) {
        if (List.of(allowed).contains(word)) return word;
        throw lines.fault("'%s' is not read, allowed are %s", word, String.join(", ", allowed));
    }

    private int side(String token) {
        return (int) whole(token, MOST_SIDE);
    }

    private void holdAgainst(InputFile in, OptionalInt samples) {
        if (samples.isPresent() && (rows != samples.getAsInt() || cols != samples.getAsInt())) {
            String joined = rows == cols ? Integer.toString(rows) : rows + " × " + cols;
            throw lines.fault("the graph joins %s samples, the data have %d", joined, samples.getAsInt());
        }
        if (symmetric && rows != cols) throw lines.fault("%d × %d cannot be symmetric", rows, cols);
        if (announced > (long) rows * cols)
            throw lines.fault("%d entries do not fit into %d × %d", announced, rows, cols);
        long most = in.mostBytes() / (coordinate ? SHORTEST_COORDINATE : SHORTEST_NUMBER) + 1;
        if (announced > most)
            throw lines.fault("%d entries are announced, a file of this length holds at most %d", announced, most);
    }

    int rows() {
        return rows;
    }

    int cols() {
        return cols;
    }

    /** The entries, all of them and no place twice; those of a symmetric file also the other way round. */
    Entries entries() throws IOException {
        Entries entries = new Entries(file, 1);
        long read = 0;
        for (; nextLine(); read++) {
            if (read == announced) throw lines.fault("more than the %d entries that are announced", announced);
            if (coordinate) coordinate(entries);
            else array(entries, read);
        }
        if (read < announced)
            throw new DataException("%s: ends after %d of the %d entries that are announced", file, read, announced);
        if (!coordinate) return entries;
        entries.requireDistinct(symmetric);
        return symmetric ? entries.mirrored(rows) : entries;
    }

    private void coordinate(Entries entries) {
        StringTokenizer entry = tokens(pattern ? 2 : 3, "an entry");
        int i = index(entry.nextToken(), "row", rows);
        int j = index(entry.nextToken(), "column", cols);
        entries.add(i, j, pattern ? 1 : number(entry.nextToken()), lines.number());
    }

    /** An array lists all numbers, column after column; only those that are not zero are kept. */
    private void array(Entries entries, long position) {
        double value = number(tokens(1, "an entry").nextToken());
        if (value != 0) entries.add((int) (position % rows), (int) (position / rows), value, lines.number());
    }

    /** Goes to the next line that is neither empty nor a comment. */
    private boolean nextLine() throws IOException {
        while (lines.next()) if (!lines.text().isBlank() && !lines.text().startsWith("%")) return true;
        return false;
    }

    private StringTokenizer tokens(int expected, String what) {
        StringTokenizer tokens = new StringTokenizer(lines.text());
        if (tokens.countTokens() == expected) return tokens;
        throw lines.fault(
                "%s has %d numbers, not '%s'",
                what, expected, CsvCells.excerpt(lines.text().strip()));
    }

    private int index(String token, String what, int sides) {
        try {
            long index = Long.parseLong(token);
            if (index >= 1 && index <= sides) return (int) index - 1;
        } catch (NumberFormatException e) {
            // told below, as any other index that is none
        }
        throw lines.fault("%s %s is not between 1 and %d", what, CsvCells.excerpt(token), sides);
    }

    private long whole(String token, long most) {
        try {
            long number = Long.parseLong(token);
            if (number >= 0 && number <= most) return number;
        } catch (NumberFormatException e) {
            // told below, as any other number that is too large
        }
        throw lines.fault("%s is not a whole number between 0 and %d", CsvCells.excerpt(token), most);
    }

    private double number(String token) {
        try {
            return Numbers.parse(token);
        } catch (NumberFormatException e) {
            throw lines.fault("'%s' is not a number", CsvCells.excerpt(token));
        }
    }
}
