package org.grapnel.report.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Samples as points in the plane, in one or two panels; the reader chooses the colouring.
 *
 * @param value a number for every sample, shown in its tooltip
 */
public record ScatterPlot(
        Caption caption,
        List<String> names,
        List<Panel> panels,
        List<Colouring> colourings,
        Optional<SampleValue> value)
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
                    colouring.codes().size() == names.size(),
                    "colouring %s: not %d points",
                    colouring.name(),
                    names.size());
        if (value.isPresent())
            Preconditions.require(
                    value.get().values().size() == names.size(),
                    "value %s: not %d points",
                    value.get().title(),
                    names.size());
        Preconditions.require(!panels.isEmpty() && !colourings.isEmpty(), "figure %s shows nothing", caption.id());
    }

    public ScatterPlot(Caption caption, List<String> names, List<Panel> panels, List<Colouring> colourings) {
        this(caption, names, panels, colourings, Optional.empty());
    }

    public ScatterPlot withValue(SampleValue chosen) {
        return new ScatterPlot(caption, names, panels, colourings, Optional.of(chosen));
    }

    /** A number for every sample; NaN where it is unknown. */
    public record SampleValue(String title, List<Double> values) {
        public SampleValue {
            values = List.copyOf(values);
        }
    }

    /** The coordinates of the samples. */
    public record Panel(String title, List<Double> x, List<Double> y) {
        public Panel {
            x = List.copyOf(x);
            y = List.copyOf(y);
        }
    }

    /** The class of every sample, as an index into the list of classes. */
    public record Colouring(String name, List<String> classes, List<Integer> codes) {
        public Colouring {
            classes = List.copyOf(classes);
            codes = List.copyOf(codes);
        }

        /** Creates a colouring from labels, with the classes sorted. */
        public static Colouring of(String name, List<String> words) {
            List<String> classes = TextFormat.sortDistinct(words);
            return new Colouring(name, TooltipNames.shorten(classes), TextFormat.positions(words, classes));
        }
    }

    @Override
    public String kind() {
        return "scatter";
    }

    @Override
    public List<String> views() {
        return colourings.stream().map(c -> "coloured by " + c.name()).toList();
    }

    @Override
    public Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> all = JsonFields.of(
                "names", names,
                "panels",
                        panels.stream()
                                .map(p -> JsonFields.of("title", p.title(), "x", p.x(), "y", p.y()))
                                .toList(),
                "colourings",
                        colourings.stream()
                                .map(c -> JsonFields.of("name", c.name(), "classes", c.classes(), "codes", c.codes()))
                                .toList());
        value.ifPresent(v -> all.putAll(JsonFields.of("value_title", v.title(), "values", v.values())));
        return all;
    }
}
