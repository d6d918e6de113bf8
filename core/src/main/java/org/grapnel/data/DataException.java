package org.grapnel.data;

import java.util.Locale;

/** The data are at fault, not the caller: the message says which file, where, which value, and what is allowed. */
public sealed class DataException extends RuntimeException permits CellException {
    private static final long serialVersionUID = 1L;

    public DataException(String message, Object... values) {
        super(values.length == 0 ? message : String.format(Locale.ROOT, message, values));
    }

    public DataException(String message, Throwable cause) {
        super(message, cause);
    }
}
