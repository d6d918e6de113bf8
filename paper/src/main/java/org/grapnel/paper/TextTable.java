package org.grapnel.paper;

import java.util.List;
import java.util.Locale;
import org.grapnel.compare.MeanSd;
import org.grapnel.runs.table.MarkdownTable;
import org.grapnel.runtime.Preconditions;

/** A table for people: a heading, words above the columns, and cells of text. */
record TextTable(String title, List<String> header, List<List<String>> rows) {
    TextTable {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows)
            Preconditions.require(row.size() == header.size(), "a row of %d cells under %d", row.size(), header.size());
    }

    String markdown() {
        return "**" + title + "**\n\n" + MarkdownTable.format(header, header.size(), rows) + "\n";
    }

    /** As the paper prints fractions: {@code 65.66 ± 1.45}, in percent; a single number has no deviation. */
    static String formatPercent(MeanSd score) {
        String mean = format("%.2f", 100 * score.mean());
        return score.sd().isEmpty()
                ? mean
                : mean + format(" ± %.2f", 100 * score.sd().getAsDouble());
    }

    /** Text with numbers in it, the same in every country. */
    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
