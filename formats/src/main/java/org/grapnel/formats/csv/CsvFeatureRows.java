package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.DenseMatrixBuilder;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.NumberParser;
import org.grapnel.formats.table.ColumnFinder;
import org.grapnel.formats.table.ColumnRoles;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.formats.table.TableSample;

/**
 * A CSV file with one row per feature, as gene matrices have it. The header names the samples. The first column names
 * the features if it holds text or its header is empty. Rows may hold the labels and other facts about the samples.
 */
final class CsvFeatureRows implements CsvRows {
    private final InputFile in;
    private final ReadOptions options;
    private final CsvHeader header;
    private final CsvLayout layout;
    private List<String> renamed = List.of();

    CsvFeatureRows(InputFile in, ReadOptions options, CsvHeader header) {
        this.in = in;
        this.options = options;
        this.header = header;
        if (header.firstRow.isEmpty()) throw new DataException("%s: the file has a header but no features", in.name());
        List<String> columns = header.names;
        ColumnSelection selection = ColumnSelection.ofFeatures(in.name(), columns, options);
        Set<String> missing = MissingWords.of(options);
        int nameColumn = nameColumn(header, selection, missing);
        Set<String> textRows = textRows(nameColumn, options);
        if (nameColumn < 0 && !options.colors().isEmpty())
            throw new DataException("%s: --color: the rows have no names; name their column with --id", in.name());
        TableSample sample = sample(header, selection, options, nameColumn, missing);
        ColumnRoles roles = ColumnRoles.assign(in.name(), selection, header.unnamed, nameColumn, sample, options);
        Optional<String> labelRow = nameColumn >= 0 ? options.labels() : Optional.empty();
        layout = new CsvLayout(
                header.delimiter, header.comments, roles, textRows, labelRow, missing, header.blocks.isTyped());
    }

    /** The column with the names of the features, or −1. */
    static int nameColumn(CsvHeader header, ColumnSelection selection, Set<String> missing) {
        String first = header.firstRow.isEmpty() ? "" : header.firstRow.get(0);
        boolean index = selection.isFree(0) && ((header.isNameless() && !first.isEmpty()) || isText(first, missing));
        return selection.id().orElse(index ? 0 : -1);
    }

    /** The names of the rows that hold text about the samples. */
    private static Set<String> textRows(int nameColumn, ReadOptions options) {
        Set<String> rows = new LinkedHashSet<>();
        if (nameColumn < 0) return rows;
        options.labels().ifPresent(rows::add);
        rows.addAll(options.colors());
        return rows;
    }

    /** Looks at the columns whose role the cells decide. */
    static TableSample sample(
            CsvHeader header, ColumnSelection selection, ReadOptions options, int nameColumn, Set<String> missing) {
        boolean[] wanted = new boolean[header.names.size()];
        for (int c = 0; c < wanted.length; c++) wanted[c] = c != nameColumn && selection.isOpen(c);
        return new CsvSampler(header, options, wanted, missing).read(nameColumn, textRows(nameColumn, options));
    }

    private static boolean isText(String cell, Set<String> missing) {
        return !NumberParser.isNumber(cell) && !NumberParser.hasDecimalComma(cell) && !missing.contains(cell.strip());
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
    public List<String> notices() {
        return renamed;
    }

    @Override
    public Dataset dataset(ParallelCsvParser table, DenseMatrixBuilder X) throws IOException {
        int n = layout.length();
        int p = X.lines();
        if (p == 0) throw new DataException("%s: the file has labels but no features", in.name());
        List<String> names = layout.nameColumn() < 0 ? Dataset.numbered("f", p) : table.texts(layout.nameColumn());
        List<String> features = NameValidator.makeUnique(names);
        renamed = NameValidator.describeRepeats("rows", names, features, table::line);
        Optional<List<String>> labels =
                layout.labelRow().flatMap(table::textRow).or(() -> LabelFile.read(options, in.name(), features, n));
        List<SampleColumn> colors = new ArrayList<>();
        for (String name : options.colors()) {
            if (table.textRow(name).isEmpty()) new ColumnFinder(in.name(), "row", features).require("--color", name);
            colors.add(new SampleColumn(
                    name, MissingWords.clear(table.textRow(name).orElseThrow(), options)));
        }
        List<String> samples = header.hasHeader ? layout.roles().numberNames() : Dataset.numbered("", n);
        DataSource source = in.source(); // may throw, so it comes before X leaves the builder that closes it
        return new Dataset(X.build(), features, samples, labels, source, Optional.empty(), colors);
    }
}
