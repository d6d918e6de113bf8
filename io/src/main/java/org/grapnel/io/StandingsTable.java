package org.grapnel.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Spread;
import org.grapnel.compare.Standings;
import org.grapnel.evaluate.Score;

/**
 * Standings as a table for people: a contender a row, mean ± standard deviation.
 *
 * @param labels whether there was a truth to agree with; without it there are no such columns
 */
public record StandingsTable(Standings standings, boolean labels) {
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

    /** The rows, with the best mean of a column marked; an empty cell where there is no number. */
    public List<List<String>> rows(UnaryOperator<String> best) {
        List<List<String>> rows = new ArrayList<>();
        for (Standings.Row row : standings.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.contender()));
            for (Measure measure : measures()) {
                String text =
                        row.get(measure).map(spread -> text(measure, spread)).orElse("");
                cells.add(standings.best(measure).contains(row.contender()) ? best.apply(text) : text);
            }
            cells.add(stability(row));
            rows.add(cells);
        }
        return rows;
    }

    private static String text(Measure measure, Spread spread) {
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

    private static String stability(Standings.Row row) {
        Score phi = row.stability().corrected();
        return phi.isDefined() ? String.format(Locale.ROOT, "%.3f", phi.get()) : "";
    }
}
