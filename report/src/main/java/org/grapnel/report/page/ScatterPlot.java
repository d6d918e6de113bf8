package org.grapnel.report.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Samples as points in the plane, in one or two panels. The reader chooses what colours them, searches for samples and features, and zooms.
 *
 * @param colourings the first colours the picture at the start
 * @param features features that can colour the samples, too
 */
public record ScatterPlot(
        Caption caption,
        List<String> names,
        List<Panel> panels,
        List<Colouring> colourings,
        Optional<FeatureLevels> features)
        implements Figure {
    public ScatterPlot {
        names = List.copyOf(names);
        panels = List.copyOf(panels);
        colourings = List.copyOf(colourings);
        for (Panel panel : panels)
            Preconditions.require(
                    panel.x().size() == names.size() && panel.y().size() == names.size(),
                    "panel %s: not %d points",
                    panel.title(),
                    names.size());
        for (Colouring colouring : colourings)
            Preconditions.require(
                    colouring.size() == names.size(), "colouring %s: not %d points", colouring.name(), names.size());
        Preconditions.require(!panels.isEmpty() && !colourings.isEmpty(), "figure %s shows nothing", caption.id());
    }

    public ScatterPlot(Caption caption, List<String> names, List<Panel> panels, List<Colouring> colourings) {
        this(caption, names, panels, colourings, Optional.empty());
    }

    public ScatterPlot withFeatures(FeatureLevels chosen) {
        return new ScatterPlot(caption, names, panels, colourings, Optional.of(chosen));
    }

    /** The coordinates of the samples. */
    public record Panel(String title, List<Double> x, List<Double> y) {
        public Panel {
            x = List.copyOf(x);
            y = List.copyOf(y);
        }
    }

    /** Something that colours the samples. */
    public sealed interface Colouring permits ClassColouring, NumberColouring {
        String name();

        /** Returns the number of samples. */
        int size();

        Map<String, @Nullable Object> toJson();

        /** Creates a colouring from labels, with the classes sorted. */
        static Colouring of(String name, List<String> words) {
            List<String> classes = TextFormat.sortDistinct(words);
            return new ClassColouring(name, classes, TextFormat.positions(words, classes));
        }
    }

    /** The class of every sample, as an index into the list of classes. Class i has the colour of group i. */
    public record ClassColouring(String name, List<String> classes, List<Integer> codes) implements Colouring {
        public ClassColouring {
            classes = TooltipNames.shorten(List.copyOf(classes));
            codes = List.copyOf(codes);
        }

        @Override
        public int size() {
            return codes.size();
        }

        @Override
        public Map<String, @Nullable Object> toJson() {
            return JsonFields.of("name", name, "classes", classes, "codes", codes);
        }
    }

    /** A number for every sample on a continuous scale; NaN where it is unknown. */
    public record NumberColouring(String name, List<Double> values) implements Colouring {
        public NumberColouring {
            values = List.copyOf(values);
        }

        @Override
        public int size() {
            return values.size();
        }

        @Override
        public Map<String, @Nullable Object> toJson() {
            return JsonFields.of("name", name, "values", values);
        }
    }

    @Override
    public String kind() {
        return "scatter";
    }

    @Override
    public Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> all = JsonFields.of(
                "names", names,
                "panels",
                        panels.stream()
                                .map(p -> JsonFields.of("title", p.title(), "x", p.x(), "y", p.y()))
                                .toList(),
                "colourings", colourings.stream().map(Colouring::toJson).toList());
        features.ifPresent(f -> all.put("features", f.toJson()));
        return all;
    }
}
