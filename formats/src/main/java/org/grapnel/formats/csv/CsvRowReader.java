package org.grapnel.formats.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NumberParser;

/**
 * The rows of a CSV file, one at a time. The cells of a row stay characters until they are asked for, in arrays that the
 * next row reuses, so that numbers are parsed without a string in between. Empty lines are skipped.
 */
public final class CsvRowReader {
    private final String file;
    private final CsvRow row = new CsvRow();
    private final Iterator<CsvRow> rows;
    private List<String> names = List.of();

    public CsvRowReader(InputFile in) throws IOException {
        file = in.name();
        rows = CsvReader.builder()
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .build(row, in.text())
                .iterator();
    }

    /** The characters of the current row: cell c ends at {@code end[c]} and starts where the one before it ends. */
    private static final class CsvRow extends AbstractBaseCsvCallbackHandler<CsvRow> {
        private char[] text = new char[1 << 12];
        private int[] end = new int[64];
        private boolean[] quoted = new boolean[64];
        private int cells;
        private long line;

        @Override
        protected void handleBegin(long startingLineNumber) {
            cells = 0;
            line = startingLineNumber;
        }

        @Override
        protected void handleField(int index, char[] buffer, int offset, int length, boolean inQuotes) {
            if (index == end.length) {
                end = Arrays.copyOf(end, 2 * index);
                quoted = Arrays.copyOf(quoted, 2 * index);
            }
            int from = start(index);
            if (from + length > text.length) text = Arrays.copyOf(text, Math.max(2 * text.length, from + length));
            System.arraycopy(buffer, offset, text, from, length);
            end[index] = from + length;
            quoted[index] = inQuotes;
            cells = index + 1;
        }

        private int start(int c) {
            return c == 0 ? 0 : end[c - 1];
        }

        @Override
        protected CsvRow buildRecord() {
            return this;
        }
    }

    /** Goes to the next row; false when there is none. */
    public boolean next() {
        try {
            if (!rows.hasNext()) return false;
            rows.next();
            return true;
        } catch (CsvParseException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        }
    }

    /** The first row as names, by which messages call the columns from here on. */
    public List<String> header() {
        if (!next()) throw new DataException("%s: is empty, a header of names is needed", file);
        List<String> header = new ArrayList<>(row.cells);
        for (int c = 0; c < row.cells; c++) header.add(text(c));
        names = header;
        return header;
    }

    /** The line of the file on which the row starts, counted from 1. */
    public long line() {
        return row.line;
    }

    public int cells() {
        return row.cells;
    }

    /** Refuses a row that is longer or shorter than the others. */
    public void requireCells(int expected) {
        if (row.cells != expected)
            throw new DataException("%s: row %d has %d cells, expected are %d", file, line(), row.cells, expected);
    }

    /** Cell c as it stands in quotes, or without the blanks around it. */
    public String text(int c) {
        String text = new String(row.text, row.start(c), row.end[c] - row.start(c));
        return row.quoted[c] ? text : text.strip();
    }

    /** Cell c, which must not be empty. */
    String label(int c) {
        String label = text(c);
        if (label.isEmpty()) throw error(c, "the label is missing");
        return label;
    }

    boolean isNumber(int c) {
        try {
            parse(c);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether the row can be a header of a table of numbers: every cell is text, none is a number or missing. */
    public boolean isText() {
        for (int c = 0; c < row.cells; c++) if (isNumber(c) || NumberParser.isMissing(text(c))) return false;
        return true;
    }

    /** Cell c as a number, or a fault that says where and what. */
    public double number(int c) {
        try {
            return parse(c);
        } catch (NumberFormatException e) {
            String text = text(c);
            throw NumberParser.isMissing(text)
                    ? error(c, "missing value ('" + text + "')")
                    : error(c, CsvCellScanner.notANumber(text));
        }
    }

    /** Parses the cells from {@code first} on. */
    public void numbers(int first, double[] into) {
        for (int c = 0; c < into.length; c++) into[c] = number(first + c);
    }

    private double parse(int c) {
        return NumberParser.parse(row.text, row.start(c), row.end[c] - row.start(c));
    }

    /** What is wrong with cell c, and where it is. */
    public DataException error(int c, String what) {
        String name =
                c < names.size() && !names.get(c).isEmpty() ? " ('" + CsvCellScanner.excerpt(names.get(c)) + "')" : "";
        return new DataException("%s: row %d, column %d%s: %s", file, line(), c + 1, name, what);
    }
}
