package org.grapnel.formats.csv;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.NumberParser;

/**
 * The lines before a table: comments, which begin with {@code #}, a line {@code sep=;} as Excel writes it, and titles.
 * A title is a row with a single cell of text above a header of several names. The last comment is the header if it has
 * as many cells as the first row, and that row holds numbers, as in {@code #chrom start end}.
 *
 * @param start the place of the first row of the table
 * @param line the line of that row, from 0
 * @param comments the comments above it
 * @param titles the titles above it
 * @param header the header, if a comment is the header
 */
record CsvPreamble(int start, int line, int comments, int titles, Optional<List<String>> header) {
    private static final int MAX_TITLES = 10;

    /** Tells whether {@code #} begins a comment: not if most rows begin with it, as with samples called #1, #2, … */
    static boolean hasComments(byte[] text) {
        int rows = 0;
        int hashes = 0;
        int leading = 0;
        for (int i = 0; i < text.length; i = nextLine(text, i)) {
            if (text[i] == '#') hashes++;
            else if (text[i] != '\n' && text[i] != '\r') rows++;
            if (rows == 0) leading = hashes;
        }
        return hashes > 0 && rows > 0 && hashes - leading <= rows;
    }

    private static int nextLine(byte[] text, int from) {
        int i = from;
        while (i < text.length && text[i] != '\n' && text[i] != '\r') i++;
        return i + 1;
    }

    /** The delimiter that a first line {@code sep=;} announces. */
    static Optional<Character> announcedDelimiter(byte[] text) {
        boolean announced = text.length > 5
                && text[0] == 's'
                && text[1] == 'e'
                && text[2] == 'p'
                && text[3] == '='
                && (text[5] == '\n' || text[5] == '\r');
        return announced ? Optional.of((char) text[4]) : Optional.empty();
    }

    /** Finds the table in a block that holds its first rows. */
    static CsvPreamble find(String file, CsvCellScanner cells, boolean comments, boolean announced, boolean detect) {
        if (announced) cells.skipLine();
        int found = 0;
        int last = -1;
        int lastLine = 0;
        while (cells.nextRow() && comments && cells.isComment()) {
            found++;
            last = cells.at;
            lastLine = cells.line;
            cells.skipLine();
        }
        CsvPreamble plain = new CsvPreamble(cells.at, cells.line, found, 0, Optional.empty());
        if (!detect || !cells.nextRow()) return plain;
        if (last >= 0) {
            Optional<List<String>> header = commentedHeader(file, cells, last, lastLine, plain);
            if (header.isPresent()) return new CsvPreamble(plain.start, plain.line, found - 1, 0, header);
        }
        return plain.skipTitles(file, cells);
    }

    private static Optional<List<String>> commentedHeader(
            String file, CsvCellScanner cells, int last, int lastLine, CsvPreamble plain) {
        List<String> first = cells.readRow(file, 0);
        cells.moveTo(last, lastLine);
        while (cells.bytes[cells.at] == '#' || cells.bytes[cells.at] == ' ') cells.at++;
        Optional<List<String>> header = Optional.empty();
        if (!cells.isLineEnd(cells.at)) {
            List<String> names = namesIn(file, cells, lastLine);
            boolean isHeader = names.size() > 1
                    && names.size() == first.size()
                    && names.stream().noneMatch(NumberParser::isNumber)
                    && first.stream().anyMatch(NumberParser::isNumber);
            if (isHeader) header = Optional.of(names);
        }
        cells.moveTo(plain.start, plain.line);
        return header;
    }

    /** The cells of a comment; none if it is a sentence that cannot be cells, such as {@code # "Smith" et al.} */
    private static List<String> namesIn(String file, CsvCellScanner cells, int line) {
        try {
            List<String> names = cells.readRow(file, 0);
            return cells.line == line + 1 ? names : List.of();
        } catch (DataException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** Moves below the titles; stays where it is unless a header of names follows them. */
    private CsvPreamble skipTitles(String file, CsvCellScanner cells) {
        cells.moveTo(start, line);
        int above = 0;
        int left = 0; // the empty columns left of the titles, which the header must have too
        while (above <= MAX_TITLES && cells.nextRow()) {
            int at = cells.at;
            int atLine = cells.line;
            List<String> row = cells.readRow(file, 0);
            List<String> filled = row.stream().filter(cell -> !cell.isEmpty()).toList();
            if (filled.size() == 1 && !NumberParser.isNumber(filled.get(0))) {
                above++;
                left = Math.max(left, row.indexOf(filled.get(0)));
                continue;
            }
            boolean names = row.size() > left && row.subList(0, left).stream().allMatch(String::isEmpty);
            if (above == 0 || !names || !isNames(row)) return this;
            return new CsvPreamble(at, atLine, comments, above, Optional.empty());
        }
        return this;
    }

    private static boolean isNames(List<String> row) {
        return row.stream().noneMatch(NumberParser::isNumber)
                && row.stream().filter(cell -> !cell.isEmpty()).count() > 1;
    }
}
