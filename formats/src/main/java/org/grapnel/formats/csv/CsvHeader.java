package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.NumberParser;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.runtime.Preconditions;

/**
 * The beginning of a CSV file: its delimiter, its header and its first row of data. What the options do not give is
 * detected.
 *
 * <p>A first row of numbers is no header, unless it counts 0, 1, 2, …, as programs write columns without names, or
 * contains the name of the labels. A header may lack the cell over the row names, as R writes it, or a last cell that
 * is empty in every row. Columns without a name and repeated names get a name of their own.
 */
final class CsvHeader {
    /** The names of an index column without a name; pandas makes the second of it. */
    private static final Set<String> NAMELESS = Set.of("", "unnamed: 0");

    /** The rows after which no more are read to find the first ones of the table. */
    private static final int MAX_FIRST_ROWS = 16;

    final CsvBlockSource blocks;
    final CsvBlockSource.CsvTextBlock block = new CsvBlockSource.CsvTextBlock();
    final char delimiter;

    /** Whether lines that begin with {@code #} are skipped, unless they have as many cells as a row. */
    final boolean comments;

    final boolean hasHeader;

    /** Where the rows of data begin in the block. */
    final int start;

    /** The line on which they begin, from 0. */
    final int line;

    /** The comments above the rows of data. */
    final int commentLines;

    /** The names of the columns: the header, or f0, f1, … All differ; the first is empty if it has no name. */
    final List<String> names;

    /** The columns without a name in the file. */
    final List<Integer> unnamed = new ArrayList<>();

    /** The first row of data; empty if there is none. */
    final List<String> firstRow;

    private final List<String> notices = new ArrayList<>();

    CsvHeader(InputFile in, CsvText text, ReadOptions options, int blockBytes) throws IOException {
        blocks = new CsvBlockSource(text);
        byte[] beginning = blocks.peek(blockBytes);
        OfficeFile.refuse(in.name(), beginning);
        for (int i = 0; i < beginning.length; i++)
            if (beginning[i] == 0) throw new DataException("%s: is not a text file: byte %d is 0", in.name(), i + 1);
        Optional<Character> announced = CsvPreamble.announcedDelimiter(beginning);
        comments = CsvPreamble.hasComments(beginning);
        blocks.setComments(comments);
        delimiter = options.delimiter()
                .or(() -> announced)
                .orElseGet(() -> DelimiterDetector.guess(
                        beginning, InputFile.extension(in.path()).equals("tsv"), comments));
        Preconditions.require(
                delimiter < 128 && delimiter != '"' && delimiter != '\n' && delimiter != '\r' && delimiter != '.',
                "'%c' cannot be the delimiter; choose , ; | or a tab",
                delimiter);
        readFirstRows(blockBytes);
        if (block.tooLong)
            throw new DataException("%s: row 1 is longer than %d bytes", in.name(), CsvBlockSource.MAX_ROW_BYTES);
        CsvPreamble above = CsvPreamble.find(
                in.name(),
                scanner(false),
                comments,
                announced.isPresent(),
                options.header().isEmpty());
        if (above.titles() > 0) notices.add(LineCount.skipped(above.titles(), "title line"));
        CsvCellScanner cells = scanner(comments);
        cells.moveTo(above.start(), above.line());
        if (!cells.nextRow()) throw new DataException("%s: the file is empty; a table is needed", in.name());
        int row = cells.at;
        int rowLine = cells.line;
        List<String> first = above.header().orElseGet(() -> cells.readRow(in.name(), 0));
        hasHeader = above.header().isPresent() || options.header().orElseGet(() -> isHeader(first, options));
        boolean below = hasHeader && above.header().isEmpty(); // the rows of data begin after this row
        start = below ? cells.at : row;
        line = below ? cells.line : rowLine;
        commentLines = above.comments();
        cells.withWidth(first.size()).moveTo(start, line);
        boolean more = cells.nextRow();
        firstRow = more ? cells.readRow(in.name(), 0) : List.of();
        if (hasHeader && firstRow.size() == first.size() + 1) {
            if (endsEmpty(firstRow.size())) first.add("");
            else if (!NumberParser.isNumber(firstRow.get(0))) first.add(0, "");
        }
        names = hasHeader ? named(first) : Dataset.numbered("f", first.size());
    }

    private CsvCellScanner scanner(boolean skipComments) {
        return new CsvCellScanner(delimiter, skipComments).scan(block.bytes, 0, block.length);
    }

    /** Fills the block until it holds two rows of several cells, some rows, or the whole file. */
    private void readFirstRows(int blockBytes) throws IOException {
        for (int size = blockBytes; ; size *= 2) {
            blocks.next(block, size, (byte) delimiter);
            if (block.bytes.length == 0) block.bytes = new byte[CsvCellScanner.bufferSize(0)];
            if (holdsFirstRows() || block.tooLong || blocks.isDone() || size >= CsvBlockSource.MAX_ROW_BYTES / 2)
                return;
            blocks.pushBack(block);
        }
    }

    private boolean holdsFirstRows() {
        CsvCellScanner cells = scanner(comments);
        int wide = 0;
        int all = 0;
        while (wide < 2 && all < MAX_FIRST_ROWS && cells.nextRow()) {
            all++;
            if (!cells.skip().isEmpty()) return true; // a faulty row, reported later
            if (cells.wasLast()) continue;
            wide++;
            if (!cells.skipRow()) return true;
        }
        return (wide == 2 && cells.nextRow()) || all == MAX_FIRST_ROWS;
    }

    /** Tells whether all rows of the block have this many cells and the last one is empty. */
    private boolean endsEmpty(int size) {
        CsvCellScanner cells = scanner(comments).withWidth(size);
        cells.moveTo(start, line);
        while (cells.nextRow()) {
            int count = 0;
            do {
                if (!cells.skip().isEmpty()) return false;
                count++;
            } while (!cells.wasLast());
            if (count != size || !cells.text().isEmpty()) return false;
        }
        return true;
    }

    /** Names the columns without a name, and makes the names differ. */
    private List<String> named(List<String> header) {
        List<String> all = new ArrayList<>(header);
        for (int c = 0; c < all.size(); c++) {
            if (!all.get(c).isBlank()) continue;
            unnamed.add(c);
            all.set(c, c == 0 ? "" : "column" + (c + 1));
        }
        List<String> unique = NameValidator.makeUnique(all);
        notices.addAll(NameValidator.describeRepeats("columns", all, unique, c -> c + 1));
        return unique;
    }

    private static boolean isHeader(List<String> row, ReadOptions options) {
        if (row.get(0).isEmpty()) return true;
        if (options.labels().filter(row::contains).isPresent()) return true;
        boolean counts = row.size() > 1;
        boolean numbers = true;
        Set<String> missing = MissingWords.of(options);
        for (int c = 0; c < row.size(); c++) {
            String cell = row.get(c);
            counts = counts && cell.equals(String.valueOf(c));
            numbers = numbers && (isNumber(cell) || missing.contains(cell));
        }
        return counts || !numbers;
    }

    /** Tells whether the text is a number with a decimal point or comma. */
    private static boolean isNumber(String text) {
        return NumberParser.isNumber(text) || NumberParser.hasDecimalComma(text);
    }

    /** What was detected and corrected, one sentence each. */
    List<String> notices() {
        return notices;
    }

    /** Tells whether the first column has no name, so that it is an index. */
    boolean isNameless() {
        return hasHeader && NAMELESS.contains(names.get(0).toLowerCase(Locale.ROOT));
    }

    /** Returns the line, from 1, of a row of numbers. Reads the file to its end; it cannot be read afterwards. */
    OptionalLong line(int row, CsvLayout layout, int blockBytes) throws IOException {
        CsvCellScanner cells = new CsvCellScanner(delimiter, comments).withWidth(names.size());
        long before = 0;
        int rows = 0;
        cells.scan(block.bytes, 0, block.length).moveTo(start, line);
        do {
            while (cells.nextRow()) {
                long here = before + cells.line + 1;
                if (!layout.isTextRow(cells) && rows++ == row) return OptionalLong.of(here);
                if (!cells.skipRow()) return OptionalLong.empty();
            }
            before += cells.line;
            if (!blocks.next(block, blockBytes, (byte) delimiter)) return OptionalLong.empty();
            cells.scan(block.bytes, 0, block.length);
        } while (true);
    }
}
