package org.grapnel.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grapnel.linalg.Check;
import org.jspecify.annotations.Nullable;

/** Curves over a common axis; with several views the reader chooses one. */
public record Lines(Caption caption, List<View> all) implements Figure {
    public Lines {
        all = List.copyOf(all);
        Check.that(!all.isEmpty(), "figure %s shows nothing", caption.id());
    }

    /** Curves that are seen together. */
    public record View(String name, Axis x, Axis y, List<Series> series) {
        public View {
            series = List.copyOf(series);
        }
    }

    /**
     * A curve, or single marks.
     *
     * @param y as many as x; NaN where there is none
     */
    public record Series(String name, List<Double> x, List<Double> y, boolean marks) {
        public Series {
            x = List.copyOf(x);
            y = List.copyOf(y);
            Check.that(x.size() == y.size(), "series %s: %d values over %d", name, y.size(), x.size());
        }

        public static Series curve(String name, List<Double> x, List<Double> y) {
            return new Series(name, x, y, false);
        }

        public static Series marks(String name, List<Double> x, List<Double> y) {
            return new Series(name, x, y, true);
        }
    }

    /** All of them, or evenly so many with the first and the last: a curve of more points looks the same. */
    public static <T> List<T> thinned(List<T> points, int most) {
        int size = points.size();
        if (size <= most) return points;
        return IntStream.range(0, most)
                .mapToObj(i -> points.get((int) ((long) i * (size - 1) / (most - 1))))
                .toList();
    }

    public static Lines of(Caption caption, Axis x, Axis y, List<Series> series) {
        return new Lines(caption, List.of(new View(caption.title(), x, y, series)));
    }

    @Override
    public String kind() {
        return "lines";
    }

    @Override
    public List<String> views() {
        return all.stream().map(View::name).toList();
    }

    @Override
    public Map<String, @Nullable Object> numbers() {
        return Fields.of("lines", all.stream().map(Lines::view).toList());
    }

    private static Map<String, @Nullable Object> view(View view) {
        return Fields.of(
                "x", view.x().spec(),
                "y", view.y().spec(),
                "series", view.series().stream().map(Lines::series).toList());
    }

    private static Map<String, Object> series(Series series) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", series.name());
        values.put("x", series.x());
        values.put("y", series.y());
        if (series.marks()) values.put("marks", true);
        return values;
    }
}
