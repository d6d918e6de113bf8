package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A matrix of numbers drawn as colours.
 *
 * @param values one list per row; NaN where a value is missing
 * @param groups consecutive columns that belong together, from the left; may be empty
 * @param numbersShown whether the numbers are printed in the cells
 * @param framed cells to highlight
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

    /** The rows or the columns: their title and their names. */
    public record HeatMapSide(String title, List<String> names) {
        public HeatMapSide {
            names = List.copyOf(names);
        }
    }

    /** Consecutive columns: {@code count} of them are drawn, {@code size} exist. */
    public record ColumnGroup(String name, String shortName, int count, int size) {}

    /** The range of values that the colours cover. */
    public enum ColorScale {
        /** From 0 to the largest value: for counts and shares. */
        FROM_ZERO,
        /** From the smallest to the largest value: for scores. */
        FROM_LEAST,
        /** From the smallest to the largest value of each row: for rows in different units. */
        BY_ROW
    }

    /** A highlighted cell and its label. */
    public record CellFrame(int row, int column, String what) {}

    /** Creates a heat map with one scale for all values, from 0. */
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
