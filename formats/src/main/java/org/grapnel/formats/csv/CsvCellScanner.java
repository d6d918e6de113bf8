package org.grapnel.formats.csv;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The cells of some bytes, one after the other [RFC 4180]: a cell that begins with a quote ends at the next single one, and what is
 * between may be delimiters and line ends. Lines end with LF, CR LF or CR; those without anything but blanks are skipped.
 * If the delimiter is a blank, any number of them is one, as in tables that are aligned for the eye.
 *
 * <p>After the last byte there is a line end and {@link FastDecimalParser#PADDING} more bytes, whatever they are.
 */
public final class CsvCellScanner {
    private static final int LONGEST_EXCERPT = 40;

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

    /** The cell that was skipped last: as it stands in quotes, or without the blanks around it. */
    String text() {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
            if (!quoted) return text.strip();
            return doubled ? text.replace("\"\"", "\"") : text;
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Steps over the row at {@code at}; false if a cell of it is faulty. */
    boolean skipRow() {
        do {
            if (!skip().isEmpty()) return false;
        } while (!last);
        return true;
    }

    /** What is said of a cell that should be a number, with the way out where the cell shows it. */
    static String notANumber(String text) {
        String what = "'" + excerpt(text) + "' is not a number";
        return hasDecimalComma(text) ? what + "; a decimal point is needed, not a comma" : what;
    }

    static boolean hasDecimalComma(String text) {
        return text.matches("[+-]?[0-9]{0,20},[0-9]{1,20}([eE][+-]?[0-9]{1,3})?");
    }

    public static String excerpt(String text) {
        String start = text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + "…";
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
