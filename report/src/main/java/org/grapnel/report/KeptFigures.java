package org.grapnel.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.io.SavedRun;
import org.grapnel.io.SavedTable;
import org.grapnel.linalg.DenseMatrix;

/** The kept features: how much each counts, where the pixels are, and what the components make of them. */
final class KeptFigures {
    private static final int BARS = 40;
    private static final int ROWS = 60;
    static final int PICTURES = 60;

    private KeptFigures() {}

    static List<Part> of(RunData run) {
        if (run.kept().isEmpty()) return List.of(Prose.of("No feature was kept."));
        SavedRun saved = run.saved();
        List<Part> parts = new ArrayList<>();
        Optional<Pixels> pixels = Pixels.of(run, PICTURES);
        pixels.ifPresent(grid -> saved.means().ifPresent(means -> parts.add(meanPicture(run, grid, means))));
        parts.add(scores(run));
        saved.tableIfAny("path.csv")
                .filter(path -> path.size() > 1 && !sameAsScores(run, path))
                .ifPresent(path -> parts.add(path(saved, path)));
        if (!saved.isChoice())
            try (DenseMatrix W = saved.matrix("W.npy")) {
                if (W.rows() != run.features())
                    throw new DataException(
                            "%s has %d rows, summary.json says %d features",
                            saved.folder().resolve("W.npy"), W.rows(), run.features());
                parts.add(pixels.<Part>map(grid -> components(grid, W)).orElseGet(() -> weights(run, W)));
            }
        return parts;
    }

    private static Figure scores(RunData run) {
        List<RunData.Kept> shown = run.kept().stream().limit(BARS).toList();
        String kept = Words.count(run.kept().size(), "kept feature");
        RunData.Kept best = run.kept().get(0);
        return Bars.lying(
                new Caption(
                        "features",
                        shown.size() < run.kept().size() ? "The best " + shown.size() + " of " + kept : "The " + kept,
                        Words.format(
                                "Bars of the scores of %s, best first: %s with %.4g.",
                                kept, Words.cut(best.name(), Words.LONGEST), best.score()),
                        meaning(run.saved())
                                + (shown.size() < run.kept().size() ? " All of them are in features.csv." : "")),
                "score",
                Names.of(shown.stream().map(RunData.Kept::name).toList()),
                List.of(new Bars.Series(
                        "score", shown.stream().map(RunData.Kept::score).toList(), List.of())));
    }

    private static String meaning(SavedRun saved) {
        return saved.word("select")
                .map(by -> switch (by) {
                    case "structure" ->
                        "Score: how well the features up to this one tell neighbours from strangers; the order is that in which they were taken.";
                    case "variance", "laplacian-score", "mcfs" ->
                        "Score: the feature's own " + by.replace('-', ' ') + ".";
                    default -> "Score: how much the model makes of the feature, the length of its row of W.";
                })
                .orElse("Score: how much the model makes of the feature.");
    }

    /** Where as many features are kept as the path is long, the bars show it already. */
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
        List<Lines.Series> series =
                new ArrayList<>(List.of(Lines.Series.curve("score of the first features", features, scores)));
        peak.ifPresent(p -> series.add(Lines.Series.marks("best", List.of((double) p), List.of(scores.get(p - 1)))));
        String said = peak.map(p -> Words.format("The score is best with the first %,d.", p))
                .orElse("");
        return Lines.of(
                new Caption(
                        "path",
                        "How good the first 1, 2, … features are",
                        Words.format(
                                "A curve over 1 to %,d features, from %.4g to %.4g. %s",
                                scores.size(), scores.get(0), scores.get(scores.size() - 1), said),
                        said + " Where the curve is flat, fewer features do nearly as well."),
                Axis.linear("features"),
                Axis.linear("score"),
                series);
    }

    private static Figure meanPicture(RunData run, Pixels pixels, List<Double> means) {
        return Pictures.grey(
                new Caption(
                        "kept-pixels",
                        "The kept pixels on the mean picture",
                        Words.format(
                                "The mean of all pictures, %d x %d, with %s marked.",
                                pixels.height(),
                                pixels.width(),
                                Words.count(run.kept().size(), "kept pixel")),
                        "Kept pixels are orange." + pixels.note()),
                pixels.height(),
                pixels.width(),
                List.of(new Pictures.Picture(
                        "mean",
                        pixels.picture(means),
                        run.kept().stream().map(k -> pixels.place(k.index())).toList())));
    }

    /** Every column of W as a picture. */
    private static Figure components(Pixels pixels, DenseMatrix W) {
        int shown = Math.min(PICTURES, W.cols());
        double[] column = new double[W.rows()];
        List<Pictures.Picture> pictures = new ArrayList<>();
        for (int j = 0; j < shown; j++) {
            for (int i = 0; i < column.length; i++) column[i] = W.get(i, j);
            pictures.add(new Pictures.Picture(
                    "component " + j,
                    pixels.picture(DoubleStream.of(column).boxed().toList()),
                    List.of()));
        }
        return Pictures.grey(
                new Caption(
                        "components",
                        "The components of W as pictures",
                        Words.format(
                                "%s, each a picture of %d x %d of which only kept pixels are not black.",
                                Words.count(shown, "component"), pixels.height(), pixels.width()),
                        "Every sample is explained as a sum of these, with weights that are not negative."
                                + (shown < W.cols() ? Words.format(" The first %d of %d.", shown, W.cols()) : "")
                                + pixels.note()),
                pixels.height(),
                pixels.width(),
                pictures);
    }

    private static Figure weights(RunData run, DenseMatrix W) {
        List<RunData.Kept> shown = run.kept().stream().limit(ROWS).toList();
        List<List<Double>> values = new ArrayList<>();
        double[] row = new double[W.cols()];
        for (RunData.Kept feature : shown) {
            W.row(feature.index(), row);
            double most = Arrays.stream(row).max().orElse(0);
            values.add(DoubleStream.of(row)
                    .map(w -> most > 0 ? w / most : 0)
                    .boxed()
                    .toList());
        }
        return HeatMap.of(
                new Caption(
                        "components",
                        "Which component uses which feature",
                        Words.format(
                                "A table of colours: %s by %s.",
                                Words.count(shown.size(), "feature"), Words.count(W.cols(), "component")),
                        "Rows of W, each over its largest entry: 1 marks the component that a feature belongs to most."
                                + (shown.size() < run.kept().size()
                                        ? Words.format(
                                                " The best %d of %,d.",
                                                shown.size(), run.kept().size())
                                        : "")),
                new HeatMap.Side(
                        "feature",
                        Names.of(shown.stream().map(RunData.Kept::name).toList())),
                new HeatMap.Side(
                        "component",
                        IntStream.range(0, W.cols()).mapToObj(String::valueOf).toList()),
                "share of the row's largest",
                values);
    }
}
