package org.grapnel.report.tuning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.table.SavedTable;

/**
 * The score by number of neighbours and graph weight: the mean over the seeds that were tried at each point.
 *
 * @param rows numbers of neighbours, ascending; a single NaN where the user gave the graph
 * @param columns graph weights, ascending
 * @param means NaN where no fit was made
 */
record TuningHeatMap(List<Double> rows, List<Double> columns, List<List<Double>> means) {
    private record GridPoint(double neighbors, double alpha) {}

    /** Reads the fits of the grid, and of its best points with further seeds, from tuning.csv. */
    static TuningHeatMap of(SavedTable trials) {
        List<String> stages = trials.texts("stage");
        List<Double> neighbors = trials.numbers("neighbors");
        List<Double> alphas = trials.numbers("alpha");
        List<Double> scores = trials.numbers("score");
        Map<GridPoint, List<Double>> tried = new HashMap<>();
        for (int i = 0; i < trials.size(); i++)
            if (stages.get(i).equals("grid") || stages.get(i).equals("seeds"))
                tried.computeIfAbsent(new GridPoint(neighbors.get(i), alphas.get(i)), place -> new ArrayList<>())
                        .add(scores.get(i));
        List<Double> rows = sorted(tried, GridPoint::neighbors);
        List<Double> columns = sorted(tried, GridPoint::alpha);
        return new TuningHeatMap(
                rows,
                columns,
                rows.stream()
                        .map(n -> columns.stream()
                                .map(alpha -> mean(tried.getOrDefault(new GridPoint(n, alpha), List.of())))
                                .toList())
                        .toList());
    }

    private static List<Double> sorted(Map<GridPoint, List<Double>> tried, Function<GridPoint, Double> by) {
        return tried.keySet().stream().map(by).distinct().sorted().toList();
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
        int column = columns.indexOf(tuning.chosen().alpha().orElse(Double.NaN));
        boolean found = row >= 0 && column >= 0;
        String framed = found
                ? TextFormat.format(
                        "Framed: the chosen point, %s and graph weight %s, with score %s. ",
                        neighbours(rows.get(row)),
                        TextFormat.formatNumber(columns.get(column)),
                        TextFormat.formatNumber(means.get(row).get(column)))
                : "";
        List<Double> all = means.stream().flatMap(List::stream).toList();
        Caption caption = new Caption(
                "tuning-map",
                "Score by " + (rows.size() == 1 ? "graph weight" : "number of neighbours and graph weight"),
                TextFormat.format(
                        "Heat map of scores, %s by %s. The scores range from %s to %s. %s",
                        rows.size() == 1 ? neighbours(rows.get(0)) : TextFormat.count(rows.size(), "neighbour count"),
                        TextFormat.count(columns.size(), "graph weight"),
                        TextFormat.formatNumber(values(all).min().orElse(Double.NaN)),
                        TextFormat.formatNumber(values(all).max().orElse(Double.NaN)),
                        framed),
                framed
                        + "Scores are means over seeds. Where the colours around the frame are similar, the exact choice matters little.");
        return Optional.of(HeatMap.of(
                        caption,
                        new HeatMap.HeatMapSide(
                                "neighbours",
                                rows.stream()
                                        .map(n -> n.isNaN() ? "your graph" : TextFormat.formatNumber(n))
                                        .toList()),
                        new HeatMap.HeatMapSide(
                                "graph weight alpha",
                                columns.stream().map(TextFormat::formatNumber).toList()),
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
