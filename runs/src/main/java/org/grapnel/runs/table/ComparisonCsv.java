package org.grapnel.runs.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.MeanSd;
import org.grapnel.compare.Measure;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.SelectionStability;
import org.grapnel.formats.csv.CsvTableWriter;

/** {@code comparison.csv}: a row per method, with mean and standard deviation of every measure. A cell without a number is empty. */
public final class ComparisonCsv {
    private static final String MEAN = "_mean";
    private static final String SD = "_sd";
    private static final List<String> STABILITY =
            List.of("stability_jaccard", "stability_corrected", "stability_standard_error");

    private ComparisonCsv() {}

    public static void write(Path file, ComparisonTable standings) throws IOException {
        List<String> header = new ArrayList<>(List.of("contender", "repeats", "converged"));
        for (Measure measure : standings.measures()) {
            header.add(measure.key() + MEAN);
            header.add(measure.key() + SD);
        }
        header.addAll(STABILITY);
        try (CsvTableWriter out = CsvTableWriter.create(file, header)) {
            for (ComparisonTable.ComparisonRow row : standings.rows()) {
                List<Object> cells = new ArrayList<>(List.of(row.method(), row.repeats(), row.converged()));
                for (Measure measure : standings.measures()) {
                    cells.add(row.get(measure).<Object>map(MeanSd::mean).orElse(""));
                    cells.add(row.get(measure).map(spread -> cell(spread.sd())).orElse(""));
                }
                SelectionStability stability = row.stability();
                for (Score score : List.of(stability.jaccard(), stability.corrected(), stability.standardError()))
                    cells.add(cell(score.value()));
                out.row(cells);
            }
        }
    }

    public static ComparisonTable read(Path file) {
        SavedTable table = SavedTable.read(file);
        List<ComparisonTable.ComparisonRow> rows = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            int repeats = table.indices("repeats", Integer.MAX_VALUE).get(i);
            Map<Measure, MeanSd> values = new EnumMap<>(Measure.class);
            for (Measure measure : Measure.values()) {
                if (measure.isOptional() && !table.has(measure.key() + MEAN)) continue;
                double mean = table.numbers(measure.key() + MEAN).get(i);
                double sd = table.numbers(measure.key() + SD).get(i);
                if (!Double.isNaN(mean))
                    values.put(
                            measure,
                            new MeanSd(
                                    repeats, mean, Double.isNaN(sd) ? OptionalDouble.empty() : OptionalDouble.of(sd)));
            }
            List<Score> scores = new ArrayList<>();
            for (String column : STABILITY)
                scores.add(score(table.numbers(column).get(i)));
            rows.add(new ComparisonTable.ComparisonRow(
                    table.texts("contender").get(i),
                    repeats,
                    table.indices("converged", Integer.MAX_VALUE).get(i),
                    values,
                    new SelectionStability(scores.get(0), scores.get(1), scores.get(2))));
        }
        return new ComparisonTable(rows);
    }

    private static Score score(double number) {
        return Double.isNaN(number) ? Score.undefined("not in the table") : Score.of(number);
    }

    /** Returns the number, or an empty cell. */
    public static Object cell(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : "";
    }
}
