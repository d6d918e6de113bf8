package org.grapnel.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.report.run.RunData;
import org.grapnel.runs.table.SavedTable;

/**
 * Where a feature is in its picture; features that were left out before the fit stay black. Large pictures are drawn smaller, each pixel the brightest
 * of a block: so no dot is lost, and the page stays light.
 *
 * @param origins the pixel of every feature, numbered as in the data
 * @param block how many pixels become one, in each direction
 */
public record PixelGrid(Dataset.ImageShape grid, List<Integer> origins, int block) {
    /** So many pixels may all pictures of a page have together. */
    private static final int MOST = 200_000;

    /** None where the features are no pixels. */
    public static Optional<PixelGrid> create(RunData run, int mostPictures) {
        Optional<Dataset.ImageShape> grid = run.saved().picture();
        if (grid.isEmpty()) return Optional.empty();
        int pixels = grid.orElseThrow().pixels();
        SavedTable preparation = run.saved().table("preparation.csv");
        List<Integer> origins = preparation.has("origin")
                ? preparation.indices("origin", pixels)
                : IntStream.range(0, run.features()).boxed().toList();
        boolean fits = origins.size() == run.features() && origins.stream().allMatch(i -> i < pixels);
        int pictures = 1
                + Math.min(mostPictures, run.saved().number("rank").orElse(0.0).intValue());
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

    /** Where a feature is drawn, row after row. */
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

    /** What a reader should know of the size. */
    public String note() {
        if (block == 1) return "";
        return TextFormat.format(
                " Drawn smaller: of every %d x %d pixels of %d x %d the brightest.",
                block, block, grid.height(), grid.width());
    }
}
