package org.grapnel.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.grapnel.linalg.Check;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of one size; single pixels can be marked.
 *
 * @param value what the pixels say
 */
public record Pictures(Caption caption, int height, int width, Ink ink, String value, List<Picture> all)
        implements Figure {
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

    /** How a value becomes a colour. */
    public enum Ink {
        /** From black for 0 to white for the largest value of a picture. */
        GREY,
        /** By powers, the smallest value the brightest; 0 is none, and black. Beside it a key. */
        FALLING
    }

    /** Grey, each by its largest value. */
    public static Pictures grey(Caption caption, int height, int width, List<Picture> all) {
        return new Pictures(caption, height, width, Ink.GREY, "", all);
    }

    /** Coloured by powers, the smallest value the brightest; 0 is none, and black. */
    public static Pictures falling(Caption caption, int height, int width, String value, List<Picture> all) {
        return new Pictures(caption, height, width, Ink.FALLING, value, all);
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
                "ink", ink.name().toLowerCase(Locale.ROOT),
                "value", value,
                "pictures",
                        all.stream()
                                .map(p -> Fields.of("name", p.name(), "values", p.values(), "marked", p.marked()))
                                .toList());
    }
}
