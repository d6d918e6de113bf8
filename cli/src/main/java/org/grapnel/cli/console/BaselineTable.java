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

/** Formats a result and its baselines as a table, with the conclusions below. */
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
        int width = RESULT.length();
        for (Baseline control : controls.all())
            width = Math.max(width, control.what().length());
        String name = "%-" + width + "s";
        lines.add("compared   " + Text.format(name, "") + (labels ? "     NMI     ACC     ARI" : "")
                + "  same groups  silhouette" + (edges ? "  neighbours kept" : ""));
        result.ifPresent(fit -> lines.add(INDENT
                + Text.format(name, RESULT)
                + row(fit.scores(), Score.of(1), fit.groups().silhouette(), Score.undefined("itself"), edges)));
        for (Baseline control : controls.all())
            lines.add(INDENT
                    + Text.format(name, control.what())
                    + row(control.scores(), control.ariWithGroups(), control.silhouette(), control.edgesKept(), edges));
    }

    private static String row(Optional<Scores> scores, Score same, Score silhouette, Score kept, boolean edges) {
        String against = scores.map(s -> cell(s.nmi(), 8) + cell(s.acc(), 8) + cell(s.ari(), 8))
                .orElse("");
        return (against + cell(same, 13) + cell(silhouette, 12) + (edges ? cell(kept, 17) : "")).stripTrailing();
    }

    private static String cell(Score score, int width) {
        return Text.format("%" + width + "s", score.isDefined() ? Text.format("%.3f", score.get()) : "-");
    }
}
