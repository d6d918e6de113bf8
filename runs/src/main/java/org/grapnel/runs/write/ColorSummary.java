package org.grapnel.runs.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.evaluate.ColumnAgreement;
import org.jspecify.annotations.Nullable;

/** Builds the entry {@code colors} of {@code summary.json}: how far the groups agree with the columns about the samples. */
final class ColorSummary {
    private ColorSummary() {}

    static List<Map<String, @Nullable Object>> build(List<ColumnAgreement> colors) {
        return colors.stream().map(ColorSummary::toJson).toList();
    }

    private static Map<String, @Nullable Object> toJson(ColumnAgreement color) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", color.column());
        json.put("values", color.values());
        json.put("nmi", color.nmi().isDefined() ? color.nmi().get() : null);
        json.put("follows_groups", color.groupsFollow());
        return json;
    }
}
