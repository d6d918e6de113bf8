package org.grapnel.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.SavedTable;

/**
 * Maps features to pixels. Pixels of features that the preparation dropped stay black. Large pictures are drawn smaller: each block of pixels becomes one,
 * as bright as its brightest, so no single pixel is lost.
 *
 * @param origins the pixel of every feature, numbered as in the data file
 * @param block side of the square of pixels that is drawn as one
 */
public record PixelGrid(Dataset.ImageShape grid, List<Integer> origins, int block) {
    /** Most components that are drawn as pictures. */
    public static final int MOST_COMPONENTS = 60;

    /** Most pixels of all pictures of a page together. */
    private static final int MOST = 200_000;

    /** Returns empty where the features are not pixels. */
    public static Optional<PixelGrid> create(SavedRun saved, int mostPictures) {
        Optional<Dataset.ImageShape> grid = saved.picture();
        if (grid.isEmpty()) return Optional.empty();
        int features = saved.count("features");
        int pixels = grid.orElseThrow().pixels();
        SavedTable preparation = saved.table("preparation.csv");
        List<Integer> origins = preparation.has("origin")
                ? preparation.indices("origin", pixels)
                : IntStream.range(0, features).boxed().toList();
        boolean fits = origins.size() == features && origins.stream().allMatch(i -> i < pixels);
        int pictures =
                1 + Math.min(mostPictures, saved.number("rank").orElse(0.0).intValue());
        return fits ? Optional.of(fitting(grid.orElseThrow(), origins, pictures)) : Optional.empty();
    }

    private static PixelGrid fitting(Dataset.ImageShape grid, List<Integer> origins, int pictures) {
        PixelGrid drawn = new PixelGrid(grid, origins, 1);
        while ((long) drawn.height() * drawn.width() * pictures > MOST)
            drawn = new PixelGrid(grid, origins, drawn.block + 1);
        return drawn;
    }

    public int height() {
        return (grid.height() + block - 1) / block;
    }

    public int width() {
        return (grid.width() + block - 1) / block;
    }

    /** Returns the index of the drawn pixel of a feature, row by row. */
    public int positionOf(int feature) {
        int origin = origins.get(feature);
        return grid.y(origin) / block * width() + grid.x(origin) / block;
    }

    public List<Double> draw(List<Double> values) {
        Double[] picture = new Double[height() * width()];
        Arrays.fill(picture, 0.0);
        for (int i = 0; i < Math.min(values.size(), origins.size()); i++)
            picture[positionOf(i)] = Math.max(picture[positionOf(i)], values.get(i));
        return Arrays.asList(picture);
    }

    /** Returns a sentence about the reduction, empty where there is none. */
    public String note() {
        if (block == 1) return "";
        return TextFormat.format(
                " Reduced in size: each pixel shows the brightest of %d × %d pixels of the original %d × %d.",
                block, block, grid.height(), grid.width());
    }
}
