package org.grapnel.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.io.Matrices;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.solve.Start;
import picocli.CommandLine.Option;

/** Where a run begins. */
@GroupedHelp.Heading("Starting point")
final class StartOptions extends DrawOptions {
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
            names = "--restarts",
            paramLabel = "N",
            description = {
                "Fits with the seeds --seed, --seed + 1, ...: the lowest objective is the result, the summary says how far",
                "they agree, consensus.csv which samples are surely together, and frequency.csv how often a feature was",
                "kept. Default: ${DEFAULT-VALUE}"
            })
    int restarts = 1;

    /** A start without files. */
    static StartOptions of(DrawOptions shared) {
        StartOptions options = new StartOptions();
        options.init = shared.init;
        options.seed = shared.seed;
        return options;
    }

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
