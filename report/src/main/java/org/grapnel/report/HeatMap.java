package org.grapnel.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.linalg.Check;
import org.jspecify.annotations.Nullable;

/**
 * A table of numbers as colours.
 *
 * @param values a list for every row; NaN where there is none
 * @param groups runs of columns that belong together, from the left; may be empty
 * @param byRow each row has its own scale, for rows that are not of one kind
 * @param numbersShown the numbers stand in the cells
 */
public record HeatMap(
        Caption caption,
        Side rows,
        Side columns,
        String value,
        List<List<Double>> values,
        List<Group> groups,
        boolean byRow,
        boolean numbersShown)
        implements Figure {
    public HeatMap {
        values = values.stream().map(List::copyOf).toList();
        groups = List.copyOf(groups);
        Check.that(
                values.size() == rows.names().size(),
                "figure %s: %d rows, %d names",
                caption.id(),
                values.size(),
                rows.names().size());
        for (List<Double> row : values)
            Check.that(
                    row.size() == columns.names().size(),
                    "figure %s: %d columns, %d names",
                    caption.id(),
                    row.size(),
                    columns.names().size());
        int columnsInGroups = groups.stream().mapToInt(Group::count).sum();
        Check.that(
                groups.isEmpty() || columnsInGroups == columns.names().size(),
                "figure %s: groups of %d columns",
                caption.id(),
                columnsInGroups);
    }

    /** The rows or the columns: what they are, and their names. */
    public record Side(String title, List<String> names) {
        public Side {
            names = List.copyOf(names);
        }
    }

    /** A run of columns: how many are drawn, of how many there are. */
    public record Group(String name, String shortName, int count, int size) {}

    /** One scale for all numbers. */
    public static HeatMap of(Caption caption, Side rows, Side columns, String value, List<List<Double>> values) {
        return new HeatMap(caption, rows, columns, value, values, List.of(), false, false);
    }

    public HeatMap withGroups(List<Group> runs) {
        return new HeatMap(caption, rows, columns, value, values, runs, byRow, numbersShown);
    }

    public HeatMap scaledByRow() {
        return new HeatMap(caption, rows, columns, value, values, groups, true, numbersShown);
    }

    public HeatMap withNumbers() {
        return new HeatMap(caption, rows, columns, value, values, groups, byRow, true);
    }

    @Override
    public String kind() {
        return "heatmap";
    }

    @Override
    public Map<String, @Nullable Object> numbers() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("row_title", rows.title());
        all.put("row_names", rows.names());
        all.put("column_title", columns.title());
        all.put("column_names", columns.names());
        all.put("value_title", value);
        all.put("values", values);
        all.put("by_row", byRow);
        all.put("numbers", numbersShown);
        if (!groups.isEmpty())
            all.put(
                    "groups",
                    groups.stream()
                            .map(g -> Fields.of(
                                    "name", g.name(), "short", g.shortName(), "count", g.count(), "size", g.size()))
                            .toList());
        return all;
    }
}
