package org.grapnel.runs.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.evaluate.Score;

/**
 * Formats the results of a comparison for people: a row per method, mean ± standard deviation.
 *
 * @param labels whether the data have labels; without them the columns of agreement are left out
 */
public record ComparisonDisplay(ComparisonTable standings, boolean labels) {
    /** Headings of the columns. */
    private static final Map<Measure, String> COLUMNS = Map.of(
            Measure.NMI, "NMI",
            Measure.ACC, "ACC",
            Measure.ARI, "ARI",
            Measure.RELATIVE_ERROR, "relative error",
            Measure.DEVIANCE_EXPLAINED, "deviance explained",
            Measure.SECONDS, "seconds",
            Measure.ITERATIONS, "iterations");

    private List<Measure> measures() {
        return standings.measures().stream()
                .filter(COLUMNS::containsKey)
                .filter(m -> labels || m.compareTo(Measure.ARI) > 0)
                .toList();
    }

    public List<String> header() {
        List<String> header = new ArrayList<>(List.of("method"));
        measures().forEach(measure -> header.add(String.valueOf(COLUMNS.get(measure))));
        header.add("stability");
        return header;
    }

    /** A cell, and whether it holds the best mean of its column. The text is empty where there is no number. */
    public record DisplayCell(String text, boolean best) {}

    public List<List<DisplayCell>> rows() {
        List<List<DisplayCell>> rows = new ArrayList<>();
        for (ComparisonTable.ComparisonRow row : standings.rows()) {
            List<DisplayCell> cells = new ArrayList<>(List.of(new DisplayCell(row.method(), false)));
            for (Measure measure : measures()) {
                String text =
                        row.get(measure).map(spread -> text(measure, spread)).orElse("");
                cells.add(new DisplayCell(text, standings.best(measure).contains(row.method())));
            }
            cells.add(new DisplayCell(stability(row), false));
            rows.add(cells);
        }
        return rows;
    }

    /** Returns the rows as text, with the best cells marked. */
    public List<List<String>> rows(UnaryOperator<String> best) {
        return rows().stream()
                .map(row -> row.stream()
                        .map(cell -> cell.best() ? best.apply(cell.text()) : cell.text())
                        .toList())
                .toList();
    }

    /** Explains what a difference between two rows means. */
    public static String explainSpread(int repeats) {
        return repeats == 1
                ? "One repeat: the effect of another seed is unknown."
                : "Mean ± standard deviation over " + repeats
                        + " repeats, which differ only in their seed. Differences below one standard deviation can come from the seed"
                        + " alone and are no ranking.";
    }

    /** Explains the columns. */
    public static final String COLUMNS_MEAN =
            "The relative error counts dropped features in full; methods of the loss kl have the share of the deviance that they"
                    + " explain instead. Seconds cover feature selection, fit and grouping, but not the"
                    + " shared graph; the first repeat includes Java's warm-up. Stability: how well the repeats agree on the kept features, corrected for chance; 1 means"
                    + " always the same, 0 means chance.";

    public static final String NO_LABELS = "There are no labels, so NMI, ACC and ARI are unknown.";

    private static String text(Measure measure, MeanSd spread) {
        Optional<Double> sd = spread.sd().isPresent() ? Optional.of(spread.sd().getAsDouble()) : Optional.empty();
        String format = format(measure, spread.mean());
        return String.format(Locale.ROOT, format, spread.mean())
                + sd.map(d -> " ± " + String.format(Locale.ROOT, format, d)).orElse("");
    }

    /** Returns the format with as many digits as are useful. */
    private static String format(Measure measure, double mean) {
        return switch (measure) {
            case SECONDS -> mean < 1 ? "%.3f" : mean < 100 ? "%.2f" : "%.0f";
            case ITERATIONS, KEPT -> "%.1f";
            case OBJECTIVE -> "%.6g";
            default -> "%.3f";
        };
    }

    private static String stability(ComparisonTable.ComparisonRow row) {
        Score phi = row.stability().corrected();
        return phi.isDefined() ? String.format(Locale.ROOT, "%.3f", phi.get()) : "";
    }
}
