package org.grapnel.data;

/** Thrown if an option names a column or feature that the data do not have. */
public final class UnknownColumnException extends DataException {
    private static final long serialVersionUID = 1L;

    public UnknownColumnException(String message, Object... values) {
        super(message, values);
    }
}
