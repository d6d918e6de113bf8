package org.grapnel.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of equal size; single pixels can be marked.
 *
 * @param value title of the pixel values
 */
public record PictureGrid(Caption caption, int height, int width, ColorRamp ink, String value, List<GridPicture> all)
        implements Figure {
    public PictureGrid {
        all = List.copyOf(all);
        for (GridPicture picture : all)
            Preconditions.require(
                    picture.values().size() == height * width,
                    "picture %s does not have %d x %d pixels",
                    picture.name(),
                    height,
                    width);
    }

    /** How a pixel value becomes a colour. */
    public enum ColorRamp {
        /** Black for 0 to white for the largest value of each picture. */
        GREY,
        /** Logarithmic, the smallest value brightest, with a colour key; 0 means no value and is black. */
        FALLING
    }

    /** Creates grey pictures, each scaled to its largest value. */
    public static PictureGrid grey(Caption caption, int height, int width, List<GridPicture> all) {
        return new PictureGrid(caption, height, width, ColorRamp.GREY, "", all);
    }

    /** Creates coloured pictures on a logarithmic scale, the smallest value brightest; 0 means no value. */
    public static PictureGrid falling(Caption caption, int height, int width, String value, List<GridPicture> all) {
        return new PictureGrid(caption, height, width, ColorRamp.FALLING, value, all);
    }

    /** The pixels row by row, and the indices of the marked ones. */
    public record GridPicture(String name, List<Double> values, List<Integer> marked) {
        public GridPicture {
            values = List.copyOf(values);
            marked = List.copyOf(marked);
        }
    }

    @Override
    public String kind() {
        return "pictures";
    }

    @Override
    public Map<String, @Nullable Object> data() {
        return JsonFields.of(
                "height", height,
                "width", width,
                "ink", ink.name().toLowerCase(Locale.ROOT),
                "value", value,
                "pictures",
                        all.stream()
                                .map(p -> JsonFields.of("name", p.name(), "values", p.values(), "marked", p.marked()))
                                .toList());
    }
}
