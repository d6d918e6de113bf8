package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
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
            List.of("modularity", "modularity"),
            List.of("edges_kept", "neighbours kept"));

    private static final String RESULT = "this result";

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
        if (!saved.isSelection()) rows.add(row(RESULT, shown, key -> ofResult(saved, controls, key)));
        controls.forEach((key, control) -> {
            if (control instanceof Map<?, ?> method)
                rows.add(row(name(key, method), shown, column -> number(method.get(column))));
        });
        return List.of(
                picture(saved, controls, shown),
                Paragraphs.of(
                        "These baselines show whether the kept features, the graph or neither are needed to find the groups. Same groups: 1 where a method finds "
                                + "the groups of this result, 0 where both agree only by chance. Neighbours kept: the share of the graph's edges that are found again "
                                + "from these features alone. Modularity: the share of the graph's edges inside groups beyond chance; 0 is chance, 1 is the maximum."),
                Table.ofNumbers("This result and simpler methods", header, rows));
    }

    /** Draws NMI and ACC where there are labels, otherwise the agreement with the groups and the modularity. */
    private static BarChart picture(SavedRun saved, Map<?, ?> controls, List<List<String>> shown) {
        boolean labels = shown.stream().anyMatch(column -> column.get(0).equals("nmi"));
        List<List<String>> drawn = shown.stream()
                .filter(column -> (labels ? List.of("nmi", "acc") : List.of("ari_with_groups", "modularity"))
                        .contains(column.get(0)))
                .toList();
        List<String> names = new ArrayList<>();
        List<CellValue> methods = new ArrayList<>();
        if (!saved.isSelection()) {
            names.add(RESULT);
            methods.add(key -> ofResult(saved, controls, key));
        }
        controls.forEach((key, control) -> {
            if (control instanceof Map<?, ?> method) {
                names.add(name(key, method));
                methods.add(column -> number(method.get(column)));
            }
        });
        List<BarChart.BarSeries> series = drawn.stream()
                .map(column -> new BarChart.BarSeries(
                        column.get(1),
                        methods.stream()
                                .map(method -> method.of(column.get(0))
                                        .map(BaselineSection::rounded)
                                        .orElse(Double.NaN))
                                .toList(),
                        List.of()))
                .toList();
        return BarChart.horizontal(
                new Caption(
                        "baselines",
                        labels ? "Agreement with the labels" : "Agreement with this result, and modularity",
                        "Bar chart. " + values(names, series),
                        labels
                                ? "Longer bars are better."
                                : "Same groups: 1 where a method finds the groups of this result. Modularity: longer bars are better."),
                series.size() == 1 ? series.get(0).name() : "",
                names,
                series);
    }

    /** Returns three decimals, as the table shows them; summary.json has the others. */
    private static double rounded(double value) {
        return Math.round(1000 * value) / 1000.0;
    }

    private static String values(List<String> names, List<BarChart.BarSeries> series) {
        return series.stream()
                .map(one -> one.name() + " of "
                        + IntStream.range(0, names.size())
                                .filter(i -> !one.values().get(i).isNaN())
                                .mapToObj(i -> TextFormat.format(
                                        "%s %.3g", names.get(i), one.values().get(i)))
                                .collect(Collectors.joining(", "))
                        + ".")
                .collect(Collectors.joining(" "));
    }

    private static String name(@Nullable Object key, Map<?, ?> method) {
        return method.get("what") instanceof String what
                ? what
                : String.valueOf(key).replace('_', ' ');
    }

    /** Returns a number of the result itself; its modularity stands beside those of the baselines. */
    private static Optional<Double> ofResult(SavedRun saved, Map<?, ?> controls, String key) {
        if (key.equals("ari_with_groups")) return Optional.of(1.0);
        return key.equals("modularity") ? number(controls.get(key)) : saved.number(key);
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
