package org.grapnel.formats.input;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.grapnel.data.DataException;

/**
 * Reads the lines of a text file and the words of each line. The characters stay in an array that the next line reuses,
 * so numbers are parsed without strings. A line that is too long is refused before it fills the memory.
 */
public final class LineReader {
    /** The longest line of a few words. */
    private static final int MAX_LENGTH = 1 << 20;

    /** The longest line of a whole sample: a million features of 16 characters, with room to spare. */
    public static final int MAX_SAMPLE_LENGTH = 1 << 26;

    private final String file;
    private final java.io.Reader reader;
    private final int longest;
    private final char[] buffer = new char[1 << 14];
    private char[] line = new char[1 << 10];
    private int length;
    private int at;
    private int filled;
    private long number;
    private int wordStart;
    private int wordEnd;

    public LineReader(InputFile in) throws IOException {
        this(in, MAX_LENGTH);
    }

    public LineReader(InputFile in, int longest) throws IOException {
        this.file = in.name();
        this.reader = in.text();
        this.longest = longest;
    }

    /** Moves to the next line; returns false after the last one. */
    public boolean next() throws IOException {
        boolean there = nextLine();
        if (length > 0 && line[length - 1] == '\r') length--;
        wordStart = wordEnd = 0;
        return there;
    }

    private boolean nextLine() throws IOException {
        length = 0;
        number++;
        while (true) {
            int end = at;
            while (end < filled && buffer[end] != '\n') end++;
            append(at, end);
            if (end < filled) {
                at = end + 1;
                return true;
            }
            filled = reader.read(buffer);
            at = 0;
            if (filled < 0) {
                filled = 0;
                return length > 0;
            }
        }
    }

    private void append(int from, int end) {
        int longer = length + end - from;
        if (longer > longest) throw error("is longer than %d characters", longest);
        if (longer > line.length) line = Arrays.copyOf(line, Math.max(longer, 2 * line.length));
        System.arraycopy(buffer, from, line, length, end - from);
        length = longer;
    }

    /** Returns the line without its line end. */
    public String text() {
        return new String(line, 0, length);
    }

    public int length() {
        return length;
    }

    public boolean isBlank() {
        for (int i = 0; i < length; i++) if (line[i] > ' ') return false;
        return true;
    }

    public char charAt(int i) {
        return line[i];
    }

    /** Drops the first such character and everything after it. */
    public void cutAt(char mark) {
        for (int i = 0; i < length; i++) if (line[i] == mark) length = i;
    }

    /** Moves to the next word of the line; returns false after the last one. */
    public boolean nextWord() {
        wordStart = wordEnd;
        while (wordStart < length && line[wordStart] <= ' ') wordStart++;
        wordEnd = wordStart;
        while (wordEnd < length && line[wordEnd] > ' ') wordEnd++;
        return wordStart < wordEnd;
    }

    public String word() {
        return new String(line, wordStart, wordEnd - wordStart);
    }

    /** Returns the first place of this character in the word, or −1. */
    public int indexInWord(char wanted) {
        for (int i = wordStart; i < wordEnd; i++) if (line[i] == wanted) return i - wordStart;
        return -1;
    }

    /** Parses the first {@code end} characters of the word as an integer ≥ 0; returns −1 if they are none below 2⁶³. */
    public long integerInWord(int end) {
        if (end == 0 || end > 19) return -1;
        long value = 0;
        for (int i = wordStart; i < wordStart + end; i++) {
            int digit = line[i] - '0';
            if (digit < 0 || digit > 9) return -1;
            value = 10 * value + digit;
        }
        return value < 0 ? -1 : value; // 19 digits overflow 2⁶³ at most once and stay below 2⁶⁴
    }

    public int wordLength() {
        return wordEnd - wordStart;
    }

    /** Parses the word from character {@code start} on as a number. */
    public double numberInWord(int start) {
        try {
            return NumberParser.parse(line, wordStart + start, wordEnd - wordStart - start);
        } catch (NumberFormatException e) {
            throw error("'%s' is not a number", Excerpt.of(word().substring(start)));
        }
    }

    /** Returns the number of the line, from 1. */
    public long number() {
        return number;
    }

    /** Returns the exception for a fault in this line. */
    public DataException error(String what, Object... values) {
        return new DataException(file + ": line " + number + ": " + String.format(Locale.ROOT, what, values));
    }
}
