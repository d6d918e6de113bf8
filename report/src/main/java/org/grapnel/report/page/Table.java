package org.grapnel.report.page;

import java.util.List;
import org.grapnel.runtime.Preconditions;

/**
 * A table with names in the first column and numbers in the others.
 *
 * @param words whether all columns hold text, which is left-aligned
 */
public record Table(String title, List<String> header, List<List<Cell>> rows, boolean words) implements PageElement {
    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows)
            Preconditions.require(
                    row.size() == header.size(),
                    "table %s: a row of %d cells under %d headings",
                    title,
                    row.size(),
                    header.size());
    }

    /** A cell; the best of a column is bold. */
    public record Cell(String text, boolean best) {
        public static Cell of(String text) {
            return new Cell(text, false);
        }
    }

    public static Table ofNumbers(String title, List<String> header, List<List<Cell>> rows) {
        return new Table(title, header, rows, false);
    }

    public static Table ofWords(String title, List<String> header, List<List<String>> rows) {
        return new Table(
                title,
                header,
                rows.stream().map(row -> row.stream().map(Cell::of).toList()).toList(),
                true);
    }

    @Override
    public String html() {
        String kind = words ? " class=\"words\"" : "";
        StringBuilder html = new StringBuilder("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
        html.append(HtmlText.escape(title))
                .append("\"><table><caption>")
                .append(HtmlText.escape(title))
                .append("</caption>\n<thead><tr>");
        for (String head : header)
            html.append("<th scope=\"col\"")
                    .append(kind)
                    .append('>')
                    .append(HtmlText.escape(head))
                    .append("</th>");
        html.append("</tr></thead>\n<tbody>\n");
        for (List<Cell> row : rows) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                Cell cell = row.get(i);
                if (i == 0)
                    html.append("<th scope=\"row\"")
                            .append(kind)
                            .append('>')
                            .append(HtmlText.nameWithTooltip(cell.text()))
                            .append("</th>");
                else
                    html.append(cell.best() ? "<td class=\"best\">" : "<td" + kind + ">")
                            .append(HtmlText.nameWithTooltip(cell.text()))
                            .append("</td>");
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table></div>\n").toString();
    }
}
