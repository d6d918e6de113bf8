package org.grapnel.formats.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;

/** The roles of the columns of a Parquet file: the data, the names of the rows, the labels. */
record ParquetColumnRoles(List<ParquetColumn> numbers, Optional<ParquetColumn> names, Optional<ParquetColumn> labels) {
    /** The name that pandas gives an unnamed index. Its numbers are no data either. */
    private static final String INDEX = "__index_level_0__";

    /** Columns that name the rows if they hold text. */
    private static final Set<String> NAMES = Set.of("", "unnamed: 0", "index", "sample", "id", "name");

    static ParquetColumnRoles assign(String file, List<ParquetColumn> columns, ReadOptions options) {
        List<String> header = columns.stream().map(ParquetColumn::name).toList();
        NameValidator.requireUniqueFeatures(file, header, "columns", c -> c + 1);
        Optional<ParquetColumn> labels = options.featuresInRows()
                ? Optional.empty()
                : options.labels()
                        .flatMap(
                                wanted -> first(columns, column -> column.name().equals(wanted)));
        if (labels.isEmpty()) options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, file, header));
        labels.filter(column -> !column.isText() && !column.isNumber()).ifPresent(column -> {
            throw new DataException(
                    "%s: column '%s' cannot be the labels: it holds neither text nor numbers",
                    file, Excerpt.of(column.name()));
        });
        List<ParquetColumn> rest = new ArrayList<>(columns);
        labels.ifPresent(rest::remove);
        Optional<ParquetColumn> names = first(
                        rest, column -> column.name().equals(INDEX) && (column.isText() || column.isNumber()))
                .or(() -> first(
                        rest,
                        column ->
                                column.isText() && NAMES.contains(column.name().toLowerCase(Locale.ROOT))));
        names.ifPresent(rest::remove);
        refuse(file, rest, ParquetColumn::isText, "text; name one as the labels with --labels, drop the others");
        refuse(
                file,
                rest,
                column -> column.meaning() == ParquetColumn.ParquetMeaning.TIME,
                "times, which are not amounts");
        refuse(file, rest, column -> !column.isNumber(), "neither numbers nor text");
        if (rest.isEmpty()) throw new DataException("%s: the table has no column of numbers", file);
        return new ParquetColumnRoles(List.copyOf(rest), names, labels);
    }

    /** Tells whether a column names the rows, by its own name. */
    static boolean isName(ParquetColumn column) {
        return column.name().equals(INDEX) || NAMES.contains(column.name().toLowerCase(Locale.ROOT));
    }

    private static Optional<ParquetColumn> first(List<ParquetColumn> columns, Predicate<ParquetColumn> wanted) {
        return columns.stream().filter(wanted).findFirst();
    }

    private static void refuse(
            String file, List<ParquetColumn> columns, Predicate<ParquetColumn> unwanted, String what) {
        List<String> names = columns.stream()
                .filter(unwanted)
                .map(column -> "'" + column.name() + "'")
                .toList();
        if (names.isEmpty()) return;
        String first = Excerpt.of(String.join(", ", names));
        throw new DataException(
                "%s: %d column%s of %s: %s", file, names.size(), names.size() == 1 ? "" : "s", what, first);
    }
}
