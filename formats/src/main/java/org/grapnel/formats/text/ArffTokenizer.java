package org.grapnel.formats.text;

import java.io.IOException;
import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LineReader;
import org.grapnel.formats.input.NumberParser;

/**
 * The lines of an ARFF file, cut as Weka cuts them: values between commas or blanks, in single or double quotes where
 * they hold either, with a backslash before what is not meant; {@code %} begins a comment.
 */
final class ArffTokenizer {
    private final LineReader lines;
    private int at;
    private char[] value = new char[64];
    private int length;
    private boolean quoted;

    ArffTokenizer(InputFile in) throws IOException {
        lines = new LineReader(in, LineReader.LONGEST_SAMPLE);
    }

    /** Goes to the next line with something on it; false after the last. */
    boolean nextLine() throws IOException {
        while (lines.next()) {
            at = 0;
            if (!atEnd()) return true;
        }
        return false;
    }

    /** Whether nothing follows on this line. */
    boolean atEnd() {
        skipBlanks();
        return at == lines.length() || lines.charAt(at) == '%';
    }

    private void skipBlanks() {
        while (at < lines.length() && lines.charAt(at) <= ' ') at++;
    }

    /** Passes over this character if it is the next one. */
    boolean take(char wanted) {
        skipBlanks();
        if (at == lines.length() || lines.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    /** Reads the next value; it is a fault if there is none. */
    void nextValue() {
        skipBlanks();
        length = 0;
        char first = at < lines.length() ? lines.charAt(at) : ',';
        quoted = first == '\'' || first == '"';
        if (quoted) inQuotes(first);
        else while (at < lines.length() && isPartOfValue(lines.charAt(at))) append(lines.charAt(at++));
        if (length == 0 && !quoted) throw error("a value is needed at character %d", at + 1);
    }

    private static boolean isPartOfValue(char c) {
        return c > ' ' && c != ',' && c != '{' && c != '}' && c != '%';
    }

    private void inQuotes(char quote) {
        for (at++; at < lines.length(); at++) {
            char c = lines.charAt(at);
            if (c == quote) {
                at++;
                return;
            }
            if (c == '\\' && at + 1 < lines.length()) c = unescaped(lines.charAt(++at));
            append(c);
        }
        throw error("a quote is not closed");
    }

    private static char unescaped(char c) {
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

    /** Whether the value says that there is none. */
    boolean isMissing() {
        return !quoted && length == 1 && value[0] == '?';
    }

    /** The value as a number; a missing one is NaN. */
    double number() throws NumberFormatException {
        return isMissing() ? Double.NaN : NumberParser.parse(value, 0, length);
    }

    /** Which line this is, from 1. */
    long line() {
        return lines.number();
    }

    /** What is wrong with this line. */
    DataException error(String what, Object... values) {
        return lines.error(what, values);
    }
}
