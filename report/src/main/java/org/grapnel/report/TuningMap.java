package org.grapnel.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.grapnel.io.SavedTable;

/**
 * The score over neighbours and graph weight: at each place the mean over the seeds that were tried there.
 *
 * @param rows numbers of neighbours, ascending; NaN alone where the graph was given
 * @param columns graph weights, ascending
 * @param means NaN where nothing was tried
 */
record TuningMap(List<Double> rows, List<Double> columns, List<List<Double>> means) {
    private record Place(double neighbors, double alpha) {}

    /** Of the stages that tried all places, and the best of them again. */
    static TuningMap of(SavedTable trials) {
        List<String> stages = trials.texts("stage");
        List<Double> neighbors = trials.numbers("neighbors");
        List<Double> alphas = trials.numbers("alpha");
        List<Double> scores = trials.numbers("score");
        Map<Place, List<Double>> tried = new HashMap<>();
        for (int i = 0; i < trials.size(); i++)
            if (stages.get(i).equals("grid") || stages.get(i).equals("seeds"))
                tried.computeIfAbsent(new Place(neighbors.get(i), alphas.get(i)), place -> new ArrayList<>())
                        .add(scores.get(i));
        List<Double> rows = sorted(tried, Place::neighbors);
        List<Double> columns = sorted(tried, Place::alpha);
        return new TuningMap(
                rows,
                columns,
                rows.stream()
                        .map(n -> columns.stream()
                                .map(alpha -> mean(tried.getOrDefault(new Place(n, alpha), List.of())))
                                .toList())
                        .toList());
    }

    private static List<Double> sorted(Map<Place, List<Double>> tried, Function<Place, Double> by) {
        return tried.keySet().stream().map(by).distinct().sorted().toList();
    }

    private static double mean(List<Double> scores) {
        return values(scores).average().orElse(Double.NaN);
    }

    private static DoubleStream values(List<Double> some) {
        return some.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite);
    }

    /** None where there was nothing to choose from. */
    Optional<Figure> figure(Tuning tuning) {
        if (rows.size() * columns.size() < 2) return Optional.empty();
        int row = rows.indexOf(
                tuning.chosen().neighbors().map(Integer::doubleValue).orElse(Double.NaN));
        int column = columns.indexOf(tuning.chosen().alpha().orElse(Double.NaN));
        boolean found = row >= 0 && column >= 0;
        String framed = found
                ? Words.format(
                        "Framed: what was chosen, %s and graph weight %s, with %s. ",
                        neighbours(rows.get(row)),
                        Words.plain(columns.get(column)),
                        Words.plain(means.get(row).get(column)))
                : "";
        List<Double> all = means.stream().flatMap(List::stream).toList();
        Caption caption = new Caption(
                "tuning-map",
                "The tuning map: the score over "
                        + (rows.size() == 1 ? "the graph weight" : "neighbours and graph weight"),
                Words.format(
                        "A table of colours, %s by %s. The scores go from %s to %s. %s",
                        rows.size() == 1
                                ? neighbours(rows.get(0))
                                : Words.count(rows.size(), "number") + " of neighbours",
                        Words.count(columns.size(), "graph weight"),
                        Words.plain(values(all).min().orElse(Double.NaN)),
                        Words.plain(values(all).max().orElse(Double.NaN)),
                        framed),
                framed
                        + "Means over the seeds that were tried. Where the colours around the frame are alike, the exact choice matters little.");
        return Optional.of(HeatMap.of(
                        caption,
                        new HeatMap.Side(
                                "neighbours",
                                rows.stream()
                                        .map(n -> n.isNaN() ? "your graph" : Words.plain(n))
                                        .toList()),
                        new HeatMap.Side(
                                "graph weight alpha",
                                columns.stream().map(Words::plain).toList()),
                        tuning.criterion(),
                        means)
                .withScale(HeatMap.Scale.FROM_LEAST)
                .withNumbers()
                .withFrames(found ? List.of(new HeatMap.Frame(row, column, "chosen")) : List.of()));
    }

    private static String neighbours(double n) {
        return Double.isNaN(n) ? "your graph" : Words.plain(n) + (n == 1 ? " neighbour" : " neighbours");
    }
}
