package org.grapnel.options;

import java.util.Locale;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.solve.start.Start;
import picocli.CommandLine.Option;

/** Options of a random starting point. */
@GroupedHelp.Heading("Starting point")
public class SeedOptions {
    /** Kinds of starting points that need no files. */
    public enum StartKind {
        RANDOM,
        NNDSVD,
        KMEANS,
        GRAPH;

        public Start start(long seed) {
            return switch (this) {
                case RANDOM -> Start.random(seed);
                case NNDSVD -> Start.nndsvd();
                case KMEANS -> Grapnel.kmeansStart(seed);
                case GRAPH -> Start.ofGraph(seed);
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--init",
            paramLabel = "WORD",
            description = {
                "Starting point: random (uniform, at the scale of the data), nndsvd, kmeans or graph (the groups of the",
                "graph). Default: graph with --graph-term joint, else random"
            })
    public Optional<StartKind> init = Optional.empty();

    /** The starting point that was asked for, else that of the defaults with this seed. */
    public Start start(Start defaults) {
        return init.map(kind -> kind.start(seed)).orElseGet(() -> defaults.withSeed(seed));
    }

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of all random numbers. The result does not depend on --threads. Default: ${DEFAULT-VALUE}")
    public long seed;
}
