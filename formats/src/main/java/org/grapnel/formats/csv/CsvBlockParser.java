package org.grapnel.formats.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.NumberParser;
import org.grapnel.formats.table.CellFault;
import org.grapnel.formats.table.CellFormat;
import org.grapnel.formats.table.ColumnRole;
import org.jspecify.annotations.Nullable;

/**
 * Parses a block of rows in one thread. Plain numbers go from bytes to doubles directly; every other cell takes the
 * slow way through {@link CsvCellScanner}.
 */
final class CsvBlockParser {
    /** A fault and its place: the line counted from 0 in the block, and the column, or −1 for the whole row. */
    record CsvFault(int line, int column, String what) {}

    /** A row of text: labels, or other facts about the samples. */
    record CsvTextRow(int line, List<String> values) {}

    // What is done with a cell. The first is by far the most frequent.
    private static final byte NUMBER = 0;
    private static final byte FORMATTED = 1;
    private static final byte TEXT = 2;
    private static final byte SKIPPED = 3;

    private final FastDecimalParser decimal;
    private final CsvLayout layout;
    private final byte[] actions; // of each column
    private final CsvCellScanner cells;
    private final int length;
    private final double[] missingNumbers; // numbers such as -9 or 999 that stand for a missing value
    private double[] numbers = new double[0];
    private int rows;
    private int[] lines = new int[0];
    private final Map<Integer, List<String>> texts = new HashMap<>();
    private final Map<String, CsvTextRow> textRows = new LinkedHashMap<>();
    private final MissingValues missing = new MissingValues();
    private @Nullable CsvFault fault;
    private @Nullable Throwable thrown;

    final CsvBlockSource.CsvTextBlock text;

    CsvBlockParser(CsvLayout layout, CsvBlockSource.CsvTextBlock text) {
        this.text = text;
        this.layout = layout;
        cells = new CsvCellScanner(layout.delimiter(), layout.comments())
                .withWidth(layout.columns().size());
        length = layout.length();
        decimal = new FastDecimalParser(layout.typed() ? '.' : layout.roles().mark());
        actions = new byte[layout.columns().size()];
        for (int c = 0; c < actions.length; c++) actions[c] = action(c);
        missingNumbers = layout.missing().stream()
                .filter(NumberParser::isNumber)
                .mapToDouble(NumberParser::parse)
                .toArray();
    }

    /** The numbers, row after row. */
    double[] numbers() {
        return numbers;
    }

    int rows() {
        return rows;
    }

    /** The line on which row i starts, from 0 in this block. */
    int line(int i) {
        return lines[i];
    }

    /** The number of lines of the block. */
    int lines() {
        return cells.line;
    }

    /** The cells of a column that is kept as text. */
    List<String> texts(int c) {
        return texts.getOrDefault(c, List.of());
    }

    /** The rows of text by their names. */
    Map<String, CsvTextRow> textRows() {
        return textRows;
    }

    int blankLines() {
        return cells.blankLines;
    }

    int commentLines() {
        return cells.commentLines;
    }

    MissingValues missing() {
        return missing;
    }

    @Nullable
    CsvFault fault() {
        return fault;
    }

    /** Keeps what parsing threw until the block is placed. */
    void thrown(@Nullable Throwable e) {
        thrown = e;
    }

    void rethrow() {
        if (thrown instanceof RuntimeException e) throw e;
        if (thrown instanceof Error e) throw e;
    }

    /** Parses the rows from byte {@code from} on, up to the first fault. */
    void read(int from) {
        rows = 0;
        fault = null;
        texts.clear();
        for (int c : layout.textColumns()) texts.put(c, new ArrayList<>());
        textRows.clear();
        missing.clear();
        cells.scan(text.bytes, from, text.length);
        if (text.tooLong) {
            fault = new CsvFault(0, -1, "is longer than " + CsvBlockSource.MAX_ROW_BYTES + " bytes; is this a table?");
            return;
        }
        while (fault == null && cells.nextRow()) readRow();
    }

    private byte action(int c) {
        ColumnRole role = layout.roles().role(c);
        if (role.isText()) return TEXT;
        if (role != ColumnRole.NUMBERS) return SKIPPED;
        CellFormat format = layout.roles().format(c);
        boolean fast = layout.typed()
                ? format.sign().isEmpty() && !format.truth()
                : format.isPlain() && format.mark() != layout.delimiter();
        return fast ? NUMBER : FORMATTED;
    }

    private void readRow() {
        ensureCapacity();
        int line = cells.line;
        lines[rows] = line;
        if (layout.isTextRow(cells)) {
            readTextRow(line);
            return;
        }
        int base = rows * length;
        int width = actions.length;
        int filled = 0;
        int c = 0;
        do {
            if (c == width) {
                fault = ragged(line, c + restOfRow());
            } else {
                switch (actions[c]) {
                    case NUMBER -> numbers[base + filled++] = number(line, c);
                    case FORMATTED -> numbers[base + filled++] = word(line, c);
                    default -> readOther(line, c);
                }
            }
            if (fault != null) return;
            c++;
        } while (!cells.wasLast());
        if (c < width) fault = ragged(line, c);
        rows++;
    }

    /** Reads a cell that is not a number. */
    private void readOther(int line, int c) {
        if (!skip(line, c)) return;
        ColumnRole role = layout.roles().role(c);
        if (actions[c] == TEXT) texts(c).add(text(line, c, role == ColumnRole.LABELS));
        else if (role == ColumnRole.EMPTY && !cells.text().isEmpty())
            fault = new CsvFault(
                    line,
                    c,
                    "'" + Excerpt.of(cells.text()) + "' is in a column that is empty above"
                            + (c == 0
                                    ? ""
                                    : "; to leave it out, add "
                                            + CellFault.drop(layout.columns().get(c))));
    }

    /** The text of the last cell, or a fault if it must not be empty. */
    private String text(int line, int c, boolean label) {
        String text = cells.text();
        if (label && text.isEmpty())
            fault = new CsvFault(line, c, "the label is missing; --color takes columns with gaps");
        return text;
    }

    private void readTextRow(int line) {
        String name = cells.peek(layout.nameColumn()).orElse("");
        List<String> values = new ArrayList<>();
        int c = 0;
        do {
            if (!skip(line, c)) return;
            boolean used = c < actions.length && layout.roles().role(c) == ColumnRole.NUMBERS;
            if (used) values.add(text(line, c, name.equals(layout.labelRow().orElse(""))));
            c++;
        } while (!cells.wasLast() && fault == null);
        if (fault == null && c != actions.length) fault = ragged(line, c);
        CsvTextRow other = textRows.putIfAbsent(name, new CsvTextRow(line, values));
        if (other != null && fault == null) fault = secondRow(line, name);
    }

    CsvFault secondRow(int line, String name) {
        boolean labels = name.equals(layout.labelRow().orElse(""));
        return new CsvFault(line, layout.nameColumn(), "a second row " + (labels ? "of labels" : "'" + name + "'"));
    }

    private CsvFault ragged(int line, int found) {
        return new CsvFault(line, -1, "has " + found + " cells; expected " + actions.length);
    }

    /** Counts the cells left in the row. */
    private int restOfRow() {
        int count = 0;
        do {
            count++;
        } while (cells.skip().isEmpty() && !cells.wasLast());
        return count;
    }

    private boolean skip(int line, int c) {
        String wrong = cells.skip();
        if (!wrong.isEmpty()) fault = new CsvFault(line, c, wrong);
        return wrong.isEmpty();
    }

    private double number(int line, int c) {
        byte[] bytes = cells.bytes;
        int at = cells.at;
        while (bytes[at] == ' ') at++;
        double value = decimal.parse(bytes, at);
        int end = decimal.end();
        if (end < 0) return word(line, c);
        while (bytes[end] == ' ' && cells.delimiter != ' ') end++;
        if (bytes[end] != cells.delimiter && !cells.isLineEnd(end)) return word(line, c);
        for (double number : missingNumbers) if (value == number) return word(line, c);
        cells.at = end;
        cells.finishCell();
        return value;
    }

    /** Parses a cell that is not a plain number: quoted, a word, missing, or wrong. */
    private double word(int line, int c) {
        if (!skip(line, c)) return Double.NaN;
        String text = cells.text().strip();
        if (layout.missing().contains(text)) {
            missing.add(text);
            return Double.NaN;
        }
        try {
            return layout.roles().format(c).parse(text);
        } catch (NumberFormatException e) {
            String column = layout.columns().get(c);
            fault = new CsvFault(
                    line, c, CellFault.describe(text, layout.roles().format(c), column));
            return Double.NaN;
        }
    }

    private void ensureCapacity() {
        if (rows == lines.length) lines = Arrays.copyOf(lines, Math.max(16, 2 * rows));
        long needed = (rows + 1L) * length;
        if (needed <= numbers.length) return;
        // estimate the rows left from the text left; at most double the array in case rows get shorter
        long share = (long) (needed * 1.0 * text.length / Math.max(1, cells.at) * 1.05);
        long bound = Math.max(needed, Math.min(rows == 0 ? needed : share, 2L * numbers.length + needed));
        numbers = Arrays.copyOf(numbers, Math.toIntExact(bound));
    }
}
