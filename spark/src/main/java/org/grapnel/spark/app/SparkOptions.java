package org.grapnel.spark.app;

import java.util.Optional;
import org.grapnel.options.GroupedHelp;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Option;

/** Options of Spark itself. */
@GroupedHelp.Heading("Spark")
final class SparkOptions extends ClusterOptions {
    @Option(names = "--partitions", paramLabel = "N", description = "Number of partitions. Default: that of the data")
    Optional<Integer> partitions = Optional.empty();

    @Option(
            names = "--checkpoint-interval",
            paramLabel = "N",
            description = "Iterations between two checkpoints. Default: ${DEFAULT-VALUE}")
    int checkpointInterval = 10;

    @Override
    void check() {
        super.check();
        partitions.ifPresent(n -> Preconditions.require(n >= 1, "partitions must be at least 1, got %d", n));
        Preconditions.require(
                checkpointInterval >= 1, "checkpoint-interval must be at least 1, got %d", checkpointInterval);
    }
}
