package org.grapnel;

/** What was asked for needs more memory than there is, and is refused before it has begun. */
public final class InsufficientMemoryException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    InsufficientMemoryException(String message) {
        super("not enough memory: " + message);
    }
}
