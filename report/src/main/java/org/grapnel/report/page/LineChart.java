package org.grapnel.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/** Curves over a common axis; with several views the reader chooses one of them. */
public record LineChart(Caption caption, List<ChartView> all) implements Figure {
    public LineChart {
        all = List.copyOf(all);
        Preconditions.require(!all.isEmpty(), "figure %s shows nothing", caption.id());
    }

    /** Curves that are shown together. */
    public record ChartView(String name, Axis x, Axis y, List<LineSeries> series) {
        public ChartView {
            series = List.copyOf(series);
        }
    }

    /**
     * A curve, or separate marks.
     *
     * @param y as long as x; NaN where a value is missing
     */
    public record LineSeries(String name, List<Double> x, List<Double> y, boolean marks) {
        public LineSeries {
            x = List.copyOf(x);
            y = List.copyOf(y);
            Preconditions.require(x.size() == y.size(), "series %s: %d values over %d", name, y.size(), x.size());
        }

        public static LineSeries curve(String name, List<Double> x, List<Double> y) {
            return new LineSeries(name, x, y, false);
        }

        public static LineSeries marks(String name, List<Double> x, List<Double> y) {
            return new LineSeries(name, x, y, true);
        }
    }

    /** Returns at most {@code most} points, evenly spaced, with the first and the last. */
    public static <T> List<T> thin(List<T> points, int most) {
        int size = points.size();
        if (size <= most) return points;
        return IntStream.range(0, most)
                .mapToObj(i -> points.get((int) ((long) i * (size - 1) / (most - 1))))
                .toList();
    }

    public static LineChart of(Caption caption, Axis x, Axis y, List<LineSeries> series) {
        return new LineChart(caption, List.of(new ChartView(caption.title(), x, y, series)));
    }

    @Override
    public String kind() {
        return "lines";
    }

    @Override
    public List<String> views() {
        return all.stream().map(ChartView::name).toList();
    }

    @Override
    public Map<String, @Nullable Object> data() {
        return JsonFields.of("lines", all.stream().map(LineChart::view).toList());
    }

    private static Map<String, @Nullable Object> view(ChartView view) {
        return JsonFields.of(
                "x", view.x().toJson(),
                "y", view.y().toJson(),
                "series", view.series().stream().map(LineChart::series).toList());
    }

    private static Map<String, Object> series(LineSeries series) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", series.name());
        values.put("x", series.x());
        values.put("y", series.y());
        if (series.marks()) values.put("marks", true);
        return values;
    }
}
