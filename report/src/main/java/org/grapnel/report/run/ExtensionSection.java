package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.read.SavedRun;
import org.jspecify.annotations.Nullable;

/** Terms, constraints, selectors and solvers from outside the library: their weights, their values and the jars they come from. */
public final class ExtensionSection {
    private ExtensionSection() {}

    /** Builds the section; empty for a run without plugins. */
    public static List<PageElement> build(SavedRun saved) {
        List<List<String>> rows = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        saved.number("loss").ifPresent(loss -> parts.add(TextFormat.format("%.6g (loss)", loss)));
        saved.number("graph_term")
                .filter(term -> term > 0)
                .ifPresent(term -> parts.add(TextFormat.format("%.6g (graph term)", term)));
        boolean valued = false;
        if (saved.summary().get("extensions") instanceof List<?> all)
            for (Object one : all)
                if (one instanceof Map<?, ?> extension) {
                    rows.add(row(extension));
                    if (extension.get("objective") instanceof Number value) {
                        valued = true;
                        parts.add(TextFormat.format(
                                "%.6g (%s %s)",
                                value.doubleValue(), cell(extension.get("kind")), cell(extension.get("name"))));
                    }
                }
        if (rows.isEmpty()) return List.of();
        List<PageElement> section = new ArrayList<>();
        section.add(
                Paragraphs.of(
                        "This run has parts that are not in Grapnel. They come from plugins, or from the program that ran the fit."));
        if (valued)
            section.add(Paragraphs.of(TextFormat.format(
                            "The objective is %.6g = ",
                            saved.number("objective").orElse(Double.NaN))
                    + String.join(" + ", parts) + "."));
        section.add(Table.ofWords(
                "Parts from plugins",
                List.of("kind", "name", "weight or value", "in the objective", "class", "jar", "SHA-256 of the jar"),
                rows));
        return section;
    }

    private static List<String> row(Map<?, ?> extension) {
        List<String> cells = new ArrayList<>();
        for (String key : List.of("kind", "name", "value", "objective", "class", "jar", "jar_sha256"))
            cells.add(cell(extension.get(key)));
        return cells;
    }

    private static String cell(@Nullable Object value) {
        if (value == null) return "–";
        return value instanceof Number number ? TextFormat.format("%.6g", number.doubleValue()) : String.valueOf(value);
    }

    /** Whether a column of trace.csv holds what a term or penalty of a plugin adds to the objective. */
    static boolean isValue(String column) {
        return column.startsWith("term_") || column.startsWith("penalty_");
    }
}
