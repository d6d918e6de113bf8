package org.grapnel.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.io.Matrices;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.solve.Start;
import picocli.CommandLine.Option;

/** Where a run begins. */
@GroupedHelp.Heading("Starting point")
final class StartOptions {
    /** Starts that need no files. */
    enum Init {
        RANDOM,
        NNDSVD,
        KMEANS;

        Start start(long seed) {
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
            description = "random (uniform, at the scale of the data), nndsvd or kmeans. Default: ${DEFAULT-VALUE}")
    Init init = Init.RANDOM;

    @Option(
            names = "--init-w",
            paramLabel = "FILE",
            description = "W to start from instead, features x rank (.csv, .npy); needs --init-h.")
    Optional<Path> initW = Optional.empty();

    @Option(
            names = "--init-h",
            paramLabel = "FILE",
            description = "H to start from instead, rank x samples (.csv, .npy); needs --init-w.")
    Optional<Path> initH = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same seed gives the same bits, whatever the --threads. Default: ${DEFAULT-VALUE}")
    long seed;

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description = {
                "Fits with the seeds --seed, --seed + 1, ...: the lowest objective is the result, and the summary says",
                "how far they agree on the features. Default: ${DEFAULT-VALUE}"
            })
    int restarts = 1;

    void check() {
        Check.that(initW.isPresent() || initH.isEmpty(), "--init-h is given without --init-w; both are needed");
        Check.that(initH.isPresent() || initW.isEmpty(), "--init-w is given without --init-h; both are needed");
    }

    boolean fromFiles() {
        return initW.isPresent();
    }

    /** The word in the summary: files win over {@code --init}. */
    String word() {
        return fromFiles() ? "files" : init.toString();
    }

    /** A start that can be used once; given files are read now, and freed when it is closed. */
    Opened open() {
        check();
        if (!fromFiles()) return new Opened(init.start(seed), () -> {});
        DenseMatrix W = Matrices.read(initW.orElseThrow());
        try {
            DenseMatrix H = Matrices.read(initH.orElseThrow());
            return new Opened(Start.given(W, H), () -> {
                W.close();
                H.close();
            });
        } catch (RuntimeException | Error e) {
            W.close();
            throw e;
        }
    }

    /** A start with the memory that it needs. */
    record Opened(Start start, Runnable free) implements AutoCloseable {
        @Override
        public void close() {
            free.run();
        }
    }
}
