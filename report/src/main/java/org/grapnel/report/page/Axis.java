package org.grapnel.report.page;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An axis of a figure: its title, and whether its scale is logarithmic. */
public record Axis(String title, boolean log) {
    public static Axis linear(String title) {
        return new Axis(title, false);
    }

    /** A logarithmic axis; values that are not above 0 are left out. */
    public static Axis log(String title) {
        return new Axis(title, true);
    }

    Map<String, @Nullable Object> toJson() {
        return JsonFields.of("title", title, "log", log);
    }
}
