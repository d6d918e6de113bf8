package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;

/** The meaning of the rows of a CSV file: samples or features. */
sealed interface CsvRows permits CsvSampleRows, CsvFeatureRows {
    static CsvRows create(InputFile in, ReadOptions options, CsvHeader header) {
        return options.featuresInRows()
                ? new CsvFeatureRows(in, options, header)
                : new CsvSampleRows(in, options, header);
    }

    CsvLayout layout();

    /** Returns a builder that stores a row of the file as a feature or a sample of X. */
    DenseMatrixBuilder builder();

    /** What a row is, in the plural: {@code samples} or {@code features}. */
    String content();

    /** Returns the data set; X is left to the caller of {@link #builder} if this throws. */
    Dataset dataset(ParallelCsvParser table, DenseMatrixBuilder X) throws IOException;

    /** What was corrected while the data set was made. */
    default List<String> notices() {
        return List.of();
    }
}
