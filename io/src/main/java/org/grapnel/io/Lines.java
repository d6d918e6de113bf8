package org.grapnel.io;

import java.io.IOException;
import java.util.Locale;
import org.grapnel.data.DataException;

/** The lines of a text file with their numbers. A line that never ends is refused instead of filling the memory. */
final class Lines {
    private static final int LONGEST = 1 << 20;

    private final String file;
    private final java.io.Reader reader;
    private final char[] buffer = new char[1 << 14];
    private final StringBuilder line = new StringBuilder();
    private int at;
    private int filled;
    private long number;

    Lines(InputFile in) throws IOException {
        file = in.name();
        reader = in.text();
    }

    /** Goes to the next line; false after the last. */
    boolean next() throws IOException {
        line.setLength(0);
        number++;
        while (true) {
            int end = at;
            while (end < filled && buffer[end] != '\n') end++;
            line.append(buffer, at, end - at);
            if (line.length() > LONGEST) throw fault("is longer than %d characters", LONGEST);
            if (end < filled) {
                at = end + 1;
                return true;
            }
            filled = reader.read(buffer);
            at = 0;
            if (filled < 0) {
                filled = 0;
                return line.length() > 0;
            }
        }
    }

    /** The line without its end. */
    String text() {
        int length = line.length();
        return line.substring(0, length > 0 && line.charAt(length - 1) == '\r' ? length - 1 : length);
    }

    /** Which line this is, from 1. */
    long number() {
        return number;
    }

    /** What is wrong with this line. */
    DataException fault(String what, Object... values) {
        return new DataException(file + ": line " + number + ": " + String.format(Locale.ROOT, what, values));
    }
}
