package org.grapnel.formats.csv;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
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
import org.grapnel.formats.table.ColumnRole;
import org.grapnel.formats.table.ColumnRoles;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.formats.table.OneHotFeatures;
import org.grapnel.formats.table.TableSample;

/** A CSV file with one row per sample. Its header names the features, and X is the transpose of the table. */
final class CsvSampleRows implements CsvRows {
    /** Columns that, if they hold text, name the samples, even if two samples share a name. */
    private static final Set<String> NAMES = Set.of("sample", "id", "name");

    private final InputFile in;
    private final ReadOptions options;
    private final CsvHeader header;
    private final ColumnSelection selection;
    private final CsvLayout layout;

    CsvSampleRows(InputFile in, ReadOptions options, CsvHeader header) {
        this.in = in;
        this.options = options;
        this.header = header;
        List<String> columns = header.names;
        selection = ColumnSelection.ofSamples(in.name(), columns, options);
        if (!columns.contains(options.labels().orElse("")))
            options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, in.name(), columns));
        if (header.firstRow.isEmpty()) throw new DataException("%s: the file has a header but no samples", in.name());
        Set<String> missing = MissingWords.of(options);
        TableSample sample = sample(header, selection, options, missing);
        ColumnRoles roles = ColumnRoles.assign(
                in.name(), selection, header.unnamed, nameColumn(header, selection, sample), sample, options);
        layout = new CsvLayout(
                header.delimiter, header.comments, roles, Set.of(), Optional.empty(), missing, header.blocks.isTyped());
    }

    /** Looks at the columns whose role the cells decide. */
    static TableSample sample(CsvHeader header, ColumnSelection selection, ReadOptions options, Set<String> missing) {
        boolean[] wanted = new boolean[header.names.size()];
        for (int c = 0; c < wanted.length; c++) wanted[c] = selection.isOpen(c) || (c == 0 && selection.isFree(0));
        return new CsvSampler(header, options, wanted, missing).read(-1, Set.of());
    }

    /** The column with the names of the samples, or −1. */
    static int nameColumn(CsvHeader header, ColumnSelection selection, TableSample sample) {
        if (selection.id().isPresent()) return selection.id().getAsInt();
        if (!selection.isFree(0)) return -1;
        boolean text = sample.column(0).isText() && !sample.column(0).isTruth();
        return header.isNameless()
                        || (text && (isUsualName(header) || sample.column(0).isDifferent()))
                ? 0
                : -1;
    }

    private static boolean isUsualName(CsvHeader header) {
        return NAMES.contains(header.names.get(0).toLowerCase(Locale.ROOT));
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
        int nameColumn = layout.nameColumn();
        List<String> samples = nameColumn < 0 ? Dataset.numbered("", n) : table.texts(nameColumn);
        if (selection.id().isPresent())
            NameValidator.requireUniqueIds(in.name(), header.names.get(nameColumn), samples, table::line);
        else if (nameColumn == 0 && !header.isNameless() && !isUsualName(header))
            NameValidator.requireUniqueSamples(in.name(), header.names.get(0), samples, table::line);
        List<Integer> labelColumn = layout.roles().all(ColumnRole.LABELS);
        Optional<List<String>> labels = labelColumn.isEmpty()
                ? LabelFile.read(options, in.name(), layout.columns(), n)
                : Optional.of(table.texts(labelColumn.get(0)));
        List<SampleColumn> colors = selection.colors().stream()
                .map(c -> new SampleColumn(header.names.get(c), MissingWords.clear(table.texts(c), options)))
                .toList();
        DataSource source = in.source(); // may throw, so it comes before X leaves the builder that closes it
        OneHotFeatures features = new OneHotFeatures(in.name(), layout.roles().numberNames(), options);
        for (int c : selection.oneHot()) features.add(header.names.get(c), table.texts(c));
        return new Dataset(
                features.append(X.build()), features.names(), samples, labels, source, Optional.empty(), colors);
    }
}
