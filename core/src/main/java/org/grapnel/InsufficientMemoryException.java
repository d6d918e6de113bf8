package org.grapnel;

/** Thrown before a fit starts that needs more memory than there is. */
public final class InsufficientMemoryException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InsufficientMemoryException(String message) {
        super("not enough memory: " + message);
    }
}
