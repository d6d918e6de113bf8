package org.grapnel.runs.table;

import java.util.List;
import java.util.stream.Collectors;

/** A table as GitHub reads it: words to the left, numbers to the right. */
public final class MarkdownTable {
    private MarkdownTable() {}

    /** @param words how many columns from the left hold words */
    public static String format(List<String> header, int words, List<List<String>> rows) {
        StringBuilder text = new StringBuilder(line(header)).append('|');
        for (int c = 0; c < header.size(); c++) text.append(c < words ? "---|" : "---:|");
        text.append('\n');
        rows.forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private static String line(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
