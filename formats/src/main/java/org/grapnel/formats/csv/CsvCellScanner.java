package org.grapnel.formats.csv;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;

/**
 * Scans the cells of a byte array [RFC 4180]. A cell that begins with a quote ends at the next single quote and may
 * contain delimiters and line ends. Lines end with LF, CR LF or CR; blank lines are skipped, and where asked for also
 * rows of empty cells and comments. A line that begins with {@code #} is no comment if it has as many cells as a row. If the delimiter is a blank, several blanks count as one, as in aligned tables.
 *
 * <p>After the last byte the array must hold a line end and {@link FastDecimalParser#PADDING} more bytes.
 */
final class CsvCellScanner {
    /** The most cells of a row that is kept as text, so that a file of one long row does not fill the memory. */
    private static final int MAX_COLUMNS = 1 << 22;

    final byte delimiter;
    private final boolean comments;
    private final boolean emptyRows;
    byte[] bytes = new byte[0];
    int at; // the next byte
    int line; // the line of that byte, from 0
    int blankLines; // the blank lines skipped so far
    int commentLines;
    private int width; // the cells of a row, or 0 above the table
    private int end;
    private int from;
    private int to;
    private boolean quoted;
    private boolean doubled;
    private boolean last;

    /** Creates a scanner of all rows but blank lines. */
    CsvCellScanner(char delimiter) {
        this(delimiter, false, true);
    }

    /** Creates a scanner that skips rows of empty cells, and lines that begin with {@code #} if they are comments. */
    CsvCellScanner(char delimiter, boolean comments) {
        this(delimiter, comments, false);
    }

    private CsvCellScanner(char delimiter, boolean comments, boolean emptyRows) {
        this.delimiter = (byte) delimiter;
        this.comments = comments;
        this.emptyRows = emptyRows;
    }

    /** Sets the number of cells of a row. A line that begins with {@code #} and has as many, at least 2, is a row. */
    CsvCellScanner withWidth(int columns) {
        width = columns;
        return this;
    }

    /** The array size for {@code length} bytes, the line end and the padding. */
    static int bufferSize(int length) {
        return length + 1 + FastDecimalParser.PADDING;
    }

    /** Starts scanning at {@code start} in a text of {@code length} bytes. */
    CsvCellScanner scan(byte[] text, int start, int length) {
        bytes = text;
        bytes[length] = '\n';
        at = start;
        end = length;
        line = 0;
        blankLines = 0;
        commentLines = 0;
        return this;
    }

    /** Moves to the next line that is not blank; returns false if there is none. */
    boolean nextRow() {
        while (true) {
            int i = Math.min(at, end);
            while (bytes[i] == ' ') i++;
            if (i >= end) {
                at = end;
                return false;
            }
            boolean comment = bytes[i] == '#' && comments && !isRow(i);
            if (bytes[i] == delimiter && !emptyRows) i = skipEmptyCells(i);
            if (!isLineEnd(i) && !comment) {
                if (delimiter == ' ') at = i;
                return true;
            }
            if (comment) commentLines++;
            else blankLines++;
            at = i;
            skipLine();
        }
    }

    /** Tells whether a line that begins with {@code #} is a row; its quotes must then close on this line. */
    private boolean isRow(int from) {
        if (width < 2 || (delimiter == ' ' && bytes[from + 1] == ' ')) return false;
        int count = 1;
        boolean start = false; // at the start of a cell
        for (int i = from; !isLineEnd(i); i++) {
            if (start && bytes[i] == '"') { // stays at the start: two quotes stand for one, and the cell continues
                do i++;
                while (bytes[i] != '"' && !isLineEnd(i));
                if (isLineEnd(i)) return false;
                continue;
            }
            start = bytes[i] == delimiter;
            boolean more = delimiter != ' ' || (bytes[i + 1] != ' ' && !isLineEnd(i + 1));
            if (start && more) count++;
        }
        return count == width;
    }

    /** Returns the end of the line if all its cells are empty, or else {@code from}. */
    private int skipEmptyCells(int from) {
        int i = from;
        while (bytes[i] == delimiter || bytes[i] == ' ') i++;
        return isLineEnd(i) && i < end ? i : from;
    }

    /** Moves to a place and its line, from 0. */
    void moveTo(int place, int placeLine) {
        at = place;
        line = placeLine;
    }

    /** Tells whether the line at {@code at} begins with {@code #}. */
    boolean isComment() {
        int i = at;
        while (bytes[i] == ' ') i++;
        return bytes[i] == '#';
    }

    /** Steps over the rest of the line at {@code at}, whatever it holds. */
    void skipLine() {
        while (!isLineEnd(at)) at++;
        endLine();
    }

    /** Steps over the line end at {@code at}. */
    void endLine() {
        line++;
        if (bytes[at] == '\r' && at + 1 < end && bytes[at + 1] == '\n') at++;
        at++;
    }

    /**
     * Steps over the cell at {@code at} and the delimiter or line end after it.
     *
     * @return what is wrong with the cell, or an empty text
     */
    String skip() {
        quoted = bytes[at] == '"' && at < end;
        doubled = false;
        if (quoted) {
            String fault = skipQuoted();
            if (!fault.isEmpty()) return fault;
        } else {
            from = at;
            while (bytes[at] != delimiter && !isLineEnd(at)) at++;
            to = at;
        }
        finishCell();
        return "";
    }

    private String skipQuoted() {
        from = ++at;
        while (true) {
            byte b = bytes[at];
            if (at >= end) return "the quote that opens here is never closed";
            if (b == '"') {
                if (bytes[at + 1] != '"' || at + 1 >= end) break;
                doubled = true;
                at += 2;
            } else if (isLineEnd(at)) {
                endLine();
            } else {
                at++;
            }
        }
        to = at++;
        while (bytes[at] == ' ' && delimiter != ' ') at++;
        return bytes[at] == delimiter || isLineEnd(at) ? "" : "text follows the closing quote";
    }

    /** Steps over the delimiter or line end at {@code at}. */
    void finishCell() {
        if (delimiter == ' ') {
            while (bytes[at] == ' ') at++;
            last = isLineEnd(at);
            if (last) endLine();
        } else if (bytes[at] == delimiter) {
            last = false;
            at++;
        } else {
            last = true;
            endLine();
        }
    }

    /** Tells whether a line ends at this byte. The text is followed by a line end. */
    boolean isLineEnd(int i) {
        return bytes[i] == '\n' || bytes[i] == '\r';
    }

    /** Tells whether the last cell ended its row. */
    boolean wasLast() {
        return last;
    }

    /** Returns the last cell: as it stands in quotes, or without the blanks around it. */
    String text() {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) requireUtf8();
        if (!quoted) return text.strip();
        return doubled ? text.replace("\"\"", "\"") : text;
    }

    /** Throws unless the bytes of the last cell are UTF-8. The character U+FFFD also stands for malformed bytes. */
    private void requireUtf8() {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns cell c of the row at {@code at}, and stays there; empty if the row is shorter or faulty. */
    Optional<String> peek(int c) {
        int place = at;
        int placeLine = line;
        boolean found = true;
        for (int i = 0; i <= c && found; i++) found = skip().isEmpty() && (!last || i == c);
        moveTo(place, placeLine);
        return found ? Optional.of(text()) : Optional.empty();
    }

    /**
     * Reads the cells of the row at {@code at}.
     *
     * @param linesBefore the lines of the file before these bytes
     */
    List<String> readRow(String file, long linesBefore) {
        long row = linesBefore + line + 1;
        List<String> texts = new ArrayList<>();
        do {
            String fault = skip();
            if (!fault.isEmpty())
                throw new DataException("%s: row %d, column %d: %s", file, row, texts.size() + 1, fault);
            texts.add(text());
            if (texts.size() > MAX_COLUMNS)
                throw new DataException("%s: row %d has more than %d cells", file, row, MAX_COLUMNS);
        } while (!last);
        return texts;
    }

    /** Steps over the row at {@code at}; returns false if a cell is faulty. */
    boolean skipRow() {
        do {
            if (!skip().isEmpty()) return false;
        } while (!last);
        return true;
    }
}
