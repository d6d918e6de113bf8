package org.grapnel.linalg;

import java.util.Locale;

/** Preconditions whose message carries the value. */
public final class Check {
    private Check() {}

    /** Throws an {@link IllegalArgumentException} with the formatted message unless the condition holds. */
    public static void that(boolean condition, String message, Object... values) {
        if (!condition) throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
}
