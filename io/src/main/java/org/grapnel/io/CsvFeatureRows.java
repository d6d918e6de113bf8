package org.grapnel.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Source;

/**
 * A CSV file with a row per feature, as gene matrices have it: the header names the samples, the first column the
 * features if it is text or its header is empty. A row of labels may stand among the features.
 */
final class CsvFeatureRows {
    private final CsvRows rows;
    private final List<String> header;
    private final int first;
    private final ReadOptions options;
    private final List<String> features = new ArrayList<>();
    private final List<Long> lines = new ArrayList<>();
    private Optional<List<String>> labels = Optional.empty();

    private CsvFeatureRows(InputFile in, ReadOptions options) throws IOException {
        this.options = options;
        rows = new CsvRows(in);
        header = rows.header();
        if (!rows.next()) throw new DataException("%s: has a header and no features", in.name());
        first = header.get(0).isEmpty() || !rows.isNumber(0) ? 1 : 0;
        if (header.size() == first) throw new DataException("%s: has no column of samples", in.name());
    }

    static Dataset read(InputFile in, ReadOptions options) throws IOException {
        return new CsvFeatureRows(in, options).dataset(in);
    }

    private Dataset dataset(InputFile in) throws IOException {
        int n = header.size() - first;
        try (GrowingMatrix X = GrowingMatrix.ofRows(n)) {
            do {
                rows.requireCells(header.size());
                String name = first == 1 ? rows.text(0) : "f" + X.lines();
                if (isLabels(name)) {
                    labels = Optional.of(labelRow());
                } else {
                    rows.numbers(first, X.next());
                    features.add(name);
                    lines.add(rows.line());
                }
            } while (rows.next());
            if (X.lines() == 0) throw new DataException("%s: has labels and no features", in.name());
            Names.refuseDuplicates(in.name(), features, "rows", lines::get);
            if (labels.isEmpty()) labels = Labels.read(options, in.name(), features, n);
            Source source = in.source(); // may fail, so it goes before X leaves the hands that free it
            return new Dataset(X.finish(), features, header.subList(first, header.size()), labels, source);
        }
    }

    private boolean isLabels(String name) {
        return first == 1 && options.labels().filter(name::equals).isPresent();
    }

    private List<String> labelRow() {
        if (labels.isPresent()) throw rows.fault(0, "the labels stand here a second time");
        List<String> row = new ArrayList<>();
        for (int c = first; c < header.size(); c++) row.add(rows.label(c));
        return row;
    }
}
