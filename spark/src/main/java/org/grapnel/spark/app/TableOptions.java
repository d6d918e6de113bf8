package org.grapnel.spark.app;

import java.util.Optional;
import org.grapnel.formats.ReadOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** Options that describe the columns of the data, besides those of {@code grapnel fit}. */
@GroupedHelp.Heading("Data")
final class TableOptions {
    @Option(
            names = "--format",
            paramLabel = "WORD",
            description =
                    "parquet, csv or libsvm. Default: from the file name: .parquet, .csv, .tsv, .svm, .libsvm, also .gz")
    Optional<String> format = Optional.empty();

    @Option(
            names = "--features-col",
            paramLabel = "COL",
            description = {
                "Column of vectors or arrays of numbers. Default: the only column of that type, else all numeric",
                "columns except those of --id and --labels"
            })
    Optional<String> featuresCol = Optional.empty();

    @Option(names = "--id-col", paramLabel = "COL", description = "Another name of --id.")
    Optional<String> idCol = Optional.empty();

    @Option(names = "--label-col", paramLabel = "COL", description = "Another name of --labels.")
    Optional<String> labelCol = Optional.empty();

    /**
     * A column that an option names.
     *
     * @param option the option as it was given, for messages
     */
    record NamedColumn(String option, String name) {}

    /** Combines these options with those of {@code grapnel fit}. */
    TableColumns columns(ReadOptions shared) {
        return new TableColumns(
                format,
                featuresCol,
                either("--id", shared.table().id(), "--id-col", idCol),
                either("--labels", shared.labels(), "--label-col", labelCol),
                shared.table().drop(),
                shared.table().keep());
    }

    private static Optional<NamedColumn> either(
            String option, Optional<String> first, String other, Optional<String> second) {
        Preconditions.require(
                first.isEmpty() || second.isEmpty() || first.equals(second),
                "%s %s and %s %s name different columns; give one of them",
                option,
                first.orElse(""),
                other,
                second.orElse(""));
        return first.map(name -> new NamedColumn(option, name))
                .or(() -> second.map(name -> new NamedColumn(other, name)));
    }
}
