package org.grapnel.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.io.SavedRun;
import org.grapnel.io.SavedTable;
import org.grapnel.linalg.DenseMatrix;

/** The samples: where t-SNE puts them, and their values on the kept features. */
final class SampleFigures {
    private static final int COLUMNS = 600;
    private static final int ROWS = 60;

    private SampleFigures() {}

    static List<Part> of(RunData run) {
        List<Part> parts = new ArrayList<>();
        Optional<SavedTable> embedding = run.saved().tableIfAny("embedding.csv").filter(table -> table.size() > 0);
        if (embedding.isPresent()) plane(run, embedding.orElseThrow()).ifPresent(parts::add);
        else if (!run.saved().isChoice())
            parts.add(Prose.of("The samples were not drawn in the plane: the folder has no embedding.csv."));
        if (!run.kept().isEmpty() && run.samples() > 0) parts.add(values(run));
        return parts;
    }

    private static Optional<Part> plane(RunData run, SavedTable table) {
        List<Integer> drawn = table.indices("index", run.samples());
        List<Scatter.Panel> panels = new ArrayList<>();
        panel("the data", table, "data").ifPresent(panels::add);
        panel("H, what the model makes of them", table, "h").ifPresent(panels::add);
        List<Scatter.Colouring> colourings = new ArrayList<>();
        if (run.groupCount() > 0)
            colourings.add(new Scatter.Colouring(
                    "group",
                    run.groupNames(),
                    drawn.stream().map(run.groups()::get).toList()));
        run.truth()
                .ifPresent(truth -> colourings.add(Scatter.Colouring.of(
                        "label", drawn.stream().map(truth::get).toList())));
        if (colourings.isEmpty())
            colourings.add(Scatter.Colouring.of(
                    "nothing", drawn.stream().map(j -> "sample").toList()));
        if (panels.isEmpty()) return Optional.empty();
        List<String> names =
                Names.ofSamples(drawn.stream().map(run.sampleNames()::get).toList());
        String which = drawn.size() < run.samples()
                ? Words.format("%,d of %,d samples, drawn at random", drawn.size(), run.samples())
                : Words.count(drawn.size(), "sample");
        return Optional.of(new Scatter(
                new Caption(
                        "samples",
                        "The samples in the plane (t-SNE)",
                        Words.format(
                                "Points for %s, %s.",
                                which,
                                panels.size() > 1
                                        ? "once by the data and once by H"
                                        : "by " + panels.get(0).title()),
                        Words.format(
                                "%s. Who is next to whom is mostly real; distances between islands and their sizes are not. H has been pulled together by the "
                                        + "graph, where there is one: tighter islands there are no proof of groups.",
                                which)),
                names,
                panels,
                colourings));
    }

    private static Optional<Scatter.Panel> panel(String title, SavedTable table, String prefix) {
        List<Double> x = table.numbers(prefix + "_x");
        List<Double> y = table.numbers(prefix + "_y");
        boolean any = x.stream().anyMatch(v -> !v.isNaN());
        return any ? Optional.of(new Scatter.Panel(title, x, y)) : Optional.empty();
    }

    /** X on the kept features, samples by their groups. */
    private static Figure values(RunData run) {
        List<RunData.Kept> rows = run.kept().stream().limit(ROWS).toList();
        List<List<Integer>> parts = run.drawn(COLUMNS);
        List<Integer> order = parts.stream().flatMap(List::stream).toList();
        List<Integer> ascending = order.stream().sorted().toList();
        List<List<Double>> values = new ArrayList<>();
        SavedRun saved = run.saved();
        try (DenseMatrix X = saved.rows("kept.npy", ascending)) {
            if (X.cols() != run.kept().size())
                throw new DataException(
                        "%s has %d columns for %d kept features",
                        saved.folder().resolve("kept.npy"), X.cols(), run.kept().size());
            List<Integer> places = places(order, ascending);
            for (RunData.Kept feature : rows) {
                int column = run.columnOf(feature);
                values.add(places.stream().map(place -> X.get(place, column)).toList());
            }
        }
        List<HeatMap.Group> groups = new ArrayList<>();
        int[] sizes = run.sizes();
        for (int g = 0; g < run.groupCount(); g++)
            if (!parts.get(g).isEmpty())
                groups.add(new HeatMap.Group(
                        RunData.groupName(g), String.valueOf(g), parts.get(g).size(), sizes[g]));
        String sampled = order.size() < run.samples()
                ? Words.format(" Drawn: %,d of %,d samples, evenly from every group.", order.size(), run.samples())
                : "";
        String best = rows.size() < run.kept().size()
                ? Words.format(
                        " The best %d of %,d features.", rows.size(), run.kept().size())
                : "";
        return HeatMap.of(
                        new Caption(
                                "values",
                                "The data on the kept features" + (run.groupCount() > 0 ? ", samples by group" : ""),
                                Words.format(
                                        "A table of colours: %s by %s.",
                                        Words.count(rows.size(), "feature"), Words.count(order.size(), "sample")),
                                "Each feature has its own scale, from its least to its largest value." + sampled
                                        + best),
                        new HeatMap.Side(
                                "feature",
                                Names.of(rows.stream().map(RunData.Kept::name).toList())),
                        new HeatMap.Side(
                                "sample",
                                Names.ofSamples(order.stream()
                                        .map(j -> run.sampleNames().isEmpty()
                                                ? String.valueOf(j)
                                                : run.sampleNames().get(j))
                                        .toList())),
                        "value",
                        values)
                .withGroups(groups)
                .withScale(HeatMap.Scale.BY_ROW);
    }

    /** Where each sample stands among the sorted ones. */
    private static List<Integer> places(List<Integer> order, List<Integer> ascending) {
        return order.stream().map(j -> Collections.binarySearch(ascending, j)).toList();
    }
}
