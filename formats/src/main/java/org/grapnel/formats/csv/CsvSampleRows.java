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
final class CsvSampleRows {
    /** The names of an index column without a name; pandas makes the second of it. */
    private static final Set<String> NAMELESS = Set.of("", "unnamed: 0");

    /** Columns that, if they hold text, name the samples, even if two samples share a name. */
    private static final Set<String> NAMES = Set.of("sample", "id", "name");

    private final InputFile in;
    private final ReadOptions options;
    private final CsvHeader head;
    private final CsvLayout layout;

    CsvSampleRows(InputFile in, ReadOptions options, CsvHeader head) {
        this.in = in;
        this.options = options;
        this.head = head;
        List<String> columns = head.names;
        NameValidator.requireUniqueFeatures(in.name(), columns, "columns", c -> c + 1);
        int labelColumn = options.labels().map(columns::indexOf).orElse(-1);
        if (labelColumn < 0) options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, in.name(), columns));
        if (head.firstRow.isEmpty()) throw new DataException("%s: the file has a header but no samples", in.name());
        boolean named = labelColumn != 0 && (isNameless() || head.isText(0, options));
        layout = new CsvLayout(
                head.delimiter, columns, named ? 0 : -1, labelColumn, Optional.empty(), MissingValues.words(options));
        if (layout.length() == 0) throw new DataException("%s: the file has no column of features", in.name());
        if (options.labels().isEmpty()) refuseText();
    }

    private boolean isNameless() {
        return head.hasHeader && NAMELESS.contains(head.names.get(0).toLowerCase(Locale.ROOT));
    }

    /** Throws for a column of text in the first sample: it is most likely the labels, which must be named. */
    private void refuseText() {
        if (head.firstRow.size() != layout.columns().size()) return; // reported when the row is parsed
        for (int c = 0; c < head.firstRow.size(); c++) {
            if (!layout.isNumber(c) || !head.isText(c, options)) continue;
            String text = head.firstRow.get(c);
            String hint =
                    NumberParser.hasDecimalComma(text) ? "" : "; if the column holds the labels, name it with --labels";
            throw layout.error(in.name(), head.firstLine(), c, NumberParser.describeFault(text) + hint);
        }
    }

    CsvLayout layout() {
        return layout;
    }

    Dataset dataset(ParallelCsvParser table, DenseMatrixBuilder X) throws IOException {
        int n = X.lines();
        List<String> samples = layout.nameColumn() < 0 ? Dataset.numbered("", n) : table.names();
        boolean mustDiffer = layout.nameColumn() == 0
                && !isNameless()
                && !NAMES.contains(head.names.get(0).toLowerCase(Locale.ROOT));
        if (mustDiffer)
            NameValidator.requireUniqueSamples(in.name(), layout.columns().get(0), samples, table::line);
        Optional<List<String>> labels = layout.labelColumn() >= 0
                ? Optional.of(table.labels())
                : LabelFile.read(options, in.name(), layout.columns(), n);
        DataSource source = in.source(); // may throw, so it comes before X leaves the builder that closes it
        return new Dataset(X.build(), layout.numberColumns(), samples, labels, source);
    }
}
