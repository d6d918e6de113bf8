package org.grapnel.cli.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.compare.Trial;
import org.grapnel.options.console.Text;
import org.grapnel.report.page.CommandBlock;
import org.grapnel.runs.table.ComparisonDisplay;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the result of a comparison. */
public final class ComparisonConsoleReport {
    private ComparisonConsoleReport() {}

    public static void print(Comparison comparison, List<Trial> trials, Path folder, PrintWriter out) {
        boolean labels = comparison.data().data().labels().isPresent();
        ComparisonDisplay table = new ComparisonDisplay(ComparisonTable.compute(comparison.methods(), trials), labels);
        List<List<String>> rows = new ArrayList<>(table.rows(best -> best + " *"));
        rows.add(0, table.header());
        int[] widths = new int[table.header().size()];
        for (List<String> row : rows)
            for (int i = 0; i < widths.length; i++)
                widths[i] = Math.max(widths[i], row.get(i).length());
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++)
                line.append(i == 0 ? "" : "  ").append(Text.format("%-" + Math.max(1, widths[i]) + "s", row.get(i)));
            out.println(Text.printable(line.toString()).stripTrailing());
        }
        int repeats = comparison.protocol().repeats();
        if (repeats > 1) out.println("* the best mean of its column; a difference below one ± may be due to the seed");
        if (!labels) out.println("NMI, ACC and ARI need --labels");
        long unconverged = trials.stream().filter(trial -> !trial.converged()).count();
        if (unconverged > 0)
            out.println(Text.format("not converged: %d of %d trials, see trials.csv", unconverged, trials.size()));
        FitConsoleReport.written(folder, out);
        out.flush();
    }

    /** The command line as the user typed it, quoted for a shell. */
    public static String commandLine(CommandSpec command) {
        return "grapnel "
                + command.root().commandLine().getParseResult().originalArgs().stream()
                        .map(CommandBlock::quote)
                        .collect(Collectors.joining(" "));
    }
}
