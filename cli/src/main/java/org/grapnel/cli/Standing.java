package org.grapnel.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Standings;
import org.grapnel.compare.Trial;
import org.grapnel.io.StandingsTable;
import org.grapnel.report.Commands;
import picocli.CommandLine.Model.CommandSpec;

/** A comparison in a few lines for people. */
final class Standing {
    private Standing() {}

    static void print(Contest contest, List<Trial> trials, Path folder, PrintWriter out) {
        boolean labels = contest.data().data().labels().isPresent();
        StandingsTable table = new StandingsTable(Standings.of(contest.contenders(), trials), labels);
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
        int repeats = contest.protocol().repeats();
        if (repeats > 1)
            out.println("* the best mean of its column; a difference below one ± is within what another seed changes");
        if (!labels) out.println("without --labels nothing can be said about NMI, ACC and ARI");
        long open = trials.stream().filter(trial -> !trial.converged()).count();
        if (open > 0) out.println(Text.format("not converged: %d of %d trials, see trials.csv", open, trials.size()));
        Findings.written(folder, out);
        out.flush();
    }

    /** What was typed, so that it can be typed again. */
    static String commandLine(CommandSpec command) {
        return "grapnel "
                + command.root().commandLine().getParseResult().originalArgs().stream()
                        .map(Commands::quoted)
                        .collect(Collectors.joining(" "));
    }
}
