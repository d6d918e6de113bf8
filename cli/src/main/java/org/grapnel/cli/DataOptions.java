package org.grapnel.cli;

import java.util.Optional;
import org.grapnel.io.ReadOptions;
import picocli.CommandLine.Option;

/** How the data are read and prepared. */
@GroupedHelp.Heading("Data")
final class DataOptions {
    @Option(
            names = "--labels",
            paramLabel = "COL|FILE",
            description = "The truth, which is left out of the data: a column, or a file with a label a line.")
    Optional<String> labels = Optional.empty();

    @Option(names = "--features-in-rows", description = "The file has a row per feature instead of a row per sample.")
    boolean featuresInRows;

    @Option(
            names = "--normalize",
            paramLabel = "WORD",
            description = "none, or max: all entries over the largest one. Default: ${DEFAULT-VALUE}")
    Normalize normalize = Normalize.NONE;

    ReadOptions read() {
        ReadOptions plain = featuresInRows ? ReadOptions.plain().withFeaturesInRows() : ReadOptions.plain();
        return labels.map(plain::withLabels).orElse(plain);
    }
}
