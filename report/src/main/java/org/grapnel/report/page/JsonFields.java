package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates maps that keep the order of their keys, so that the same folder gives the same page, byte for byte. */
public final class JsonFields {
    private JsonFields() {}

    /** @param all key, value, key, value, … */
    public static Map<String, @Nullable Object> of(Object... all) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i += 2) fields.put(String.valueOf(all[i]), all[i + 1]);
        return fields;
    }
}
