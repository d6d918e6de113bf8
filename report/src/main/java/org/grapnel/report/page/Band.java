package org.grapnel.report.page;

import java.util.List;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows or columns of a figure that belong together.
 *
 * @param shortName printed in the band where it fits
 * @param note further text of the tooltip; may be empty
 * @param color the group whose colour the band has; negative for grey
 */
public record Band(String name, String shortName, String note, int count, int color) {
    Map<String, @Nullable Object> toJson() {
        return JsonFields.of("name", name, "short", shortName, "note", note, "count", count, "color", color);
    }

    /** Refuses bands that do not cover all rows or columns; none at all are allowed. */
    static void requireCover(Caption caption, List<Band> bands, int size) {
        int covered = bands.stream().mapToInt(Band::count).sum();
        Preconditions.require(
                bands.isEmpty() || covered == size, "figure %s: bands of %d, not %d", caption.id(), covered, size);
    }
}
