package org.grapnel.spark.app;

import java.util.Optional;
import org.grapnel.options.GroupedHelp;
import picocli.CommandLine.Option;

/** What is what in the data. */
@GroupedHelp.Heading("Data")
final class TableOptions {
    @Option(
            names = "--format",
            paramLabel = "WORD",
            description =
                    "parquet, csv or libsvm. Default: by the end of the name: .parquet, .csv, .tsv, .svm, .libsvm, also .gz")
    Optional<String> format = Optional.empty();

    @Option(
            names = "--features-col",
            paramLabel = "COL",
            description = {
                "The column with a vector or an array of numbers in each row. Default: the one column of that kind, else",
                "all columns of numbers but those of --id-col and --label-col"
            })
    Optional<String> featuresCol = Optional.empty();

    @Option(
            names = "--id-col",
            paramLabel = "COL",
            description = {
                "The column that names the samples: words or whole numbers, no two the same. Default: the first column if it holds",
                "words, else samples are numbered from 0"
            })
    Optional<String> idCol = Optional.empty();

    @Option(
            names = "--label-col",
            paramLabel = "COL",
            description = "The truth, which is left out of the data: groups are compared with it.")
    Optional<String> labelCol = Optional.empty();
}
