package org.grapnel.formats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.grapnel.runtime.Preconditions;

/**
 * Options for reading a data set. {@link Datasets} refuses an option that {@link DatasetReader#tableOptions} of the
 * format does not list.
 *
 * @param labels where the labels of the samples are: the name of a column or variable in the file, or else a file with
 *     one label per line
 * @param featuresInRows whether the file has one row per feature, as gene matrices have, instead of one row per sample
 * @param variable which matrix to read if the file has several: a variable of .mat or .npz, a layer of .h5ad, a
 *     type of features of 10x data
 * @param delimiter the character between the cells of a text file; empty to detect it
 * @param header whether a text file begins with a row of names; empty to detect it
 * @param missing the words that mean a missing value in a text file; empty for the usual ones
 * @param resize the size to which images are scaled; empty to require that all have the same size
 * @param colors columns that tell more about the samples, such as their batch; they are no features
 * @param part about how many bytes of a text table to read, evenly spread over it; empty to read all
 * @param table which columns of a table are features, and how its cells are written
 */
public record ReadOptions(
        Optional<String> labels,
        boolean featuresInRows,
        Optional<String> variable,
        Optional<Character> delimiter,
        Optional<Boolean> header,
        Optional<List<String>> missing,
        Optional<ImageSize> resize,
        List<String> colors,
        OptionalLong part,
        TableOptions table) {
    /** The words that mean a missing value unless others are given. */
    public static final List<String> USUAL_MISSING = List.of("", "NA", "NaN", "nan", "null", "N/A", "#N/A", "?", "-");

    public ReadOptions {
        missing = missing.map(List::copyOf);
        colors = List.copyOf(colors);
    }

    /** The size of an image in pixels. */
    public record ImageSize(int height, int width) {
        public ImageSize {
            Preconditions.require(
                    height >= 1 && width >= 1, "a picture must have at least 1 x 1 pixels, got %d x %d", height, width);
        }
    }

    /** Returns options for samples in rows, without labels, with everything else detected. */
    public static ReadOptions plain() {
        return new ReadOptions(
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                TableOptions.plain());
    }

    public ReadOptions withLabels(String columnOrFile) {
        return new ReadOptions(
                Optional.of(columnOrFile),
                featuresInRows,
                variable,
                delimiter,
                header,
                missing,
                resize,
                colors,
                part,
                table);
    }

    public ReadOptions withFeaturesInRows() {
        return new ReadOptions(labels, true, variable, delimiter, header, missing, resize, colors, part, table);
    }

    public ReadOptions withVariable(String name) {
        return new ReadOptions(
                labels, featuresInRows, Optional.of(name), delimiter, header, missing, resize, colors, part, table);
    }

    public ReadOptions withDelimiter(char between) {
        return new ReadOptions(
                labels, featuresInRows, variable, Optional.of(between), header, missing, resize, colors, part, table);
    }

    public ReadOptions withHeader(boolean present) {
        return new ReadOptions(
                labels,
                featuresInRows,
                variable,
                delimiter,
                Optional.of(present),
                missing,
                resize,
                colors,
                part,
                table);
    }

    public ReadOptions withMissing(List<String> words) {
        return new ReadOptions(
                labels, featuresInRows, variable, delimiter, header, Optional.of(words), resize, colors, part, table);
    }

    public ReadOptions withResize(ImageSize size) {
        return new ReadOptions(
                labels, featuresInRows, variable, delimiter, header, missing, Optional.of(size), colors, part, table);
    }

    public ReadOptions withColors(List<String> columns) {
        return new ReadOptions(
                labels, featuresInRows, variable, delimiter, header, missing, resize, columns, part, table);
    }

    /** Reads only some rows of a large text table with a row per sample. The data then have no hash. */
    public ReadOptions withPart(long bytes) {
        return new ReadOptions(
                labels,
                featuresInRows,
                variable,
                delimiter,
                header,
                missing,
                resize,
                colors,
                OptionalLong.of(bytes),
                table);
    }

    public ReadOptions withTable(TableOptions columnsAndCells) {
        return new ReadOptions(
                labels, featuresInRows, variable, delimiter, header, missing, resize, colors, part, columnsAndCells);
    }
}
