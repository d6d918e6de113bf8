package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.read.SavedRun;
import org.jspecify.annotations.Nullable;

/** Compares the result with simpler methods on the same data. */
public final class BaselineSection {
    /** The columns: key in summary.json, and heading. */
    private static final List<List<String>> COLUMNS = List.of(
            List.of("nmi", "NMI"),
            List.of("acc", "ACC"),
            List.of("ari", "ARI"),
            List.of("ari_with_groups", "same groups"),
            List.of("silhouette", "silhouette"),
            List.of("edges_kept", "neighbours kept"));

    private BaselineSection() {}

    public static List<PageElement> build(SavedRun saved) {
        if (!(saved.summary().get("controls") instanceof Map<?, ?> controls)) return List.of();
        List<Map<?, ?>> methods = new ArrayList<>();
        for (Object control : controls.values()) if (control instanceof Map<?, ?> method) methods.add(method);
        if (methods.isEmpty()) return List.of();
        List<List<String>> shown = COLUMNS.stream()
                .filter(column -> methods.stream().anyMatch(method -> method.get(column.get(0)) instanceof Number))
                .toList();
        List<String> header = new ArrayList<>(List.of("method"));
        shown.forEach(column -> header.add(column.get(1)));
        List<List<Table.Cell>> rows = new ArrayList<>();
        if (!saved.isSelection())
            rows.add(row(
                    "this result", shown, key -> key.equals("ari_with_groups") ? Optional.of(1.0) : saved.number(key)));
        controls.forEach((key, control) -> {
            if (control instanceof Map<?, ?> method)
                rows.add(row(
                        method.get("what") instanceof String what
                                ? what
                                : String.valueOf(key).replace('_', ' '),
                        shown,
                        column -> number(method.get(column))));
        });
        return List.of(
                Paragraphs.of(
                        "These baselines show whether the kept features, the graph or neither are needed to find the groups. Same groups: 1 where a method finds "
                                + "the groups of this result, 0 where both agree only by chance. Neighbours kept: the share of the graph's edges that are found again "
                                + "from these features alone."),
                Table.ofNumbers("This result and simpler methods", header, rows));
    }

    private interface CellValue {
        Optional<Double> of(String key);
    }

    private static List<Table.Cell> row(String name, List<List<String>> shown, CellValue value) {
        List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.of(name)));
        for (List<String> column : shown)
            row.add(Table.Cell.of(value.of(column.get(0))
                    .map(v -> TextFormat.format("%.3f", v))
                    .orElse("–")));
        return row;
    }

    private static Optional<Double> number(@Nullable Object value) {
        return value instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }
}
