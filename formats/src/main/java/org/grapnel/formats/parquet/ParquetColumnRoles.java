package org.grapnel.formats.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.table.ColumnRole;
import org.grapnel.formats.table.ColumnRoles;
import org.grapnel.formats.table.ColumnSample;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.TableSample;

/** The roles of the columns of a Parquet file: the data, the names of the rows, the labels and other facts. */
record ParquetColumnRoles(List<ParquetColumn> columns, ColumnSelection selection, ColumnRoles roles) {
    /** The name that pandas gives an unnamed index. Its numbers are no data either. */
    private static final String INDEX = "__index_level_0__";

    /** Columns that name the rows if they hold text. */
    private static final Set<String> NAMES = Set.of("", "unnamed: 0", "index", "sample", "id", "name");

    /** Reads the texts of a column. */
    interface TextSource {
        List<String> texts(ParquetColumn column) throws IOException;
    }

    static ParquetColumnRoles assign(
            String file, List<ParquetColumn> columns, List<String> header, ReadOptions options, TextSource source)
            throws IOException {
        ColumnSelection selection = options.featuresInRows()
                ? ColumnSelection.ofFeatures(file, header, options)
                : ColumnSelection.ofSamples(file, header, options);
        if (options.featuresInRows() || !header.contains(options.labels().orElse("")))
            options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, file, header));
        List<ColumnSample> samples = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            ParquetColumn column = columns.get(c);
            boolean known = column.isText() || column.isNumber();
            if (selection.role(c).filter(ColumnRole::isText).isPresent() && !known)
                throw new DataException(
                        "%s: column '%s' cannot be used: it holds neither text nor numbers",
                        file, Excerpt.of(column.name()));
            samples.add(selection.isOpen(c) ? sample(column, source) : ColumnSample.ofNumbers());
        }
        int nameColumn = nameColumn(columns, selection);
        TableSample sample = TableSample.ofTyped(samples);
        return new ParquetColumnRoles(
                columns, selection, ColumnRoles.assign(file, selection, List.of(), nameColumn, sample, options));
    }

    /** What the cells of a column show. */
    static ColumnSample sample(ParquetColumn column, TextSource source) throws IOException {
        if (column.isNumber()) return ColumnSample.ofNumbers();
        if (column.meaning() == ParquetColumn.ParquetMeaning.TIME) return ColumnSample.ofDates();
        return ColumnSample.ofText(column.isText() ? source.texts(column) : List.of());
    }

    /** The column with the names of the rows, or −1. */
    static int nameColumn(List<ParquetColumn> columns, ColumnSelection selection) {
        if (selection.id().isPresent()) return selection.id().getAsInt();
        return first(selection, c -> isIndex(columns.get(c)))
                .orElseGet(
                        () -> first(selection, c -> isUsualName(columns.get(c))).orElse(-1));
    }

    private static OptionalInt first(ColumnSelection selection, IntPredicate wanted) {
        return IntStream.range(0, selection.names().size())
                .filter(selection::isFree)
                .filter(wanted)
                .findFirst();
    }

    private static boolean isIndex(ParquetColumn column) {
        return column.name().equals(INDEX) && (column.isText() || column.isNumber());
    }

    private static boolean isUsualName(ParquetColumn column) {
        return column.isText() && NAMES.contains(column.name().toLowerCase(Locale.ROOT));
    }

    /** Tells whether a column names the rows, by its own name. */
    static boolean isName(ParquetColumn column) {
        return column.name().equals(INDEX) || NAMES.contains(column.name().toLowerCase(Locale.ROOT));
    }

    List<ParquetColumn> numbers() {
        return roles.all(ColumnRole.NUMBERS).stream().map(columns::get).toList();
    }

    Optional<ParquetColumn> names() {
        return roles.all(ColumnRole.NAMES).stream().map(columns::get).findFirst();
    }

    Optional<ParquetColumn> labels() {
        return roles.all(ColumnRole.LABELS).stream().map(columns::get).findFirst();
    }
}
