package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.ScatterPlot;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.page.TooltipNames;
import org.grapnel.runs.table.SavedTable;

/** The samples: a t-SNE embedding, and their values of the kept features. */
public final class SampleSection {
    private static final int COLUMNS = 600;
    private static final int ROWS = 60;

    private SampleSection() {}

    public static List<PageElement> build(RunData run) {
        if (!run.hasSamples())
            return List.of(
                    Paragraphs.of(
                            "The run on Spark had too many samples for labels.csv and kept.npy, so the figures of single samples are left out; H.parquet has the group of every sample."));
        List<PageElement> parts = new ArrayList<>();
        Optional<SavedTable> embedding = run.saved().findTable("embedding.csv").filter(table -> table.size() > 0);
        if (embedding.isPresent()) plane(run, embedding.orElseThrow()).ifPresent(parts::add);
        else if (!run.saved().isSelection())
            parts.add(Paragraphs.of("There is no t-SNE embedding: the folder has no embedding.csv."));
        if (!run.kept().isEmpty() && run.samples() > 0) parts.add(values(run));
        return parts;
    }

    private static Optional<PageElement> plane(RunData run, SavedTable table) {
        List<Integer> drawn = table.indices("index", run.samples());
        List<ScatterPlot.Panel> panels = new ArrayList<>();
        panel("data", table, "data").ifPresent(panels::add);
        panel("H (the model)", table, "h").ifPresent(panels::add);
        if (panels.isEmpty()) return Optional.empty();
        List<String> names = TooltipNames.shortenSamples(
                drawn.stream().map(run.sampleNames()::get).toList());
        String which = drawn.size() < run.samples()
                ? TextFormat.format("%,d of %,d samples, drawn at random", drawn.size(), run.samples())
                : TextFormat.count(drawn.size(), "sample");
        SampleColors colors = new SampleColors(run, drawn);
        ScatterPlot plot = new ScatterPlot(
                new Caption(
                        "samples",
                        "Samples in two dimensions (t-SNE)",
                        TextFormat.format(
                                "Scatter plot of %s, %s.",
                                which,
                                panels.size() > 1
                                        ? "from the data and from H"
                                        : "from " + panels.get(0).title()),
                        TextFormat.format(
                                "%s. Samples that are close in the plot are mostly close in the data; the sizes of clusters and the distances between them carry no "
                                        + "meaning. The graph pulls neighbours together in H, so tight clusters there are no evidence of groups.%s",
                                which, colors.describeFeatures())),
                names,
                panels,
                colors.colourings());
        return Optional.of(colors.features().map(plot::withFeatures).orElse(plot));
    }

    private static Optional<ScatterPlot.Panel> panel(String title, SavedTable table, String prefix) {
        List<Double> x = table.numbers(prefix + "_x");
        List<Double> y = table.numbers(prefix + "_y");
        boolean any = x.stream().anyMatch(v -> !v.isNaN());
        return any ? Optional.of(new ScatterPlot.Panel(title, x, y)) : Optional.empty();
    }

    /** Draws X on the kept features, with the samples ordered by group. */
    private static Figure values(RunData run) {
        List<RunData.KeptFeature> rows =
                RunData.orderByGroup(run.kept().stream().limit(ROWS).toList());
        List<List<Integer>> parts = run.sampleForDisplay(COLUMNS);
        List<Integer> order = parts.stream().flatMap(List::stream).toList();
        List<List<Double>> values = Arrays.stream(KeptValues.read(run, rows, order))
                .map(row -> Arrays.stream(row).boxed().toList())
                .toList();
        String best = rows.size() < run.kept().size()
                ? TextFormat.format(
                        " Shown: the best %d of %,d features.",
                        rows.size(), run.kept().size())
                : "";
        return HeatMap.of(
                        new Caption(
                                "values",
                                "Values of the kept features"
                                        + (run.groupCount() > 0 ? ", samples ordered by group" : ""),
                                TextFormat.format(
                                        "Heat map: %s by %s.",
                                        TextFormat.count(rows.size(), "feature"),
                                        TextFormat.count(order.size(), "sample")),
                                (RunData.rowBands(rows).isEmpty()
                                                ? ""
                                                : "Features are ordered by the group they mark. ")
                                        + "Each feature has its own colour scale, from its smallest to its largest value."
                                        + run.describeShown(order.size()) + best),
                        new HeatMap.HeatMapSide(
                                "feature",
                                TooltipNames.shorten(rows.stream()
                                        .map(RunData.KeptFeature::name)
                                        .toList())),
                        new HeatMap.HeatMapSide(
                                "sample",
                                TooltipNames.shortenSamples(order.stream()
                                        .map(j -> run.sampleNames().isEmpty()
                                                ? String.valueOf(j)
                                                : run.sampleNames().get(j))
                                        .toList())),
                        "value",
                        values)
                .withColumnBands(run.sampleBands(parts))
                .withRowBands(RunData.rowBands(rows))
                .withScale(HeatMap.ColorScale.BY_ROW);
    }
}
