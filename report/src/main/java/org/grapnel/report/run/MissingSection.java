package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.read.SavedRun;

/** What is missing in the data, and what was done about it. */
public final class MissingSection {
    private MissingSection() {}

    /** Returns nothing where no entry is missing and all count alike. */
    public static List<PageElement> build(SavedRun saved) {
        List<PageElement> parts = new ArrayList<>();
        if (saved.text("entry_weights").isPresent())
            parts.add(
                    Paragraphs.of(
                            "The entries do not count alike: "
                                    + saved.text("entry_weights").orElse("")
                                    + " has their weights. An entry of large weight is explained more closely than one of small weight. The neighbours of a sample do not depend on weights."));
        double missing = saved.number("missing_entries").orElse(0.0);
        if (missing == 0) return parts;
        parts.add(Paragraphs.of(
                TextFormat.format(
                        "%,.0f of the entries (%.3g %%) %s missing. The model was fitted to the other entries only: a missing entry counts neither for nor against any group.",
                        missing, 100 * saved.number("missing_share").orElse(0.0), missing == 1 ? "is" : "are"),
                completed(saved)));
        add(saved, "sample", "most_missing_samples", parts);
        add(saved, "feature", "most_missing_features", parts);
        return parts;
    }

    private static String completed(SavedRun saved) {
        boolean means = saved.text("completion").orElse("").equals("feature-means");
        String how = means
                ? "the mean of its feature"
                : "a value predicted from the other entries of the sample and the patterns that all samples share";
        Optional<Double> error = saved.number("completion_error");
        return "To find neighbours and features, and for the pictures, each missing entry was replaced by " + how + "."
                + error.map(share -> TextFormat.format(
                                " To test this, known entries were hidden and predicted: the predictions were off by %.0f %% of the size of these entries. "
                                        + (share > 0.5
                                                ? "That is much, so read pictures of samples with many missing entries with care."
                                                : "Treat single predicted values as estimates, not as measurements."),
                                100 * share))
                        .orElse("");
    }

    private static void add(SavedRun saved, String what, String key, List<PageElement> parts) {
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (JsonObjectView line : saved.objects(key)) {
            double share = line.numberOrNaN("missing") / line.numberOrNaN("of");
            rows.add(List.of(
                    Table.Cell.of(line.text("name")),
                    Table.Cell.of(TextFormat.format("%,d of %,d", line.count("missing"), line.count("of"))),
                    Table.Cell.of(TextFormat.format("%.0f %%", 100 * share))));
        }
        if (rows.isEmpty()) return;
        parts.add(Table.ofNumbers(
                "The " + what + "s with most missing entries", List.of(what, "missing", "share"), rows));
    }
}
