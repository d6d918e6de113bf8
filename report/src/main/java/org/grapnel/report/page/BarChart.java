package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Values by name: lying bars with the names beside them, or upright ones over an axis.
 *
 * @param value what the bars count
 * @param over what the names are, for upright bars
 * @param coloured each name has the colour of the group of that number, instead of each series its own
 */
public record BarChart(
        Caption caption,
        String value,
        String over,
        List<String> names,
        List<BarSeries> series,
        boolean upright,
        boolean coloured)
        implements Figure {
    public BarChart {
        names = List.copyOf(names);
        series = List.copyOf(series);
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
     * One bar for every name.
     *
     * @param values NaN where there is none
     * @param deviations drawn as whiskers; NaN where there is none, empty where there are none at all
     */
    public record BarSeries(String name, List<Double> values, List<Double> deviations) {
        public BarSeries {
            values = List.copyOf(values);
            deviations = List.copyOf(deviations);
        }
    }

    public static BarChart horizontal(Caption caption, String value, List<String> names, List<BarSeries> series) {
        return new BarChart(caption, value, "", names, series, false, false);
    }

    public static BarChart upright(
            Caption caption, String value, String over, List<String> names, List<Double> values) {
        return new BarChart(caption, value, over, names, List.of(new BarSeries(value, values, List.of())), true, false);
    }

    /** In the colours of the groups 0, 1, … */
    public BarChart withGroupColors() {
        return new BarChart(caption, value, over, names, series, upright, true);
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
        values.put("upright", upright);
        values.put("coloured", coloured);
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
