package org.grapnel.runtime;

import java.util.Locale;

/** Argument checks whose messages carry the value found. */
public final class Preconditions {
    private Preconditions() {}

    /** Throws an {@link IllegalArgumentException} with the formatted message unless the condition holds. */
    public static void require(boolean condition, String message, Object... values) {
        if (!condition) throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
}
