package org.grapnel.runs.table;

import java.util.List;
import java.util.stream.Collectors;

/** Formats a Markdown table: text left-aligned, numbers right-aligned. */
public final class MarkdownTable {
    private MarkdownTable() {}

    /** @param words number of leading columns that hold text */
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
