package org.grapnel.formats.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.formats.input.NumberParser;
import org.jspecify.annotations.Nullable;

/**
 * Parses a block of rows in one thread. Plain numbers go from bytes to doubles directly; every other cell takes the
 * slow way through {@link CsvCellScanner}.
 */
final class CsvBlockParser {
    /** A fault and its place: the line counted from 0 in the block, and the column, or −1 for the whole row. */
    record CsvFault(int line, int column, String what) {}

    private final FastDecimalParser decimal = new FastDecimalParser();
    private final CsvLayout layout;
    private final CsvCellScanner cells;
    private final int length;
    private final double[] missingNumbers; // numbers such as -9 or 999 that stand for a missing value
    private double[] numbers = new double[0];
    private int rows;
    private int[] lines = new int[0];
    private List<String> names = new ArrayList<>();
    private List<String> labels = new ArrayList<>();
    private int labelLine;
    private final MissingValues missing = new MissingValues();
    private @Nullable CsvFault fault;
    private @Nullable Throwable thrown;

    final CsvBlockSource.CsvTextBlock text;

    CsvBlockParser(CsvLayout layout, CsvBlockSource.CsvTextBlock text) {
        this.text = text;
        this.layout = layout;
        cells = new CsvCellScanner(layout.delimiter());
        length = layout.length();
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

    List<String> names() {
        return names;
    }

    /** The labels of the rows, or of the row that holds them all. */
    List<String> labels() {
        return labels;
    }

    /** The line of the row that holds all labels, or −1. */
    int labelLine() {
        return labelLine;
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
        labelLine = -1;
        names = new ArrayList<>();
        labels = new ArrayList<>();
        missing.clear();
        cells.scan(text.bytes, from, text.length);
        if (text.tooLong) {
            fault = new CsvFault(0, -1, "is longer than " + CsvBlockSource.MAX_ROW_BYTES + " bytes; is this a table?");
            return;
        }
        while (fault == null && cells.nextRow()) readRow();
    }

    private void readRow() {
        ensureCapacity();
        int line = cells.line;
        lines[rows] = line;
        int base = rows * length;
        int width = layout.columns().size();
        int filled = 0;
        int c = 0;
        do {
            if (c == width) {
                fault = ragged(line, c + restOfRow());
            } else if (layout.isNumber(c)) {
                numbers[base + filled++] = number(line, c);
            } else if (c == layout.labelColumn()) {
                labels.add(label(line, c));
            } else if (isNameOfLabels(line, c)) {
                readLabelRow(line, c + 1);
                return;
            }
            if (fault != null) return;
            c++;
        } while (!cells.wasLast());
        if (c < width) fault = ragged(line, c);
        rows++;
    }

    /** Reads the name of a row; returns true if the row holds labels instead of numbers. */
    private boolean isNameOfLabels(int line, int c) {
        if (!skip(line, c)) return false;
        String name = cells.text();
        boolean labelled = layout.labelRow().filter(name::equals).isPresent();
        if (!labelled) names.add(name);
        return labelled;
    }

    private String label(int line, int c) {
        if (!skip(line, c)) return "";
        String label = cells.text();
        if (label.isEmpty()) fault = new CsvFault(line, c, "the label is missing");
        return label;
    }

    private void readLabelRow(int line, int first) {
        if (labelLine >= 0) fault = secondLabels(line);
        labelLine = line;
        int c = first;
        for (; !cells.wasLast() && fault == null; c++) labels.add(label(line, c));
        if (fault == null && c != layout.columns().size()) fault = ragged(line, c);
    }

    static CsvFault secondLabels(int line) {
        return new CsvFault(line, 0, "a second row of labels");
    }

    private CsvFault ragged(int line, int found) {
        return new CsvFault(
                line,
                -1,
                "has " + found + " cells; expected " + layout.columns().size());
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
            return NumberParser.parse(text);
        } catch (NumberFormatException e) {
            String what = text.isEmpty() ? "missing value ('')" : NumberParser.describeFault(text);
            fault = new CsvFault(line, c, what);
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
