package org.grapnel.options;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something about data that the user may act on.
 *
 * @param options the options that do it, by their names without dashes; a list for several columns. Empty if no option does
 */
public record DataHint(String text, Map<String, Object> options) {
    public DataHint {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options)); // keeps the order
    }

    /** A hint without an option that does it. */
    public static DataHint of(String text) {
        return new DataHint(text, Map.of());
    }
}
