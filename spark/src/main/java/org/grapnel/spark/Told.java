package org.grapnel.spark;

/** What others say, in one line. */
final class Told {
    private Told() {}

    /** The first line of a message, or the kind of fault where it has none. */
    static String line(Throwable e) {
        String message = e.getMessage();
        if (message == null || message.isBlank()) return e.getClass().getSimpleName();
        return message.strip().lines().findFirst().orElse("").strip();
    }
}
