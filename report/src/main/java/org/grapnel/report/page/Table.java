package org.grapnel.report.page;

import java.util.List;
import org.grapnel.runtime.Preconditions;

/**
 * A table with names in the first column and numbers in the others.
 *
 * @param words whether all columns hold text, which is left-aligned
 * @param rowIds an id for every row, by which the script finds it; may be empty. A table with ids may be long, so it scrolls.
 */
public record Table(String title, List<String> header, List<List<Cell>> rows, boolean words, List<String> rowIds)
        implements PageElement {
    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        rowIds = List.copyOf(rowIds);
        Preconditions.require(
                rowIds.isEmpty() || rowIds.size() == rows.size(),
                "table %s: %d ids of %d rows",
                title,
                rowIds.size(),
                rows.size());
        for (List<Cell> row : rows)
            Preconditions.require(
                    row.size() == header.size(),
                    "table %s: a row of %d cells under %d headings",
                    title,
                    row.size(),
                    header.size());
    }

    /**
     * A cell; the best of a column is bold.
     *
     * @param group the group that the cell names, whose symbol stands before the text; negative for none
     */
    public record Cell(String text, boolean best, int group) {
        public Cell(String text, boolean best) {
            this(text, best, -1);
        }

        public static Cell of(String text) {
            return new Cell(text, false);
        }

        public static Cell ofGroup(String text, int group) {
            return new Cell(text, false, group);
        }

        String html() {
            String name = HtmlText.nameWithTooltip(text);
            return group < 0 ? name : "<span data-group=\"" + group + "\">" + name + "</span>";
        }
    }

    public static Table ofNumbers(String title, List<String> header, List<List<Cell>> rows) {
        return new Table(title, header, rows, false, List.of());
    }

    public static Table ofWords(String title, List<String> header, List<List<String>> rows) {
        return new Table(
                title,
                header,
                rows.stream().map(row -> row.stream().map(Cell::of).toList()).toList(),
                true,
                List.of());
    }

    public Table withRowIds(List<String> ids) {
        return new Table(title, header, rows, words, ids);
    }

    @Override
    public String html() {
        String kind = words ? " class=\"words\"" : "";
        StringBuilder html = new StringBuilder("<div class=\"scroll").append(rowIds.isEmpty() ? "" : " tall");
        html.append("\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(HtmlText.escape(title))
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
        for (int r = 0; r < rows.size(); r++) {
            List<Cell> row = rows.get(r);
            html.append(rowIds.isEmpty() ? "<tr>" : "<tr id=\"" + HtmlText.escape(rowIds.get(r)) + "\">");
            for (int i = 0; i < row.size(); i++) {
                Cell cell = row.get(i);
                if (i == 0)
                    html.append("<th scope=\"row\"")
                            .append(kind)
                            .append('>')
                            .append(cell.html())
                            .append("</th>");
                else
                    html.append(cell.best() ? "<td class=\"best\">" : "<td" + kind + ">")
                            .append(cell.html())
                            .append("</td>");
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table></div>\n").toString();
    }
}
