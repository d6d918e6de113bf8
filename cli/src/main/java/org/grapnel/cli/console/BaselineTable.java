package org.grapnel.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.baseline.Baseline;
import org.grapnel.baseline.BaselineFindings;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Score;
import org.grapnel.evaluate.Scores;
import org.grapnel.options.console.Text;

/**
 * Formats a result and its baselines as a table, with the conclusions below. With labels there is no silhouette, so that the table is at most
 * 120 characters wide.
 */
final class BaselineTable {
    private static final String RESULT = "this result";
    private static final String INDENT = "           ";

    private BaselineTable() {}

    static List<String> lines(Fit fit, Baselines controls) {
        List<String> lines = new ArrayList<>();
        if (!controls.all().isEmpty()) table(controls, fit.scores().isPresent(), Optional.of(fit), lines);
        BaselineFindings.describe(fit).forEach(line -> lines.add(INDENT + line));
        controls.notes().forEach(note -> lines.add("note       " + note));
        return lines;
    }

    /** The table for a feature selection, where only the k-means baselines have groups. */
    static List<String> lines(Baselines controls, boolean labels) {
        List<String> lines = new ArrayList<>();
        table(controls, labels, Optional.empty(), lines);
        return lines;
    }

    private static void table(Baselines controls, boolean labels, Optional<Fit> result, List<String> lines) {
        boolean edges = controls.all().stream().anyMatch(c -> c.edgesKept().isDefined());
        boolean modularity =
                controls.all().stream().anyMatch(c -> c.modularity().isDefined());
        int width = RESULT.length();
        for (Baseline control : controls.all())
            width = Math.max(width, control.what().length());
        String name = "%-" + width + "s";
        lines.add("compared   " + Text.format(name, "") + (labels ? "     NMI     ACC     ARI" : "")
                + "  same groups" + (labels ? "" : "  silhouette") + (modularity ? "  modularity" : "")
                + (edges ? "  neighbours kept" : ""));
        result.ifPresent(fit -> lines.add(INDENT
                + Text.format(name, RESULT)
                + row(
                        fit.scores(),
                        Score.of(1),
                        shown(!labels, fit.groups().silhouette()),
                        shown(modularity, controls.modularity()),
                        shown(edges, Score.undefined("itself")))));
        for (Baseline control : controls.all())
            lines.add(INDENT
                    + Text.format(name, control.what())
                    + row(
                            control.scores(),
                            control.ariWithGroups(),
                            shown(!labels, control.silhouette()),
                            shown(modularity, control.modularity()),
                            shown(edges, control.edgesKept())));
    }

    private static Optional<Score> shown(boolean column, Score score) {
        return column ? Optional.of(score) : Optional.empty();
    }

    private static String row(
            Optional<Scores> scores,
            Score same,
            Optional<Score> silhouette,
            Optional<Score> modularity,
            Optional<Score> kept) {
        String against = scores.map(s -> cell(s.nmi(), 8) + cell(s.acc(), 8) + cell(s.ari(), 8))
                .orElse("");
        return (against + cell(same, 13) + cell(silhouette, 12) + cell(modularity, 12) + cell(kept, 17))
                .stripTrailing();
    }

    private static String cell(Optional<Score> score, int width) {
        return score.map(value -> cell(value, width)).orElse("");
    }

    private static String cell(Score score, int width) {
        return Text.format("%" + width + "s", score.isDefined() ? Text.format("%.3f", score.get()) : "-");
    }
}
