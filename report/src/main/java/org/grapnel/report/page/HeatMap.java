package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A table of numbers as colours.
 *
 * @param values a list for every row; NaN where there is none
 * @param groups runs of columns that belong together, from the left; may be empty
 * @param numbersShown the numbers stand in the cells
 * @param framed cells that a reader should find
 */
public record HeatMap(
        Caption caption,
        HeatMapSide rows,
        HeatMapSide columns,
        String value,
        List<List<Double>> values,
        List<ColumnGroup> groups,
        ColorScale scale,
        boolean numbersShown,
        List<CellFrame> framed)
        implements Figure {
    public HeatMap {
        values = values.stream().map(List::copyOf).toList();
        groups = List.copyOf(groups);
        framed = List.copyOf(framed);
        Preconditions.require(
                values.size() == rows.names().size(),
                "figure %s: %d rows, %d names",
                caption.id(),
                values.size(),
                rows.names().size());
        for (List<Double> row : values)
            Preconditions.require(
                    row.size() == columns.names().size(),
                    "figure %s: %d columns, %d names",
                    caption.id(),
                    row.size(),
                    columns.names().size());
        int columnsInGroups = groups.stream().mapToInt(ColumnGroup::count).sum();
        Preconditions.require(
                groups.isEmpty() || columnsInGroups == columns.names().size(),
                "figure %s: groups of %d columns",
                caption.id(),
                columnsInGroups);
        for (CellFrame frame : framed)
            Preconditions.require(
                    frame.row() >= 0
                            && frame.row() < values.size()
                            && frame.column() >= 0
                            && frame.column() < columns.names().size(),
                    "figure %s has no cell %d, %d to frame",
                    caption.id(),
                    frame.row(),
                    frame.column());
    }

    /** The rows or the columns: what they are, and their names. */
    public record HeatMapSide(String title, List<String> names) {
        public HeatMapSide {
            names = List.copyOf(names);
        }
    }

    /** A run of columns: how many are drawn, of how many there are. */
    public record ColumnGroup(String name, String shortName, int count, int size) {}

    /** From which number to which the colours run. */
    public enum ColorScale {
        /** From 0 to the most of the table: counts and shares. */
        FROM_ZERO,
        /** From the least of the table to its most: scores, of which the differences matter. */
        FROM_LEAST,
        /** From the least to the most of each row, for rows that are not of one kind. */
        BY_ROW
    }

    /** A cell with a frame around it, and what it is. */
    public record CellFrame(int row, int column, String what) {}

    /** One scale for all numbers, from 0. */
    public static HeatMap of(
            Caption caption, HeatMapSide rows, HeatMapSide columns, String value, List<List<Double>> values) {
        return new HeatMap(caption, rows, columns, value, values, List.of(), ColorScale.FROM_ZERO, false, List.of());
    }

    public HeatMap withGroups(List<ColumnGroup> runs) {
        return new HeatMap(caption, rows, columns, value, values, runs, scale, numbersShown, framed);
    }

    public HeatMap withScale(ColorScale chosen) {
        return new HeatMap(caption, rows, columns, value, values, groups, chosen, numbersShown, framed);
    }

    public HeatMap withNumbers() {
        return new HeatMap(caption, rows, columns, value, values, groups, scale, true, framed);
    }

    public HeatMap withFrames(List<CellFrame> frames) {
        return new HeatMap(caption, rows, columns, value, values, groups, scale, numbersShown, frames);
    }

    @Override
    public String kind() {
        return "heatmap";
    }

    @Override
    public Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("row_title", rows.title());
        all.put("row_names", rows.names());
        all.put("column_title", columns.title());
        all.put("column_names", columns.names());
        all.put("value_title", value);
        all.put("values", values);
        all.put("scale", scale.name().toLowerCase(Locale.ROOT));
        all.put("numbers", numbersShown);
        if (!framed.isEmpty())
            all.put(
                    "frames",
                    framed.stream()
                            .map(f -> JsonFields.of("row", f.row(), "column", f.column(), "what", f.what()))
                            .toList());
        if (!groups.isEmpty())
            all.put(
                    "groups",
                    groups.stream()
                            .map(g -> JsonFields.of(
                                    "name", g.name(), "short", g.shortName(), "count", g.count(), "size", g.size()))
                            .toList());
        return all;
    }
}
