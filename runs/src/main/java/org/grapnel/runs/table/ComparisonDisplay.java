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
 * Standings as a table for people: a contender a row, mean ± standard deviation.
 *
 * @param labels whether there was a truth to agree with; without it there are no such columns
 */
public record ComparisonDisplay(ComparisonTable standings, boolean labels) {
    /** The columns with their headings. */
    private static final Map<Measure, String> COLUMNS = Map.of(
            Measure.NMI, "NMI",
            Measure.ACC, "ACC",
            Measure.ARI, "ARI",
            Measure.RELATIVE_ERROR, "relative error",
            Measure.SECONDS, "seconds",
            Measure.ITERATIONS, "iterations");

    private List<Measure> measures() {
        return COLUMNS.keySet().stream()
                .sorted()
                .filter(m -> labels || m.compareTo(Measure.ARI) > 0)
                .toList();
    }

    public List<String> header() {
        List<String> header = new ArrayList<>(List.of("contender"));
        measures().forEach(measure -> header.add(String.valueOf(COLUMNS.get(measure))));
        header.add("stability");
        return header;
    }

    /** A cell, and whether it holds the best mean of its column; empty where there is no number. */
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

    /** The same in words, with the best ones marked. */
    public List<List<String>> rows(UnaryOperator<String> best) {
        return rows().stream()
                .map(row -> row.stream()
                        .map(cell -> cell.best() ? best.apply(cell.text()) : cell.text())
                        .toList())
                .toList();
    }

    /** What a difference between two rows means. */
    public static String explainSpread(int repeats) {
        return repeats == 1
                ? "One repeat: nothing is known about what another seed would change."
                : "Mean ± standard deviation over " + repeats
                        + " repeats, which differ in their seed alone. A difference below one standard deviation is within what"
                        + " another seed changes: it ranks nothing.";
    }

    /** What the columns count that need a word. */
    public static final String COLUMNS_MEAN =
            "The relative error counts features that were dropped in full. Seconds are those of choosing features, fitting and grouping, without the"
                    + " one graph that all share; a first repeat bears the warming up of Java. Stability: how far the repeats keep the same features, corrected for chance; 1 is"
                    + " always, 0 is by chance.";

    public static final String NO_LABELS = "There were no labels: nothing can be said about NMI, ACC and ARI.";

    private static String text(Measure measure, MeanSd spread) {
        Optional<Double> sd = spread.sd().isPresent() ? Optional.of(spread.sd().getAsDouble()) : Optional.empty();
        String format = format(measure, spread.mean());
        return String.format(Locale.ROOT, format, spread.mean())
                + sd.map(d -> " ± " + String.format(Locale.ROOT, format, d)).orElse("");
    }

    /** As many digits as one looks at. */
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
