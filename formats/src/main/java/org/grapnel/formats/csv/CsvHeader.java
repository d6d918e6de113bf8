package org.grapnel.formats.csv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NumberParser;
import org.grapnel.runtime.Preconditions;

/**
 * How a CSV file begins: its delimiter, its header, its first row of data. What the options do not say is found out.
 *
 * <p>A first row of numbers is no header, unless it counts 0, 1, 2, … as programs do that have no names to write, or unless it
 * holds the name of the labels. A header may lack the cell over the rows' names, as R writes it.
 */
final class CsvHeader {
    final CsvBlockSource blocks;
    final CsvBlockSource.CsvTextBlock block = new CsvBlockSource.CsvTextBlock();
    final char delimiter;
    final boolean hasHeader;

    /** Where the rows of data begin in the block, and on which line, counted from 0. */
    final int start;

    final int line;

    private final int firstLine;

    /** The names of the columns: the header, or f0, f1, … */
    final List<String> names;

    /** The first row of data; empty if there is none. */
    final List<String> firstRow;

    /** Office files begin alike: the zip of an .xlsx or .ods, the container of an old .xls. */
    private static void refuseWorkbook(String file, byte[] beginning) {
        if (beginning.length < 4) return;
        int magic = ByteBuffer.wrap(beginning).getInt();
        if (magic == 0x504b0304 || magic == 0xd0cf11e0)
            throw new DataException("%s: is a zip or an Excel workbook, not a text; export it as csv", file);
    }

    CsvHeader(InputFile in, ReadOptions options, int blockBytes) throws IOException {
        blocks = new CsvBlockSource(in);
        byte[] beginning = blocks.peek(blockBytes);
        refuseWorkbook(in.name(), beginning);
        for (int i = 0; i < beginning.length; i++)
            if (beginning[i] == 0) throw new DataException("%s: is not a text, byte %d of it is 0", in.name(), i + 1);
        delimiter = options.delimiter()
                .orElseGet(() -> DelimiterDetector.guess(
                        beginning, InputFile.extension(in.path()).equals("tsv")));
        Preconditions.require(
                delimiter < 128 && delimiter != '"' && delimiter != '\n' && delimiter != '\r' && delimiter != '.',
                "'%c' cannot stand between cells; choose one like , ; | or a tab",
                delimiter);
        CsvCellScanner cells = twoRows(blockBytes);
        if (block.tooLong)
            throw new DataException("%s: row 1 is longer than %d bytes", in.name(), CsvBlockSource.LONGEST_ROW);
        if (!cells.nextRow()) throw new DataException("%s: is empty, a table is needed", in.name());
        int row = cells.at;
        int rowLine = cells.line;
        List<String> first = cells.readRow(in.name(), 0);
        hasHeader = options.header().orElseGet(() -> isHeader(first, options));
        start = hasHeader ? cells.at : row;
        line = hasHeader ? cells.line : rowLine;
        boolean more = !hasHeader || cells.nextRow();
        firstLine = hasHeader ? cells.line : rowLine;
        firstRow = !hasHeader ? first : more ? cells.readRow(in.name(), 0) : List.of();
        boolean lacksCorner =
                hasHeader && firstRow.size() == first.size() + 1 && !NumberParser.isNumber(firstRow.get(0));
        if (lacksCorner) first.add(0, "");
        names = hasHeader ? first : Dataset.numbered("f", first.size());
    }

    /** Fills the block until it holds two rows, or all of the file. */
    private CsvCellScanner twoRows(int blockBytes) throws IOException {
        CsvCellScanner cells = new CsvCellScanner(delimiter);
        for (int size = blockBytes; ; size *= 2) {
            blocks.next(block, size, (byte) delimiter);
            if (block.bytes.length == 0) block.bytes = new byte[CsvCellScanner.room(0)];
            cells.over(block.bytes, 0, block.length);
            boolean two = cells.nextRow() && (!cells.skipRow() || cells.nextRow()); // or one that is faulty
            cells.over(block.bytes, 0, block.length);
            if (two || block.tooLong || blocks.isDone() || size >= CsvBlockSource.LONGEST_ROW / 2) return cells;
            blocks.back(block);
        }
    }

    private static boolean isHeader(List<String> row, ReadOptions options) {
        if (row.get(0).isEmpty()) return true;
        if (options.labels().filter(row::contains).isPresent()) return true;
        boolean counts = row.size() > 1;
        boolean numbers = true;
        for (int c = 0; c < row.size(); c++) {
            String cell = row.get(c);
            counts = counts && cell.equals(String.valueOf(c));
            numbers = numbers
                    && (NumberParser.isNumber(cell)
                            || MissingValues.words(options).contains(cell));
        }
        return counts || !numbers;
    }

    /** The line of the first row of data, from 1. */
    int firstLine() {
        return firstLine + 1;
    }

    /** Whether two of the first rows begin with the same cell. */
    boolean repeatsFirstColumn() {
        CsvCellScanner cells = new CsvCellScanner(delimiter);
        cells.over(block.bytes, start, block.length);
        Set<String> seen = new HashSet<>();
        while (cells.nextRow()) {
            if (!cells.skip().isEmpty()) return false;
            if (!seen.add(cells.text())) return true;
            if (!cells.wasLast() && !cells.skipRow()) return false;
        }
        return false;
    }

    /** On which line, from 1, a row of numbers begins. Goes through the file, which can be read no more afterwards. */
    OptionalLong line(int row, CsvLayout layout, int blockBytes) throws IOException {
        CsvCellScanner cells = new CsvCellScanner(delimiter);
        long before = line;
        int from = start;
        int rows = 0;
        do {
            cells.over(block.bytes, from, block.length);
            while (cells.nextRow()) {
                long here = before + cells.line + 1;
                if (!cells.skip().isEmpty()) return OptionalLong.empty();
                boolean labels = layout.labelRow().isPresent()
                        && cells.text().equals(layout.labelRow().get());
                if (!labels && rows++ == row) return OptionalLong.of(here);
                if (!cells.wasLast() && !cells.skipRow()) return OptionalLong.empty();
            }
            before += cells.line;
            from = 0;
        } while (blocks.next(block, blockBytes, (byte) delimiter));
        return OptionalLong.empty();
    }

    /** Whether column c holds text in the first row of data, which is no word for a missing number. */
    boolean isText(int c, ReadOptions options) {
        String cell = c < firstRow.size() ? firstRow.get(c) : "";
        return !NumberParser.isNumber(cell) && !MissingValues.words(options).contains(cell.strip());
    }
}
