package org.grapnel.options;

import java.util.Locale;
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
        KMEANS;

        public Start start(long seed) {
            return switch (this) {
                case RANDOM -> Start.random(seed);
                case NNDSVD -> Start.nndsvd();
                case KMEANS -> Grapnel.kmeansStart(seed);
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
            description =
                    "Starting point: random (uniform, at the scale of the data), nndsvd or kmeans. Default: ${DEFAULT-VALUE}")
    public StartKind init = StartKind.RANDOM;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of all random numbers. The result does not depend on --threads. Default: ${DEFAULT-VALUE}")
    public long seed;
}
