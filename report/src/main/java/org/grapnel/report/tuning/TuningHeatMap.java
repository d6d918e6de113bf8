package org.grapnel.report.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.table.SavedTable;

/**
 * The score by number of neighbours and graph weight, or by number of neighbours and kind of graph where several kinds
 * were tried: the mean over the seeds at each point.
 *
 * @param rows numbers of neighbours, ascending; a single NaN where the user gave the graph
 * @param columns graph weights, ascending, or kinds of graphs
 * @param byKind whether columns are kinds of graphs
 * @param means NaN where no fit was made
 */
record TuningHeatMap(List<Double> rows, List<String> columns, boolean byKind, List<List<Double>> means) {
    private record GridPoint(double neighbors, String column) {}

    /** Reads the fits of the grid, and of its best points with other alphas or seeds, from tuning.csv. */
    static TuningHeatMap of(SavedTable trials) {
        List<String> stages = trials.texts("stage");
        List<Double> neighbors = trials.numbers("neighbors");
        List<Double> alphas = trials.numbers("alpha");
        List<String> kinds = kinds(trials);
        List<Double> scores = trials.numbers("score");
        boolean byKind = IntStream.range(0, trials.size())
                        .filter(i -> stages.get(i).equals("grid"))
                        .mapToObj(kinds::get)
                        .distinct()
                        .count()
                > 1;
        Set<String> stagesOfMap = byKind ? Set.of("grid") : Set.of("grid", "seeds", "alpha");
        Map<GridPoint, List<Double>> tried = new HashMap<>();
        Set<Double> rows = new TreeSet<>();
        Map<Double, String> weights = new TreeMap<>();
        Set<String> kindsTried = new LinkedHashSet<>();
        for (int i = 0; i < trials.size(); i++)
            if (stagesOfMap.contains(stages.get(i))) {
                String alpha = TextFormat.formatNumber(alphas.get(i));
                rows.add(neighbors.get(i));
                weights.put(alphas.get(i), alpha);
                kindsTried.add(kinds.get(i));
                tried.computeIfAbsent(
                                new GridPoint(neighbors.get(i), byKind ? kinds.get(i) : alpha),
                                place -> new ArrayList<>())
                        .add(scores.get(i));
            }
        List<String> columns = List.copyOf(byKind ? kindsTried : weights.values());
        return new TuningHeatMap(
                List.copyOf(rows),
                columns,
                byKind,
                rows.stream()
                        .map(n -> columns.stream()
                                .map(column -> mean(tried.getOrDefault(new GridPoint(n, column), List.of())))
                                .toList())
                        .toList());
    }

    /** The kind of each fit's graph; the same word for all in runs of version 0.1, which tried one kind. */
    private static List<String> kinds(SavedTable trials) {
        if (!trials.has("components") || !trials.has("weights")) return Collections.nCopies(trials.size(), "");
        List<String> components = trials.texts("components");
        List<String> weights = trials.texts("weights");
        return IntStream.range(0, trials.size())
                .mapToObj(i -> kind(components.get(i), weights.get(i)))
                .toList();
    }

    private static String kind(String components, String weights) {
        return (components.equals("none") ? "all features" : components + " components") + ", " + weights;
    }

    private static double mean(List<Double> scores) {
        return values(scores).average().orElse(Double.NaN);
    }

    private static DoubleStream values(List<Double> some) {
        return some.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite);
    }

    /** Returns empty where there was only one point. */
    Optional<Figure> figure(SavedTuning tuning) {
        if (rows.size() * columns.size() < 2) return Optional.empty();
        int row = rows.indexOf(
                tuning.chosen().neighbors().map(Integer::doubleValue).orElse(Double.NaN));
        int column = columns.indexOf(
                byKind
                        ? kind(
                                tuning.chosen()
                                        .components()
                                        .map(String::valueOf)
                                        .orElse("none"),
                                tuning.chosen().weights().orElse(""))
                        : tuning.chosen().alpha().map(TextFormat::formatNumber).orElse(""));
        boolean found = row >= 0 && column >= 0;
        String framed = found
                ? TextFormat.format(
                        "Framed: the chosen point, %s and %s%s, with score %s. ",
                        neighbours(rows.get(row)),
                        byKind ? "" : "graph weight ",
                        columns.get(column),
                        TextFormat.formatNumber(means.get(row).get(column)))
                : "";
        List<Double> all = means.stream().flatMap(List::stream).toList();
        Caption caption = new Caption(
                "tuning-map",
                "Score by " + (rows.size() == 1 ? "" : "number of neighbours and ")
                        + (byKind ? "kind of graph" : "graph weight"),
                TextFormat.format(
                        "Heat map of scores, %s by %s. The scores range from %s to %s. %s",
                        rows.size() == 1 ? neighbours(rows.get(0)) : TextFormat.count(rows.size(), "neighbour count"),
                        TextFormat.count(columns.size(), byKind ? "graph kind" : "graph weight"),
                        TextFormat.formatNumber(values(all).min().orElse(Double.NaN)),
                        TextFormat.formatNumber(values(all).max().orElse(Double.NaN)),
                        framed),
                framed
                        + (byKind
                                ? "Graphs differ in what neighbours are searched on and in their edge weights. The default is left only for a clearly better score. "
                                : "Scores are means over seeds. ")
                        + "Where the colours around the frame are similar, the exact choice matters little.");
        return Optional.of(HeatMap.of(
                        caption,
                        new HeatMap.HeatMapSide(
                                "neighbours",
                                rows.stream()
                                        .map(n -> n.isNaN() ? "your graph" : TextFormat.formatNumber(n))
                                        .toList()),
                        new HeatMap.HeatMapSide(byKind ? "kind of graph" : "graph weight alpha", columns),
                        tuning.criterion(),
                        means)
                .withScale(HeatMap.ColorScale.FROM_LEAST)
                .withNumbers()
                .withFrames(found ? List.of(new HeatMap.CellFrame(row, column, "chosen")) : List.of()));
    }

    private static String neighbours(double n) {
        return Double.isNaN(n) ? "your graph" : TextFormat.formatNumber(n) + (n == 1 ? " neighbour" : " neighbours");
    }
}
