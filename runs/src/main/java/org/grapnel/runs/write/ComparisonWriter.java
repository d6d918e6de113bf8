package org.grapnel.runs.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.Measure;
import org.grapnel.compare.Trial;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.linalg.RowSet;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.table.ComparisonCsv;
import org.grapnel.runs.table.ComparisonDisplay;
import org.grapnel.runs.table.MarkdownTable;
import org.jspecify.annotations.Nullable;

/** Writes the files of a comparison. A cell without a number is empty. */
public final class ComparisonWriter {
    private final Comparison contest;
    private final List<Trial> trials;
    private final ComparisonTable standings;
    private final boolean labels;

    public ComparisonWriter(Comparison contest, List<Trial> trials) {
        this.contest = contest;
        this.trials = trials;
        standings = ComparisonTable.compute(contest.methods(), trials);
        labels = contest.data().data().labels().isPresent();
    }

    public void write(RunFolder folder, String command, Map<String, ?> more) throws IOException {
        ComparisonCsv.write(folder.file("comparison.csv"), standings);
        writeTrials(folder.file("trials.csv"));
        writeCurves(folder.file("curves.csv"));
        writeMarkdown(folder.file("comparison.md"), command);
        Map<String, @Nullable Object> summary = ComparisonSummary.build(contest, trials);
        summary.put("command_line", command);
        summary.putAll(more);
        Json.write(folder.file("summary.json"), summary);
    }

    private void writeTrials(Path file) throws IOException {
        List<String> header = new ArrayList<>(List.of("contender", "repeat", "seed"));
        for (Measure measure : standings.measures()) header.add(measure.key());
        header.addAll(List.of("stop", "converged", "kept_features"));
        try (CsvTableWriter out = CsvTableWriter.create(file, header)) {
            for (Trial trial : trials) {
                List<Object> cells = new ArrayList<>(List.of(
                        trial.method(), trial.repeat(), contest.protocol().seed(trial.repeat())));
                for (Measure measure : standings.measures()) cells.add(ComparisonCsv.cell(trial.get(measure)));
                cells.add(trial.stop());
                cells.add(trial.converged() ? 1 : 0);
                cells.add(trial.kept().map(ComparisonWriter::indices).orElse(""));
                out.row(cells);
            }
        }
    }

    /** Returns the indices in ascending order, separated by spaces. */
    private static String indices(RowSet rows) {
        if (rows.isAll()) return "all";
        return Arrays.stream(rows.toArray()).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    }

    private void writeCurves(Path file) throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(file, "contender", "repeat", "iteration", "seconds", "objective")) {
            for (Trial trial : trials)
                for (Trial.CurvePoint at : trial.curve())
                    out.row(
                            trial.method(),
                            trial.repeat(),
                            at.iteration(),
                            Double.isNaN(at.seconds()) ? "" : String.format(Locale.ROOT, "%.9f", at.seconds()),
                            at.objective());
        }
    }

    private void writeMarkdown(Path file, String command) throws IOException {
        ComparisonDisplay table = new ComparisonDisplay(standings, labels);
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "# %s, %d samples, %d features, %d groups%n%n",
                contest.data().data().source().path(),
                contest.data().data().X().cols(),
                contest.data().data().X().rows(),
                contest.protocol().clusters()));
        text.append(MarkdownTable.format(table.header(), 1, table.rows(best -> "**" + best + "**")));
        text.append(legend()).append("\n    ").append(command).append('\n');
        try (OutputStream out = OutputFile.open(file)) {
            out.write(text.toString().replace(System.lineSeparator(), "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private String legend() {
        int repeats = contest.protocol().repeats();
        String bold = repeats == 1 ? "" : " The best mean of a column is bold.";
        String truth = labels ? "" : ComparisonDisplay.NO_LABELS + "\n";
        return "\n" + ComparisonDisplay.explainSpread(repeats) + bold + "\n" + truth + ComparisonDisplay.COLUMNS_MEAN
                + "\n";
    }
}
