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
 * The beginning of a CSV file: its delimiter, its header and its first row of data. What the options do not give is
 * detected.
 *
 * <p>A first row of numbers is no header, unless it counts 0, 1, 2, …, as programs write columns without names, or
 * contains the name of the labels. A header may lack the cell over the row names, as R writes it.
 */
final class CsvHeader {
    final CsvBlockSource blocks;
    final CsvBlockSource.CsvTextBlock block = new CsvBlockSource.CsvTextBlock();
    final char delimiter;
    final boolean hasHeader;

    /** Where the rows of data begin in the block. */
    final int start;

    /** The line on which they begin, from 0. */
    final int line;

    private final int firstLine;

    /** The names of the columns: the header, or f0, f1, … */
    final List<String> names;

    /** The first row of data; empty if there is none. */
    final List<String> firstRow;

    /** Throws for office files: the zip of an .xlsx or .ods, the container of an old .xls. */
    private static void refuseWorkbook(String file, byte[] beginning) {
        if (beginning.length < 4) return;
        int magic = ByteBuffer.wrap(beginning).getInt();
        if (magic == 0x504b0304 || magic == 0xd0cf11e0)
            throw new DataException("%s: is a zip file or an Excel workbook; export it as csv", file);
    }

    CsvHeader(InputFile in, ReadOptions options, int blockBytes) throws IOException {
        blocks = new CsvBlockSource(in);
        byte[] beginning = blocks.peek(blockBytes);
        refuseWorkbook(in.name(), beginning);
        for (int i = 0; i < beginning.length; i++)
            if (beginning[i] == 0) throw new DataException("%s: is not a text file: byte %d is 0", in.name(), i + 1);
        delimiter = options.delimiter()
                .orElseGet(() -> DelimiterDetector.guess(
                        beginning, InputFile.extension(in.path()).equals("tsv")));
        Preconditions.require(
                delimiter < 128 && delimiter != '"' && delimiter != '\n' && delimiter != '\r' && delimiter != '.',
                "'%c' cannot be the delimiter; choose , ; | or a tab",
                delimiter);
        CsvCellScanner cells = readTwoRows(blockBytes);
        if (block.tooLong)
            throw new DataException("%s: row 1 is longer than %d bytes", in.name(), CsvBlockSource.MAX_ROW_BYTES);
        if (!cells.nextRow()) throw new DataException("%s: the file is empty; a table is needed", in.name());
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

    /** Fills the block until it holds two rows or the whole file. */
    private CsvCellScanner readTwoRows(int blockBytes) throws IOException {
        CsvCellScanner cells = new CsvCellScanner(delimiter);
        for (int size = blockBytes; ; size *= 2) {
            blocks.next(block, size, (byte) delimiter);
            if (block.bytes.length == 0) block.bytes = new byte[CsvCellScanner.bufferSize(0)];
            cells.scan(block.bytes, 0, block.length);
            boolean two = cells.nextRow() && (!cells.skipRow() || cells.nextRow()); // or one faulty row
            cells.scan(block.bytes, 0, block.length);
            if (two || block.tooLong || blocks.isDone() || size >= CsvBlockSource.MAX_ROW_BYTES / 2) return cells;
            blocks.pushBack(block);
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

    /** Tells whether two of the first rows begin with the same cell. */
    boolean repeatsFirstColumn() {
        CsvCellScanner cells = new CsvCellScanner(delimiter);
        cells.scan(block.bytes, start, block.length);
        Set<String> seen = new HashSet<>();
        while (cells.nextRow()) {
            if (!cells.skip().isEmpty()) return false;
            if (!seen.add(cells.text())) return true;
            if (!cells.wasLast() && !cells.skipRow()) return false;
        }
        return false;
    }

    /** Returns the line, from 1, of a row of numbers. Reads the file to its end; it cannot be read afterwards. */
    OptionalLong line(int row, CsvLayout layout, int blockBytes) throws IOException {
        CsvCellScanner cells = new CsvCellScanner(delimiter);
        long before = line;
        int from = start;
        int rows = 0;
        do {
            cells.scan(block.bytes, from, block.length);
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

    /** Tells whether column c holds text in the first row of data, and no word for a missing number. */
    boolean isText(int c, ReadOptions options) {
        String cell = c < firstRow.size() ? firstRow.get(c) : "";
        return !NumberParser.isNumber(cell) && !MissingValues.words(options).contains(cell.strip());
    }
}
