package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;

/**
 * A CSV file with one row per feature, as gene matrices have it. The header names the samples. The first column names
 * the features if it holds text or its header is empty. One row may hold the labels.
 */
final class CsvFeatureRows implements CsvRows {
    private final InputFile in;
    private final ReadOptions options;
    private final CsvHeader header;
    private final CsvLayout layout;

    CsvFeatureRows(InputFile in, ReadOptions options, CsvHeader header) {
        this.in = in;
        this.options = options;
        this.header = header;
        if (header.firstRow.isEmpty()) throw new DataException("%s: the file has a header but no features", in.name());
        boolean named = (header.hasHeader && header.names.get(0).isEmpty()) || header.isText(0, options);
        layout = new CsvLayout(
                header.delimiter,
                header.names,
                named ? 0 : -1,
                -1,
                named ? options.labels() : Optional.empty(),
                MissingValues.words(options));
        if (layout.length() == 0) throw new DataException("%s: the file has no column of samples", in.name());
    }

    @Override
    public CsvLayout layout() {
        return layout;
    }

    @Override
    public DenseMatrixBuilder builder() {
        return DenseMatrixBuilder.forRows(in.name(), layout.length());
    }

    @Override
    public String content() {
        return "features";
    }

    @Override
    public Dataset dataset(ParallelCsvParser table, DenseMatrixBuilder X) throws IOException {
        int n = layout.length();
        int p = X.lines();
        if (p == 0) throw new DataException("%s: the file has labels but no features", in.name());
        List<String> features = layout.nameColumn() < 0 ? Dataset.numbered("f", p) : table.names();
        NameValidator.requireUniqueFeatures(in.name(), features, "rows", table::line);
        Optional<List<String>> labels = table.isLabelled()
                ? Optional.of(new ArrayList<>(table.labels()))
                : LabelFile.read(options, in.name(), features, n);
        List<String> samples = header.hasHeader ? layout.numberColumns() : Dataset.numbered("", n);
        DataSource source = in.source(); // may throw, so it comes before X leaves the builder that closes it
        return new Dataset(X.build(), features, samples, labels, source);
    }
}
