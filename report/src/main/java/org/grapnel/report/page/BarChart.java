package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A bar for every name and series: horizontal with the names beside the bars, or vertical over an axis.
 *
 * @param value title of the values
 * @param over title of the names, for vertical bars
 * @param colors the group whose colour each bar has, negative for grey; if empty, each series has its own colour
 */
public record BarChart(
        Caption caption,
        String value,
        String over,
        List<String> names,
        List<BarSeries> series,
        boolean vertical,
        List<Integer> colors)
        implements Figure {
    public BarChart {
        names = List.copyOf(names);
        series = List.copyOf(series);
        colors = List.copyOf(colors);
        Preconditions.require(
                colors.isEmpty() || colors.size() == names.size(),
                "figure %s: %d colours of %d bars",
                caption.id(),
                colors.size(),
                names.size());
        for (BarSeries s : series)
            Preconditions.require(
                    s.values().size() == names.size()
                            && (s.deviations().isEmpty() || s.deviations().size() == names.size()),
                    "series %s of figure %s does not have %d values",
                    s.name(),
                    caption.id(),
                    names.size());
    }

    /**
     * A value for every name.
     *
     * @param values NaN where a value is missing
     * @param deviations drawn as whiskers; NaN where one is missing, empty for no whiskers
     */
    public record BarSeries(String name, List<Double> values, List<Double> deviations) {
        public BarSeries {
            values = List.copyOf(values);
            deviations = List.copyOf(deviations);
        }
    }

    public static BarChart horizontal(Caption caption, String value, List<String> names, List<BarSeries> series) {
        return new BarChart(caption, value, "", names, series, false, List.of());
    }

    public static BarChart vertical(
            Caption caption, String value, String over, List<String> names, List<Double> values) {
        return new BarChart(
                caption, value, over, names, List.of(new BarSeries(value, values, List.of())), true, List.of());
    }

    /** Colours each bar as a group; negative for grey. */
    public BarChart withGroupColors(List<Integer> groups) {
        return new BarChart(caption, value, over, names, series, vertical, groups);
    }

    @Override
    public String kind() {
        return "bars";
    }

    @Override
    public Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("value", value);
        values.put("names", names);
        if (!over.isEmpty()) values.put("names_title", over);
        values.put("vertical", vertical);
        if (!colors.isEmpty()) values.put("colors", colors);
        values.put("series", series.stream().map(BarChart::series).toList());
        return values;
    }

    private static Map<String, Object> series(BarSeries series) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", series.name());
        values.put("values", series.values());
        if (!series.deviations().isEmpty()) values.put("deviations", series.deviations());
        return values;
    }
}
