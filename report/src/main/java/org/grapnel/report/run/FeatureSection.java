package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.report.page.Axis;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.LineChart;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.PictureGrid;
import org.grapnel.report.page.PixelGrid;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.page.TooltipNames;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.SavedTable;

/** The kept features: their scores, their pixels where they are pixels, and their weights in the components. */
public final class FeatureSection {
    private static final int BARS = 40;
    private static final int TABLE = 400;
    private static final int ROWS = 60;

    private FeatureSection() {}

    public static List<PageElement> build(RunData run) {
        if (run.kept().isEmpty()) return List.of(Paragraphs.of("No feature was kept."));
        SavedRun saved = run.saved();
        List<PageElement> parts = new ArrayList<>();
        Optional<PixelGrid> pixels = PixelGrid.create(saved, PixelGrid.MOST_COMPONENTS);
        pixels.ifPresent(grid -> saved.means().ifPresent(means -> parts.add(meanPicture(run, grid, means))));
        parts.add(scores(run));
        parts.add(table(run));
        saved.findTable("path.csv")
                .filter(path -> path.size() > 1 && !sameAsScores(run, path))
                .ifPresent(path -> parts.add(path(saved, path)));
        if (!saved.isSelection())
            try (DenseMatrix W = saved.matrix("W.npy")) {
                if (W.rows() != run.features())
                    throw new DataException(
                            "%s has %d rows, but summary.json says %d features",
                            saved.folder().resolve("W.npy"), W.rows(), run.features());
                parts.add(pixels.<PageElement>map(grid -> components(grid, W)).orElseGet(() -> weights(run, W)));
            }
        return parts;
    }

    private static Figure scores(RunData run) {
        List<RunData.KeptFeature> shown = run.kept().stream().limit(BARS).toList();
        String kept = TextFormat.count(run.kept().size(), "kept feature");
        RunData.KeptFeature best = run.kept().get(0);
        boolean marked = shown.stream().anyMatch(feature -> feature.group() >= 0);
        BarChart bars = BarChart.horizontal(
                new Caption(
                        "features",
                        shown.size() < run.kept().size() ? "The best " + shown.size() + " of " + kept : "The " + kept,
                        TextFormat.format(
                                "Bar chart of the scores of %s, best first: %s with %.4g.",
                                kept, TextFormat.truncate(best.name(), TextFormat.LONGEST), best.score()),
                        meaning(run.saved())
                                + (marked ? " A bar has the colour of the group that its feature marks best." : "")
                                + (shown.size() < run.kept().size()
                                        ? " The file features.csv lists all of them."
                                        : "")),
                "score",
                TooltipNames.shorten(
                        shown.stream().map(RunData.KeptFeature::name).toList()),
                List.of(new BarChart.BarSeries(
                        "score", shown.stream().map(RunData.KeptFeature::score).toList(), List.of())));
        return marked
                ? bars.withGroupColors(
                        shown.stream().map(RunData.KeptFeature::group).toList())
                : bars;
    }

    /** Lists the best features by the group they mark, with how often they are kept on parts of the samples. */
    private static Table table(RunData run) {
        List<RunData.KeptFeature> best = run.kept().stream().limit(TABLE).toList();
        boolean marked = best.stream().anyMatch(feature -> feature.group() >= 0);
        List<String> header = new ArrayList<>(List.of("feature", "rank", "score"));
        if (marked) header.add("marks");
        if (run.hasFrequency()) header.add("kept");
        List<RunData.KeptFeature> ordered = RunData.orderByGroup(best);
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (RunData.KeptFeature feature : ordered) {
            List<Table.Cell> row = new ArrayList<>(List.of(
                    Table.Cell.of(feature.name()),
                    Table.Cell.of(TextFormat.format("%,d", feature.rank())),
                    Table.Cell.of(TextFormat.formatNumber(feature.score()))));
            if (marked)
                row.add(
                        feature.group() < 0
                                ? Table.Cell.of("–")
                                : Table.Cell.ofGroup(RunData.groupName(feature.group()), feature.group()));
            if (run.hasFrequency())
                row.add(Table.Cell.of(
                        Double.isNaN(feature.frequency()) ? "–" : TextFormat.percent(feature.frequency())));
            rows.add(row);
        }
        String title = (best.size() < run.kept().size()
                        ? TextFormat.format(
                                "The best %d of %,d kept features",
                                best.size(), run.kept().size())
                        : "The kept features")
                + (marked ? ", ordered by the group they mark" : "")
                + (run.hasFrequency() ? ", and how often each is kept when a fifth of the samples is left out" : "");
        return Table.ofNumbers(title, header, rows)
                .withRowIds(ordered.stream()
                        .map(feature -> "feature-" + feature.index())
                        .toList());
    }

    private static String meaning(SavedRun saved) {
        return saved.text("select")
                .map(by -> switch (by) {
                    case "structure" ->
                        "Score: how well the features up to this one separate neighbouring samples from others. Features are listed in the order of selection.";
                    case "groups" ->
                        "Score: how much the feature adds to the separation of the groups, after the features above it. Below 0: it does not differ between the groups by more than chance.";
                    case "variance", "laplacian-score", "mcfs" ->
                        "Score: the " + by.replace('-', ' ') + " of the feature.";
                    case "ndfs" ->
                        "Score: the weight of the feature in a sparse linear map from features to the groups of the graph.";
                    default -> "Score: the weight of the feature in the model, which is the length of its row of W.";
                })
                .orElse("Score: the weight of the feature in the model.");
    }

    /** Whether the bar chart of scores already shows the path. */
    private static boolean sameAsScores(RunData run, SavedTable path) {
        List<Double> scores = path.numbers("score");
        return scores.size() <= Math.min(BARS, run.kept().size())
                && IntStream.range(0, scores.size())
                        .allMatch(
                                i -> Math.abs(scores.get(i) - run.kept().get(i).score()) <= 1e-9);
    }

    private static Figure path(SavedRun saved, SavedTable path) {
        List<Double> features = path.numbers("features");
        List<Double> scores = path.numbers("score");
        Optional<Integer> peak =
                saved.number("structure_peak").map(Double::intValue).filter(p -> p >= 1 && p <= scores.size());
        List<LineChart.LineSeries> series =
                new ArrayList<>(List.of(LineChart.LineSeries.curve("score of the first features", features, scores)));
        peak.ifPresent(
                p -> series.add(LineChart.LineSeries.marks("best", List.of((double) p), List.of(scores.get(p - 1)))));
        String peakText = peak.map(p -> TextFormat.format("The score is highest with the first %,d features.", p))
                .orElse("");
        return LineChart.of(
                new Caption(
                        "path",
                        "Score by number of selected features",
                        TextFormat.format(
                                "A curve over 1 to %,d features, from %.4g to %.4g. %s",
                                scores.size(), scores.get(0), scores.get(scores.size() - 1), peakText),
                        peakText + " Where the curve is flat, fewer features do nearly as well."),
                Axis.linear("features"),
                Axis.linear("score"),
                series);
    }

    private static Figure meanPicture(RunData run, PixelGrid pixels, List<Double> means) {
        return PictureGrid.grey(
                new Caption(
                        "kept-pixels",
                        "Kept pixels on the mean picture",
                        TextFormat.format(
                                "The mean of all pictures, %d × %d pixels, with %s marked.",
                                pixels.height(),
                                pixels.width(),
                                TextFormat.count(run.kept().size(), "kept pixel")),
                        "Kept pixels are orange." + pixels.note()),
                pixels.height(),
                pixels.width(),
                List.of(new PictureGrid.GridPicture(
                        "mean",
                        pixels.draw(means),
                        run.kept().stream()
                                .map(k -> pixels.positionOf(k.index()))
                                .toList())));
    }

    /** Draws every column of W as a picture. */
    private static Figure components(PixelGrid pixels, DenseMatrix W) {
        int shown = Math.min(PixelGrid.MOST_COMPONENTS, W.cols());
        double[] column = new double[W.rows()];
        List<PictureGrid.GridPicture> pictures = new ArrayList<>();
        for (int j = 0; j < shown; j++) {
            for (int i = 0; i < column.length; i++) column[i] = W.get(i, j);
            pictures.add(new PictureGrid.GridPicture(
                    "component " + j,
                    pixels.draw(DoubleStream.of(column).boxed().toList()),
                    List.of()));
        }
        return PictureGrid.grey(
                new Caption(
                        "components",
                        "Components (columns of W) as pictures",
                        TextFormat.format(
                                "%s, each as a picture of %d × %d pixels in which only kept pixels are not black.",
                                TextFormat.count(shown, "component"), pixels.height(), pixels.width()),
                        "The model represents every sample as a sum of these pictures with non-negative weights."
                                + (shown < W.cols()
                                        ? TextFormat.format(" Shown: the first %d of %d.", shown, W.cols())
                                        : "")
                                + pixels.note()),
                pixels.height(),
                pixels.width(),
                pictures);
    }

    private static Figure weights(RunData run, DenseMatrix W) {
        List<RunData.KeptFeature> shown =
                RunData.orderByGroup(run.kept().stream().limit(ROWS).toList());
        List<Integer> order = ComponentOrder.byGroup(run, W.cols());
        List<List<Double>> values = new ArrayList<>();
        double[] row = new double[W.cols()];
        for (RunData.KeptFeature feature : shown) {
            W.row(feature.index(), row);
            double most = Arrays.stream(row).max().orElse(0);
            values.add(order.stream().map(j -> most > 0 ? row[j] / most : 0).toList());
        }
        return HeatMap.of(
                        new Caption(
                                "components",
                                "Weights of the features in the components",
                                TextFormat.format(
                                        "Heat map: %s by %s.",
                                        TextFormat.count(shown.size(), "feature"),
                                        TextFormat.count(W.cols(), "component")),
                                "Rows of W, each divided by its largest entry: 1 marks the component to which a feature contributes most."
                                        + (RunData.rowBands(shown).isEmpty()
                                                ? ""
                                                : " Features are ordered by the group they mark.")
                                        + (ComponentOrder.bands(run, W.cols()).isEmpty()
                                                ? ""
                                                : " Components are ordered by the group in which they are largest.")
                                        + (shown.size() < run.kept().size()
                                                ? TextFormat.format(
                                                        " Shown: the best %d of %,d features.",
                                                        shown.size(), run.kept().size())
                                                : "")),
                        new HeatMap.HeatMapSide(
                                "feature",
                                TooltipNames.shorten(shown.stream()
                                        .map(RunData.KeptFeature::name)
                                        .toList())),
                        new HeatMap.HeatMapSide(
                                "component", order.stream().map(String::valueOf).toList()),
                        "share of the row's largest",
                        values)
                .withColumnBands(ComponentOrder.bands(run, W.cols()))
                .withRowBands(RunData.rowBands(shown));
    }
}
