package org.grapnel.formats.input;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.grapnel.data.DataException;

/**
 * The lines of a text file with their numbers, and the words of each. The characters stay in an array that the next line
 * reuses, so that numbers are parsed without a string in between. A line that never ends is refused instead of filling
 * the memory.
 */
public final class LineReader {
    /** For lines that hold a handful of words. */
    private static final int LONGEST = 1 << 20;

    /** For lines that hold a whole sample: a million features of sixteen characters, and room for more. */
    public static final int LONGEST_SAMPLE = 1 << 26;

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
        this(in, LONGEST);
    }

    public LineReader(InputFile in, int longest) throws IOException {
        this.file = in.name();
        this.reader = in.text();
        this.longest = longest;
    }

    /** Goes to the next line; false after the last. */
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

    /** The line without its end. */
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

    /** Leaves out what follows the first such character. */
    public void cutAt(char mark) {
        for (int i = 0; i < length; i++) if (line[i] == mark) length = i;
    }

    /** Goes to the next word of the line; false after the last. */
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

    /** Where in the word this character is first; −1 if it is not there. */
    public int indexInWord(char wanted) {
        for (int i = wordStart; i < wordEnd; i++) if (line[i] == wanted) return i - wordStart;
        return -1;
    }

    /** The whole number ≥ 0 that the word's characters up to {@code end} write; −1 if they write none below 2⁶³. */
    public long wholeInWord(int end) {
        if (end == 0 || end > 19) return -1;
        long value = 0;
        for (int i = wordStart; i < wordStart + end; i++) {
            int digit = line[i] - '0';
            if (digit < 0 || digit > 9) return -1;
            value = 10 * value + digit;
        }
        return value < 0 ? -1 : value; // nineteen digits pass 2⁶³ at most once, and not as far as 2⁶⁴
    }

    public int wordLength() {
        return wordEnd - wordStart;
    }

    /** The number that the word's characters from {@code start} on write. */
    public double numberInWord(int start) {
        try {
            return NumberParser.parse(line, wordStart + start, wordEnd - wordStart - start);
        } catch (NumberFormatException e) {
            throw error("'%s' is not a number", Excerpt.of(word().substring(start)));
        }
    }

    /** Which line this is, from 1. */
    public long number() {
        return number;
    }

    /** What is wrong with this line. */
    public DataException error(String what, Object... values) {
        return new DataException(file + ": line " + number + ": " + String.format(Locale.ROOT, what, values));
    }
}
