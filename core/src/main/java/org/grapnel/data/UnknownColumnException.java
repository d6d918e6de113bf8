package org.grapnel.data;

/** Thrown if an option names a column or feature that the data do not have. */
public final class UnknownColumnException extends DataException {
    private static final long serialVersionUID = 1L;

    private final String column;

    /** @param column the name that the option has */
    public UnknownColumnException(String column, String message, Object... values) {
        super(message, values);
        this.column = column;
    }

    public String column() {
        return column;
    }
}
