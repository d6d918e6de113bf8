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
 * @param bands consecutive columns that belong together, from the left; may be empty
 * @param rowBands consecutive rows that belong together, from the top; may be empty
 * @param numbersShown whether the numbers are printed in the cells
 * @param framed cells to highlight
 */
public record HeatMap(
        Caption caption,
        HeatMapSide rows,
        HeatMapSide columns,
        String value,
        List<List<Double>> values,
        List<Band> bands,
        List<Band> rowBands,
        ColorScale scale,
        boolean numbersShown,
        List<CellFrame> framed)
        implements Figure {
    public HeatMap {
        values = values.stream().map(List::copyOf).toList();
        bands = List.copyOf(bands);
        rowBands = List.copyOf(rowBands);
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
        Band.requireCover(caption, bands, columns.names().size());
        Band.requireCover(caption, rowBands, rows.names().size());
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
        return new HeatMap(
                caption, rows, columns, value, values, List.of(), List.of(), ColorScale.FROM_ZERO, false, List.of());
    }

    public HeatMap withColumnBands(List<Band> chosen) {
        return new HeatMap(caption, rows, columns, value, values, chosen, rowBands, scale, numbersShown, framed);
    }

    public HeatMap withRowBands(List<Band> chosen) {
        return new HeatMap(caption, rows, columns, value, values, bands, chosen, scale, numbersShown, framed);
    }

    public HeatMap withScale(ColorScale chosen) {
        return new HeatMap(caption, rows, columns, value, values, bands, rowBands, chosen, numbersShown, framed);
    }

    public HeatMap withNumbers() {
        return new HeatMap(caption, rows, columns, value, values, bands, rowBands, scale, true, framed);
    }

    public HeatMap withFrames(List<CellFrame> frames) {
        return new HeatMap(caption, rows, columns, value, values, bands, rowBands, scale, numbersShown, frames);
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
        if (!bands.isEmpty()) all.put("bands", bands.stream().map(Band::toJson).toList());
        if (!rowBands.isEmpty())
            all.put("row_bands", rowBands.stream().map(Band::toJson).toList());
        return all;
    }
}
