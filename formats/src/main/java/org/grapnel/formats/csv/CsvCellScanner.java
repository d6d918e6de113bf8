package org.grapnel.formats.csv;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;

/**
 * The cells of some bytes, one after the other [RFC 4180]: a cell that begins with a quote ends at the next single one, and what is
 * between may be delimiters and line ends. Lines end with LF, CR LF or CR; those without anything but blanks are skipped.
 * If the delimiter is a blank, any number of them is one, as in tables that are aligned for the eye.
 *
 * <p>After the last byte there is a line end and {@link FastDecimalParser#PADDING} more bytes, whatever they are.
 */
final class CsvCellScanner {
    /** The most cells of a row that is kept as text, so that a file of one long row does not fill the memory. */
    private static final int MAX_COLUMNS = 1 << 22;

    final byte delimiter;
    byte[] bytes = new byte[0];
    int at; // the next byte to look at
    int line; // the line it is on, from 0
    private int end;
    private int from;
    private int to;
    private boolean quoted;
    private boolean doubled;
    private boolean last;

    CsvCellScanner(char delimiter) {
        this.delimiter = (byte) delimiter;
    }

    /** Room for {@code length} bytes and what has to come after them. */
    static int room(int length) {
        return length + 1 + FastDecimalParser.PADDING;
    }

    /** Starts at {@code from} in a text of {@code end} bytes. */
    CsvCellScanner over(byte[] text, int start, int length) {
        bytes = text;
        bytes[length] = '\n';
        at = start;
        end = length;
        line = 0;
        return this;
    }

    /** Goes to the next line that is not blank; false if there is none. */
    boolean nextRow() {
        while (true) {
            int i = Math.min(at, end);
            while (bytes[i] == ' ') i++;
            if (i >= end) {
                at = end;
                return false;
            }
            if (bytes[i] != '\n' && bytes[i] != '\r') {
                if (delimiter == ' ') at = i;
                return true;
            }
            at = i;
            endLine();
        }
    }

    /** Steps over the line end at {@code at}. */
    void endLine() {
        line++;
        if (bytes[at] == '\r' && at + 1 < end && bytes[at + 1] == '\n') at++;
        at++;
    }

    /**
     * Steps over the cell at {@code at} and the delimiter or the line end after it.
     *
     * @return what is wrong with the cell, or nothing
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
            if (at >= end) return "the quote that opens here never ends";
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
        return bytes[at] == delimiter || isLineEnd(at) ? "" : "there is text after the closing quote";
    }

    /** Steps over the delimiter or the line end at {@code at}. */
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

    /** Whether a line ends at this byte; the end of the text is one. */
    boolean isLineEnd(int i) {
        return bytes[i] == '\n' || bytes[i] == '\r';
    }

    /** Whether the row ended with the cell that was skipped last. */
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

    /** Steps over the row at {@code at}; false if a cell of it is faulty. */
    boolean skipRow() {
        do {
            if (!skip().isEmpty()) return false;
        } while (!last);
        return true;
    }
}
