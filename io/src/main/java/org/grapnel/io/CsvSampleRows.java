package org.grapnel.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Source;

/** A CSV file with a row per sample: its header names the features, and X is the file turned on its side. */
final class CsvSampleRows {
    /** How an index column is called when nobody gave it a name; the second is what pandas makes of it. */
    private static final Set<String> NAMELESS = Set.of("", "unnamed: 0");

    /** Columns that hold the samples' names if they hold text. */
    private static final Set<String> NAMES = Set.of("sample", "id", "name");

    private final CsvRows rows;
    private final List<String> header;
    private final int labelColumn;
    private final int nameColumn;
    private final int[] featureColumns;

    private CsvSampleRows(InputFile in, ReadOptions options) throws IOException {
        rows = new CsvRows(in);
        header = rows.header();
        Names.refuseNumbers(in.name(), header);
        Names.refuseDuplicates(in.name(), header, "columns", c -> c + 1);
        labelColumn = options.labels().map(header::indexOf).orElse(-1);
        if (labelColumn < 0) options.labels().ifPresent(wanted -> Labels.file(wanted, in.name(), header));
        if (!rows.next()) throw new DataException("%s: has a header and no samples", in.name());
        nameColumn = labelColumn != 0 && holdsNames(header.get(0)) ? 0 : -1;
        featureColumns = IntStream.range(0, header.size())
                .filter(c -> c != labelColumn && c != nameColumn)
                .toArray();
        if (featureColumns.length == 0) throw new DataException("%s: has no column of features", in.name());
        if (options.labels().isEmpty()) refuseText();
    }

    /** A column of text in the first sample is most likely the truth, which then has to be named. */
    private void refuseText() {
        rows.requireCells(header.size());
        for (int c : featureColumns) {
            String text = rows.text(c);
            if (!rows.isNumber(c) && !Numbers.isMissing(text))
                throw rows.fault(c, "'" + CsvRows.excerpt(text) + "' is not a number; labels have to be named as such");
        }
    }

    private boolean holdsNames(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMELESS.contains(lower) || (NAMES.contains(lower) && !rows.isNumber(0));
    }

    static Dataset read(InputFile in, ReadOptions options) throws IOException {
        return new CsvSampleRows(in, options).dataset(in, options);
    }

    private Dataset dataset(InputFile in, ReadOptions options) throws IOException {
        List<String> samples = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        try (GrowingMatrix X = GrowingMatrix.ofColumns(featureColumns.length)) {
            do {
                rows.requireCells(header.size());
                double[] sample = X.next();
                for (int i = 0; i < sample.length; i++) sample[i] = rows.number(featureColumns[i]);
                if (nameColumn >= 0) samples.add(rows.text(nameColumn));
                if (labelColumn >= 0) labels.add(rows.label(labelColumn));
            } while (rows.next());
            int n = X.lines();
            Optional<List<String>> truth =
                    labelColumn >= 0 ? Optional.of(labels) : Labels.read(options, in.name(), header, n);
            List<String> features =
                    IntStream.of(featureColumns).mapToObj(header::get).toList();
            if (nameColumn < 0) samples = Dataset.numbered("", n);
            Source source = in.source(); // may fail, so it goes before X leaves the hands that free it
            return new Dataset(X.finish(), features, samples, truth, source);
        }
    }
}
