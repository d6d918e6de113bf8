package org.grapnel.io;

import java.nio.file.Path;
import java.util.List;
import org.grapnel.data.Dataset;

/**
 * Comma-separated values: a header, then a row per sample, or a row per feature if the options say so. The label column
 * is the truth and never a feature.
 */
public final class CsvReader implements Reader {
    @Override
    public List<String> extensions() {
        return List.of("csv");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return InputFile.read(
                file,
                in -> options.featuresInRows() ? CsvFeatureRows.read(in, options) : CsvSampleRows.read(in, options));
    }
}
