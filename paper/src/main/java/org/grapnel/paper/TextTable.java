package org.grapnel.paper;

import java.util.List;
import java.util.Locale;
import org.grapnel.compare.MeanSd;
import org.grapnel.runs.table.MarkdownTable;
import org.grapnel.runtime.Preconditions;

/** A table of text with a title and a header. */
record TextTable(String title, List<String> header, List<List<String>> rows) {
    TextTable {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows)
            Preconditions.require(
                    row.size() == header.size(),
                    "a row has %d cells, but the header has %d",
                    row.size(),
                    header.size());
    }

    String markdown() {
        return "**" + title + "**\n\n" + MarkdownTable.format(header, header.size(), rows) + "\n";
    }

    /** Formats a fraction in percent, as the paper does: {@code 65.66 ± 1.45}; a single number has no deviation. */
    static String formatPercent(MeanSd score) {
        String mean = format("%.2f", 100 * score.mean());
        return score.sd().isEmpty()
                ? mean
                : mean + format(" ± %.2f", 100 * score.sd().getAsDouble());
    }

    /** Formats text independently of the locale. */
    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
