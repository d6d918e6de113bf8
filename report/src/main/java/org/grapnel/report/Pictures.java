package org.grapnel.report;

import java.util.List;
import java.util.Map;
import org.grapnel.linalg.Check;
import org.jspecify.annotations.Nullable;

/** Grey pictures of one size, each scaled by its largest value; single pixels can be marked. */
public record Pictures(Caption caption, int height, int width, List<Picture> all) implements Figure {
    public Pictures {
        all = List.copyOf(all);
        for (Picture picture : all)
            Check.that(
                    picture.values().size() == height * width,
                    "picture %s does not have %d x %d pixels",
                    picture.name(),
                    height,
                    width);
    }

    /** The pixels row after row, and which of them are marked. */
    public record Picture(String name, List<Double> values, List<Integer> marked) {
        public Picture {
            values = List.copyOf(values);
            marked = List.copyOf(marked);
        }
    }

    @Override
    public String kind() {
        return "pictures";
    }

    @Override
    public Map<String, @Nullable Object> numbers() {
        return Fields.of(
                "height", height,
                "width", width,
                "pictures",
                        all.stream()
                                .map(p -> Fields.of("name", p.name(), "values", p.values(), "marked", p.marked()))
                                .toList());
    }
}
