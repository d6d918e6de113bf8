package org.grapnel.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.report.page.Axis;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.CommandBlock;
import org.grapnel.report.page.LineChart;
import org.grapnel.report.page.NoteBox;
import org.grapnel.report.page.Page;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.ComparisonDisplay;
import org.grapnel.runs.table.SavedTable;

/** The page of a comparison: bars with deviations, the table, and the objective of every method over the iterations. */
public final class ComparisonReport {
    private static final int MOST = 500;

    private ComparisonReport() {}

    public static Page build(SavedRun saved) {
        ComparisonTable standings = saved.comparison();
        boolean labels = standings.has(Measure.NMI);
        Page page = new Page(
                "Comparison of " + TextFormat.count(standings.rows().size(), "method"),
                TextFormat.format(
                        "%s: %s, %s, %s. All methods use the same graph, the same starts and the same k-means.",
                        saved.text("data").orElse("data"),
                        TextFormat.count(saved.count("samples"), "sample"),
                        TextFormat.count(saved.count("features"), "feature"),
                        TextFormat.count(saved.count("clusters"), "group")));
        if (labels) page.section("Which method is best", List.of(agreement(standings)));
        page.section(labels ? "All numbers" : "", table(saved, standings, labels));
        page.section("Measures", bars(standings));
        page.section("Convergence", curves(saved.table("curves.csv")));
        page.section("All parameters", parameters(saved));
        return page;
    }

    private static List<PageElement> table(SavedRun saved, ComparisonTable standings, boolean labels) {
        ComparisonDisplay table = new ComparisonDisplay(standings, labels);
        List<PageElement> parts = new ArrayList<>();
        parts.add(Table.ofNumbers(
                "Mean ± standard deviation",
                table.header(),
                table.rows().stream()
                        .map(row -> row.stream()
                                .map(cell -> new Table.Cell(cell.text(), cell.best()))
                                .toList())
                        .toList()));
        parts.add(
                Paragraphs.of(ComparisonDisplay.explainSpread(saved.count("repeats")), ComparisonDisplay.COLUMNS_MEAN));
        if (!labels) parts.add(Paragraphs.of(ComparisonDisplay.NO_LABELS));
        if (!saved.texts("notes").isEmpty()) parts.add(new NoteBox("Notes", saved.texts("notes")));
        return parts;
    }

    /** The first figure of the page: which method is best, and whether the difference is more than the seed. */
    private static BarChart agreement(ComparisonTable standings) {
        return figure(
                standings, "agreement", "Agreement with the labels", Map.of(Measure.NMI, "NMI", Measure.ACC, "ACC"));
    }

    private static List<PageElement> bars(ComparisonTable standings) {
        List<PageElement> bars = new ArrayList<>();
        if (standings.has(Measure.RELATIVE_ERROR))
            bars.add(figure(standings, "error", "Relative error", Map.of(Measure.RELATIVE_ERROR, "relative error")));
        if (standings.has(Measure.DEVIANCE_EXPLAINED))
            bars.add(figure(
                    standings,
                    "deviance",
                    "Deviance explained",
                    Map.of(Measure.DEVIANCE_EXPLAINED, "deviance explained")));
        bars.add(figure(standings, "seconds", "Seconds", Map.of(Measure.SECONDS, "seconds")));
        return bars;
    }

    /** Draws the methods that have such a number. */
    private static BarChart figure(ComparisonTable standings, String id, String title, Map<Measure, String> measures) {
        List<Measure> order = measures.keySet().stream().sorted().toList();
        List<ComparisonTable.ComparisonRow> rows = standings.rows().stream()
                .filter(row -> order.stream().anyMatch(m -> row.get(m).isPresent()))
                .toList();
        List<BarChart.BarSeries> series = order.stream()
                .map(m -> new BarChart.BarSeries(
                        measures.getOrDefault(m, m.key()),
                        rows.stream()
                                .map(row -> row.get(m).map(MeanSd::mean).orElse(Double.NaN))
                                .toList(),
                        rows.stream()
                                .map(row -> row.get(m)
                                        .map(s -> s.sd().orElse(Double.NaN))
                                        .orElse(Double.NaN))
                                .toList()))
                .toList();
        String means = order.stream()
                .map(m -> measures.getOrDefault(m, m.key()) + " of " + listMeans(rows, m))
                .collect(Collectors.joining(". "));
        return BarChart.horizontal(
                new Caption(
                        id,
                        title,
                        "Bar chart with whiskers of one standard deviation. " + means + ".",
                        "Whiskers are one standard deviation over the repeats."),
                order.size() == 1 ? measures.getOrDefault(order.get(0), "") : "",
                rows.stream().map(ComparisonTable.ComparisonRow::method).toList(),
                series);
    }

    private static String listMeans(List<ComparisonTable.ComparisonRow> rows, Measure measure) {
        return rows.stream()
                .filter(row -> row.get(measure).isPresent())
                .map(row -> TextFormat.format(
                        "%s %.3g", row.method(), row.get(measure).orElseThrow().mean()))
                .collect(Collectors.joining(", "));
    }

    /** Draws the first repeat of every method that iterates. */
    private static List<PageElement> curves(SavedTable table) {
        List<String> names = table.texts("contender");
        List<Double> repeat = table.numbers("repeat");
        Map<String, List<Integer>> of = new LinkedHashMap<>();
        for (int i = 0; i < table.size(); i++)
            if (repeat.get(i) == 0)
                of.computeIfAbsent(names.get(i), name -> new ArrayList<>()).add(i);
        if (of.isEmpty())
            return List.of(Paragraphs.of("There are no convergence curves: none of the methods iterates."));
        List<Double> objective = table.numbers("objective");
        String ends = of.entrySet().stream()
                .map(e -> TextFormat.format(
                        "%s %.5g after %s",
                        e.getKey(),
                        objective.get(last(e.getValue())),
                        TextFormat.count(e.getValue().size() - 1L, "iteration")))
                .collect(Collectors.joining(", "));
        return List.of(new LineChart(
                new Caption(
                        "convergence",
                        "Objective of the first repeat",
                        "Falling curves. Final values: " + ends + ".",
                        "Heights can be compared only between curves of the same model, because each model has its own objective. For k-means only the final time is known."),
                List.of(
                        view("by iteration", "iteration", of, table.numbers("iteration"), objective),
                        view("by time", "seconds", of, table.numbers("seconds"), objective))));
    }

    private static LineChart.ChartView view(
            String name, String x, Map<String, List<Integer>> of, List<Double> at, List<Double> objective) {
        List<LineChart.LineSeries> series = of.entrySet().stream()
                .map(e -> {
                    List<Integer> drawn = LineChart.thin(
                            e.getValue().stream()
                                    .filter(i -> !at.get(i).isNaN())
                                    .toList(),
                            MOST);
                    List<Double> across = drawn.stream().map(at::get).toList();
                    List<Double> up = drawn.stream().map(objective::get).toList();
                    return drawn.size() == 1
                            ? LineChart.LineSeries.marks(e.getKey(), across, up)
                            : LineChart.LineSeries.curve(e.getKey(), across, up);
                })
                .toList();
        return new LineChart.ChartView(name, Axis.linear(x), Axis.log("objective"), series);
    }

    private static int last(List<Integer> rows) {
        return rows.get(rows.size() - 1);
    }

    private static List<PageElement> parameters(SavedRun saved) {
        List<List<String>> methods = new ArrayList<>();
        if (saved.summary().get("contenders") instanceof List<?> list)
            for (Object each : list)
                if (each instanceof Map<?, ?> map)
                    methods.add(List.of(
                            String.valueOf(map.get("name")),
                            map.entrySet().stream()
                                    .filter(e -> !"name".equals(e.getKey()))
                                    .map(e -> e.getKey() + " " + e.getValue())
                                    .collect(Collectors.joining(", "))));
        List<List<String>> shared = new ArrayList<>();
        saved.summary().forEach((key, value) -> {
            if (!(value instanceof List)) shared.add(List.of(key, value == null ? "–" : String.valueOf(value)));
        });
        List<PageElement> parts = new ArrayList<>();
        saved.text("command_line").ifPresent(line -> {
            parts.add(Paragraphs.of("This command repeats the comparison."));
            parts.add(new CommandBlock(List.of(line)));
        });
        parts.add(Table.ofWords("Methods", List.of("method", "parameters"), methods));
        parts.add(Table.ofWords("Shared parameters", List.of("key", "value"), shared));
        return parts;
    }
}
