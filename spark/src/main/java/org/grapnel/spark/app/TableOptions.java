package org.grapnel.spark.app;

import java.util.Optional;
import org.grapnel.options.GroupedHelp;
import picocli.CommandLine.Option;

/** Options that describe the columns of the data. */
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
                "columns except those of --id-col and --label-col"
            })
    Optional<String> featuresCol = Optional.empty();

    @Option(
            names = "--id-col",
            paramLabel = "COL",
            description = {
                "Column of sample ids: distinct texts or integers. Default: the first column if it holds text, else samples",
                "are numbered from 0"
            })
    Optional<String> idCol = Optional.empty();

    @Option(
            names = "--label-col",
            paramLabel = "COL",
            description = "Column of known classes; not a feature, only compared with the groups.")
    Optional<String> labelCol = Optional.empty();
}
