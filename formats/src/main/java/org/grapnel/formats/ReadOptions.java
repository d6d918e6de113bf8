package org.grapnel.formats;

import java.util.List;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * How to read a data set. What a format does not know of is left alone.
 *
 * @param labels where the truth about the samples is: a name in the file's header, a variable or column of it, or else a
 *     file with one label a line
 * @param featuresInRows the file has a row per feature, as gene matrices have, instead of a row per sample
 * @param variable which of several matrices in a file is meant: a variable of .mat and .npz, a layer of .h5ad
 * @param delimiter between the cells of a text file; empty to find out
 * @param header whether a text file begins with names; empty to find out
 * @param missing the words that stand for a missing value in a text file; empty for the usual ones
 * @param resize the size to which pictures are brought; empty to require that all have the same
 */
public record ReadOptions(
        Optional<String> labels,
        boolean featuresInRows,
        Optional<String> variable,
        Optional<Character> delimiter,
        Optional<Boolean> header,
        Optional<List<String>> missing,
        Optional<ImageSize> resize) {
    public ReadOptions {
        missing = missing.map(List::copyOf);
    }

    /** Of a picture. */
    public record ImageSize(int height, int width) {
        public ImageSize {
            Preconditions.require(height >= 1 && width >= 1, "a picture cannot be %d x %d", height, width);
        }
    }

    /** Samples in rows, no labels, everything else found out. */
    public static ReadOptions plain() {
        return new ReadOptions(
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public ReadOptions withLabels(String columnOrFile) {
        return new ReadOptions(Optional.of(columnOrFile), featuresInRows, variable, delimiter, header, missing, resize);
    }

    public ReadOptions withFeaturesInRows() {
        return new ReadOptions(labels, true, variable, delimiter, header, missing, resize);
    }

    public ReadOptions withVariable(String name) {
        return new ReadOptions(labels, featuresInRows, Optional.of(name), delimiter, header, missing, resize);
    }

    public ReadOptions withDelimiter(char between) {
        return new ReadOptions(labels, featuresInRows, variable, Optional.of(between), header, missing, resize);
    }

    public ReadOptions withHeader(boolean present) {
        return new ReadOptions(labels, featuresInRows, variable, delimiter, Optional.of(present), missing, resize);
    }

    public ReadOptions withMissing(List<String> words) {
        return new ReadOptions(labels, featuresInRows, variable, delimiter, header, Optional.of(words), resize);
    }

    public ReadOptions withResize(ImageSize size) {
        return new ReadOptions(labels, featuresInRows, variable, delimiter, header, missing, Optional.of(size));
    }
}
