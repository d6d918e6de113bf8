package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.NumberParser;

/** A CSV file with one row per sample. Its header names the features, and X is the transpose of the table. */
final class CsvSampleRows implements CsvRows {
    /** The names of an index column without a name; pandas makes the second of it. */
    private static final Set<String> NAMELESS = Set.of("", "unnamed: 0");

    /** Columns that, if they hold text, name the samples, even if two samples share a name. */
    private static final Set<String> NAMES = Set.of("sample", "id", "name");

    private final InputFile in;
    private final ReadOptions options;
    private final CsvHeader header;
    private final CsvLayout layout;

    CsvSampleRows(InputFile in, ReadOptions options, CsvHeader header) {
        this.in = in;
        this.options = options;
        this.header = header;
        List<String> columns = header.names;
        NameValidator.requireUniqueFeatures(in.name(), columns, "columns", c -> c + 1);
        int labelColumn = options.labels().map(columns::indexOf).orElse(-1);
        if (labelColumn < 0) options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, in.name(), columns));
        if (header.firstRow.isEmpty()) throw new DataException("%s: the file has a header but no samples", in.name());
        boolean named = labelColumn != 0 && (isNameless() || header.isText(0, options));
        layout = new CsvLayout(
                header.delimiter, columns, named ? 0 : -1, labelColumn, Optional.empty(), MissingValues.words(options));
        if (layout.length() == 0) throw new DataException("%s: the file has no column of features", in.name());
        if (options.labels().isEmpty()) refuseText();
    }

    private boolean isNameless() {
        return header.hasHeader && NAMELESS.contains(header.names.get(0).toLowerCase(Locale.ROOT));
    }

    /** Throws for a column of text in the first sample: it is most likely the labels, which must be named. */
    private void refuseText() {
        if (header.firstRow.size() != layout.columns().size()) return; // reported when the row is parsed
        for (int c = 0; c < header.firstRow.size(); c++) {
            if (!layout.isNumber(c) || !header.isText(c, options)) continue;
            String text = header.firstRow.get(c);
            String hint =
                    NumberParser.hasDecimalComma(text) ? "" : "; if the column holds the labels, name it with --labels";
            throw layout.error(in.name(), header.firstLine(), c, NumberParser.describeFault(text) + hint);
        }
    }

    @Override
    public CsvLayout layout() {
        return layout;
    }

    @Override
    public DenseMatrixBuilder builder() {
        return DenseMatrixBuilder.forColumns(in.name(), layout.length());
    }

    @Override
    public String content() {
        return "samples";
    }

    @Override
    public Dataset dataset(ParallelCsvParser table, DenseMatrixBuilder X) throws IOException {
        int n = X.lines();
        List<String> samples = layout.nameColumn() < 0 ? Dataset.numbered("", n) : table.names();
        boolean mustDiffer = layout.nameColumn() == 0
                && !isNameless()
                && !NAMES.contains(header.names.get(0).toLowerCase(Locale.ROOT));
        if (mustDiffer)
            NameValidator.requireUniqueSamples(in.name(), layout.columns().get(0), samples, table::line);
        Optional<List<String>> labels = layout.labelColumn() >= 0
                ? Optional.of(table.labels())
                : LabelFile.read(options, in.name(), layout.columns(), n);
        DataSource source = in.source(); // may throw, so it comes before X leaves the builder that closes it
        return new Dataset(X.build(), layout.numberColumns(), samples, labels, source);
    }
}
