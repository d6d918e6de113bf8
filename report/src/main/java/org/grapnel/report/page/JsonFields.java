package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values by name, in the order in which they are said: the same folder shall give the same bytes, in every run of Java. */
public final class JsonFields {
    private JsonFields() {}

    /** @param all a name, its value, the next name, … */
    public static Map<String, @Nullable Object> of(Object... all) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i += 2) fields.put(String.valueOf(all[i]), all[i + 1]);
        return fields;
    }
}
