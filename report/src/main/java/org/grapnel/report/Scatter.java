package org.grapnel.report;

import java.util.List;
import java.util.Map;
import org.grapnel.linalg.Check;
import org.jspecify.annotations.Nullable;

/** Samples as points of the plane, in one panel or in two side by side; the reader chooses what the colours mean. */
public record Scatter(Caption caption, List<String> names, List<Panel> panels, List<Colouring> colourings)
        implements Figure {
    public Scatter {
        names = List.copyOf(names);
        panels = List.copyOf(panels);
        colourings = List.copyOf(colourings);
        for (Panel panel : panels)
            Check.that(
                    panel.x().size() == names.size() && panel.y().size() == names.size(),
                    "panel %s: not %d points",
                    panel.title(),
                    names.size());
        for (Colouring colouring : colourings)
            Check.that(
                    colouring.codes().size() == names.size(),
                    "colouring %s: not %d points",
                    colouring.name(),
                    names.size());
        Check.that(!panels.isEmpty() && !colourings.isEmpty(), "figure %s shows nothing", caption.id());
    }

    /** Where the samples are. */
    public record Panel(String title, List<Double> x, List<Double> y) {
        public Panel {
            x = List.copyOf(x);
            y = List.copyOf(y);
        }
    }

    /** Which class each sample is of: a place in the list of classes. */
    public record Colouring(String name, List<String> classes, List<Integer> codes) {
        public Colouring {
            classes = List.copyOf(classes);
            codes = List.copyOf(codes);
        }

        /** By words, in the order in which a reader would sort them. */
        public static Colouring of(String name, List<String> words) {
            List<String> classes = Words.sorted(words);
            Map<String, Integer> code = Words.places(classes);
            return new Colouring(
                    name, Names.of(classes), words.stream().map(code::get).toList());
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
    public Map<String, @Nullable Object> numbers() {
        return Fields.of(
                "names", names,
                "panels",
                        panels.stream()
                                .map(p -> Fields.of("title", p.title(), "x", p.x(), "y", p.y()))
                                .toList(),
                "colourings",
                        colourings.stream()
                                .map(c -> Fields.of("name", c.name(), "classes", c.classes(), "codes", c.codes()))
                                .toList());
    }
}
