package org.grapnel.formats.text;

import java.io.IOException;
import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LineReader;
import org.grapnel.formats.input.NumberParser;

/**
 * Splits the lines of an ARFF file as Weka does: values between commas or blanks, in single or double quotes where they
 * contain either, with a backslash as escape. {@code %} begins a comment.
 */
final class ArffTokenizer {
    private final LineReader lines;
    private int at;
    private char[] value = new char[64];
    private int length;
    private boolean quoted;

    ArffTokenizer(InputFile in) throws IOException {
        lines = new LineReader(in, LineReader.MAX_SAMPLE_LENGTH);
    }

    /** Moves to the next line that is not blank; returns false after the last one. */
    boolean nextLine() throws IOException {
        while (lines.next()) {
            at = 0;
            if (!atEnd()) return true;
        }
        return false;
    }

    /** Tells whether nothing follows on this line. */
    boolean atEnd() {
        skipBlanks();
        return at == lines.length() || lines.charAt(at) == '%';
    }

    private void skipBlanks() {
        while (at < lines.length() && lines.charAt(at) <= ' ') at++;
    }

    /** Skips this character if it is the next one. */
    boolean take(char expected) {
        skipBlanks();
        if (at == lines.length() || lines.charAt(at) != expected) return false;
        at++;
        return true;
    }

    /** Reads the next value; throws if there is none. */
    void nextValue() {
        skipBlanks();
        length = 0;
        char first = at < lines.length() ? lines.charAt(at) : ',';
        quoted = first == '\'' || first == '"';
        if (quoted) readQuoted(first);
        else while (at < lines.length() && isPartOfValue(lines.charAt(at))) append(lines.charAt(at++));
        if (length == 0 && !quoted) throw error("a value is missing at character %d", at + 1);
    }

    private static boolean isPartOfValue(char c) {
        return c > ' ' && c != ',' && c != '{' && c != '}' && c != '%';
    }

    private void readQuoted(char quote) {
        for (at++; at < lines.length(); at++) {
            char c = lines.charAt(at);
            if (c == quote) {
                at++;
                return;
            }
            if (c == '\\' && at + 1 < lines.length()) c = unescape(lines.charAt(++at));
            append(c);
        }
        throw error("a quote is never closed");
    }

    private static char unescape(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> c;
        };
    }

    private void append(char c) {
        if (length == value.length) value = Arrays.copyOf(value, 2 * length);
        value[length++] = c;
    }

    String value() {
        return new String(value, 0, length);
    }

    /** Tells whether the value is {@code ?}. */
    boolean isMissing() {
        return !quoted && length == 1 && value[0] == '?';
    }

    /** The value as a number; NaN if it is missing. */
    double number() throws NumberFormatException {
        return isMissing() ? Double.NaN : NumberParser.parse(value, 0, length);
    }

    /** The number of the line, from 1. */
    long line() {
        return lines.number();
    }

    /** Returns the exception for a fault in this line. */
    DataException error(String what, Object... values) {
        return lines.error(what, values);
    }
}
