package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NumberParser;

/** Reads a small comma-separated file row by row, in one thread. Blank lines are skipped. */
public final class CsvRowReader {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final char DELIMITER = ',';

    private final String file;
    private final CsvBlockSource blocks;
    private final CsvBlockSource.CsvTextBlock block = new CsvBlockSource.CsvTextBlock();
    private final CsvCellScanner cells =
            new CsvCellScanner(DELIMITER).scan(new byte[CsvCellScanner.bufferSize(0)], 0, 0);
    private List<String> columns = List.of();
    private List<String> row = List.of();
    private long linesBefore;
    private long line;

    public CsvRowReader(InputFile in) throws IOException {
        file = in.name();
        blocks = new CsvBlockSource(CsvText.of(in));
    }

    /** Moves to the next row; returns false after the last one. */
    public boolean next() throws IOException {
        while (!cells.nextRow()) {
            linesBefore += cells.line;
            if (!blocks.next(block, BLOCK_BYTES, (byte) DELIMITER)) return false;
            cells.scan(block.bytes, 0, block.length);
            if (block.tooLong)
                throw new DataException(
                        "%s: row %d is longer than %d bytes", file, linesBefore + 1, CsvBlockSource.MAX_ROW_BYTES);
        }
        line = linesBefore + cells.line + 1;
        row = cells.readRow(file, linesBefore);
        return true;
    }

    /** Reads the first row as the names of the columns, which error messages then use. */
    public List<String> header() throws IOException {
        if (!next()) throw new DataException("%s: the file is empty; a header of names is needed", file);
        columns = row;
        return columns;
    }

    /** Returns the line of the file on which the row starts, counted from 1. */
    public long line() {
        return line;
    }

    public int cells() {
        return row.size();
    }

    /** Throws unless the row has this many cells. */
    public void requireCells(int expected) {
        if (row.size() != expected)
            throw new DataException("%s: row %d has %d cells; expected %d", file, line, row.size(), expected);
    }

    /** Returns cell c: as it stands in quotes, or without the blanks around it. */
    public String text(int c) {
        return row.get(c);
    }

    /** Tells whether the row can be the header of a table of numbers: no cell is a number or missing. */
    public boolean isText() {
        return row.stream().noneMatch(cell -> NumberParser.isNumber(cell) || NumberParser.isMissing(cell));
    }

    /** Returns cell c as a number; the exception for anything else names the cell and its content. */
    public double number(int c) {
        String text = text(c);
        try {
            return NumberParser.parse(text);
        } catch (NumberFormatException e) {
            throw error(
                    c,
                    NumberParser.isMissing(text) ? "missing value ('" + text + "')" : NumberParser.describeFault(text));
        }
    }

    /** Parses the cells from {@code first} on. */
    public void numbers(int first, double[] into) {
        for (int c = 0; c < into.length; c++) into[c] = number(first + c);
    }

    /** Returns the exception for a fault in cell c, with its place. */
    public DataException error(int c, String what) {
        boolean named = c < columns.size() && !columns.get(c).isEmpty();
        String name = named ? " ('" + Excerpt.of(columns.get(c)) + "')" : "";
        return new DataException("%s: row %d, column %d%s: %s", file, line, c + 1, name, what);
    }
}
