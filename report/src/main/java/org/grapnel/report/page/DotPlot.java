package org.grapnel.report.page;

import java.util.List;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A dot for every feature and group. Its area is the share of the group's samples in which the feature is above zero. Its colour is the mean in the group,
 * from faint for the smallest mean of the feature to strong for the largest.
 *
 * @param rows the features
 * @param rowBands the group that consecutive features mark, from the top; may be empty
 * @param columns the groups, as bands of one column each
 * @param shares one list per feature; NaN for an empty group
 * @param means one list per feature; NaN for an empty group
 */
public record DotPlot(
        Caption caption,
        List<String> rows,
        List<Band> rowBands,
        List<Band> columns,
        List<List<Double>> shares,
        List<List<Double>> means)
        implements Figure {
    public DotPlot {
        rows = List.copyOf(rows);
        rowBands = List.copyOf(rowBands);
        columns = List.copyOf(columns);
        shares = shares.stream().map(List::copyOf).toList();
        means = means.stream().map(List::copyOf).toList();
        Band.requireCover(caption, rowBands, rows.size());
        Preconditions.require(
                shares.size() == rows.size() && means.size() == rows.size(),
                "figure %s: %d rows, %d names",
                caption.id(),
                shares.size(),
                rows.size());
        for (List<Double> row : means)
            Preconditions.require(
                    row.size() == columns.size(),
                    "figure %s: %d columns, %d names",
                    caption.id(),
                    row.size(),
                    columns.size());
    }

    @Override
    public String kind() {
        return "dots";
    }

    @Override
    public Map<String, @Nullable Object> data() {
        return JsonFields.of(
                "row_names", rows,
                "row_bands", rowBands.stream().map(Band::toJson).toList(),
                "columns", columns.stream().map(Band::toJson).toList(),
                "shares", shares,
                "means", means);
    }
}
