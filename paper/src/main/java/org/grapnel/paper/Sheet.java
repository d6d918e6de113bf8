package org.grapnel.paper;

import java.util.List;
import java.util.Locale;
import org.grapnel.compare.Spread;
import org.grapnel.io.Markdown;
import org.grapnel.linalg.Check;

/** A table for people: a heading, words above the columns, and cells of text. */
record Sheet(String title, List<String> header, List<List<String>> rows) {
    Sheet {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows)
            Check.that(row.size() == header.size(), "a row of %d cells under %d", row.size(), header.size());
    }

    String markdown() {
        return "**" + title + "**\n\n" + Markdown.table(header, header.size(), rows) + "\n";
    }

    /** As the paper prints fractions: {@code 65.66 ± 1.45}, in percent; a single number has no deviation. */
    static String percent(Spread score) {
        String mean = text("%.2f", 100 * score.mean());
        return score.sd().isEmpty()
                ? mean
                : mean + text(" ± %.2f", 100 * score.sd().getAsDouble());
    }

    /** Text with numbers in it, the same in every country. */
    static String text(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
