package org.grapnel.io;

import java.util.Optional;

/**
 * How to read a data set.
 *
 * @param labels where the truth about the samples is: a name in the file's header, or else a file with one label a line
 * @param featuresInRows the file has a row per feature, as gene matrices have, instead of a row per sample
 */
public record ReadOptions(Optional<String> labels, boolean featuresInRows) {
    /** Samples in rows, no labels. */
    public static ReadOptions plain() {
        return new ReadOptions(Optional.empty(), false);
    }

    public ReadOptions withLabels(String columnOrFile) {
        return new ReadOptions(Optional.of(columnOrFile), featuresInRows);
    }

    public ReadOptions withFeaturesInRows() {
        return new ReadOptions(labels, true);
    }
}
