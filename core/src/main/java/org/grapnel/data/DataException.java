package org.grapnel.data;

import java.util.Locale;

/** Thrown for invalid data. The message is one line with the file, the place, the value and what is allowed. */
public sealed class DataException extends RuntimeException permits CellException, UnknownColumnException {
    private static final long serialVersionUID = 1L;

    public DataException(String message, Object... values) {
        super(onOneLine(values.length == 0 ? message : String.format(Locale.ROOT, message, values)));
    }

    public DataException(String message, Throwable cause) {
        super(onOneLine(message), cause);
    }

    /** Replaces control characters: names and values from a file may hold line ends and terminal commands. */
    private static String onOneLine(String message) {
        if (message.chars().noneMatch(Character::isISOControl)) return message;
        StringBuilder line = new StringBuilder(message.length());
        message.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line.toString();
    }
}
