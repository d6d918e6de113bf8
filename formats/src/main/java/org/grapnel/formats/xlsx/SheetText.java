package org.grapnel.formats.xlsx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.formats.input.LabelFile;

/**
 * A sheet as a text table in UTF-8, made while it is read. Row i of the sheet is line i of the text. Text is in quotes
 * and numbers are not; dates are written as 2023-01-31, errors as Excel shows them. Rows are filled up to the width of
 * the first rows, because a sheet does not store empty cells at their end.
 */
final class SheetText extends InputStream {
    static final char DELIMITER = '\t';

    /** The rows that are looked at to find the width of the table. */
    private static final int FIRST_ROWS = 100;

    /** The most rows of a sheet, by the format. */
    private static final int MAX_ROWS = 1 << 20;

    private final String file;
    private final Stream<Row> stream;
    private final Iterator<Row> rows;
    private final DateFormats dates;
    private final Deque<Row> first = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private int width;
    private int lines;
    private byte[] bytes = new byte[0];
    private int at;

    SheetText(String file, Sheet sheet, boolean from1904) throws IOException {
        this.file = file;
        dates = new DateFormats(from1904);
        stream = sheet.openStream();
        rows = stream.iterator();
        while (first.size() < FIRST_ROWS && rows.hasNext()) {
            Row row = rows.next();
            first.add(row);
            width = Math.max(width, cells(row));
        }
        if (width == 0) throw new DataException("%s: sheet '%s' is empty; a table is needed", file, sheet.getName());
    }

    /** The number of cells up to the last one with content. */
    private int cells(Row row) {
        int count = row.getCellCount();
        while (count > 0 && value(row, count - 1).isEmpty()) count--;
        return count;
    }

    @Override
    public int read() {
        return fill() ? bytes[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) return 0;
        if (!fill()) return -1;
        int n = Math.min(length, bytes.length - at);
        System.arraycopy(bytes, at, into, offset, n);
        at += n;
        return n;
    }

    private boolean fill() {
        while (at == bytes.length) {
            text.setLength(0);
            if (!GuardedCall.run(file, this::writeNext)) return false;
            bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            at = 0;
        }
        return true;
    }

    private boolean writeNext() {
        if (first.isEmpty() && !rows.hasNext()) return false;
        write(first.isEmpty() ? rows.next() : first.remove());
        return true;
    }

    private void write(Row row) {
        int line = row.getRowNum();
        if (line <= lines || line > MAX_ROWS)
            throw new DataException("%s: the workbook is damaged: row %d follows row %d", file, line, lines);
        while (++lines < line) text.append('\n');
        int count = cells(row);
        for (int c = 0; c < Math.max(count, width) && count > 0; c++) {
            if (c > 0) text.append(DELIMITER);
            if (c < count) text.append(value(row, c));
        }
        text.append('\n');
    }

    /** A cell as text: in quotes unless it is a number or empty. */
    private String value(Row row, int c) {
        Cell cell = row.hasCell(c) ? row.getCell(c) : null;
        if (cell == null || cell.getType() == CellType.EMPTY || cell.getRawValue() == null) return "";
        String raw = cell.getRawValue();
        if (cell.getValue() instanceof Boolean truth) return truth ? "TRUE" : "FALSE";
        if (!(cell.getValue() instanceof Number)) return quoted(raw);
        double number = Double.parseDouble(raw);
        return dates.isDate(cell) ? quoted(dates.format(number)) : LabelFile.formatNumber(number);
    }

    private static String quoted(String raw) {
        String clean = raw.replaceAll("\\p{Cntrl}+", " ").strip();
        return clean.isEmpty() ? "" : '"' + clean.replace("\"", "\"\"") + '"';
    }

    @Override
    public void close() {
        stream.close();
    }
}
