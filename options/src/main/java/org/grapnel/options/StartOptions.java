package org.grapnel.options;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.formats.MatrixReader;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.start.Start;
import picocli.CommandLine.Option;

/** Where a run begins. */
@GroupedHelp.Heading("Starting point")
public final class StartOptions extends SeedOptions {
    @Option(
            names = "--init-w",
            paramLabel = "FILE",
            description = "W to start from instead, features x rank (.csv, .npy); needs --init-h.")
    public Optional<Path> initW = Optional.empty();

    @Option(
            names = "--init-h",
            paramLabel = "FILE",
            description = "H to start from instead, rank x samples (.csv, .npy); needs --init-w.")
    public Optional<Path> initH = Optional.empty();

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
    public static StartOptions of(SeedOptions shared) {
        StartOptions options = new StartOptions();
        options.init = shared.init;
        options.seed = shared.seed;
        return options;
    }

    void check() {
        Preconditions.require(
                initW.isPresent() || initH.isEmpty(), "--init-h is given without --init-w; both are needed");
        Preconditions.require(
                initH.isPresent() || initW.isEmpty(), "--init-w is given without --init-h; both are needed");
    }

    public boolean isFromFiles() {
        return initW.isPresent();
    }

    /** The word in the summary: files win over {@code --init}. */
    String word() {
        return isFromFiles() ? "files" : init.toString();
    }

    /** A start that can be used once; given files are read now, and freed when it is closed. */
    public OpenStart open() {
        check();
        if (!isFromFiles()) return new OpenStart(init.start(seed), () -> {});
        DenseMatrix W = MatrixReader.read(initW.orElseThrow());
        try {
            DenseMatrix H = MatrixReader.read(initH.orElseThrow());
            return new OpenStart(Start.given(W, H), () -> {
                W.close();
                H.close();
            });
        } catch (RuntimeException | Error e) {
            W.close();
            throw e;
        }
    }

    /** A start with the memory that it needs. */
    public record OpenStart(Start start, Runnable free) implements AutoCloseable {
        @Override
        public void close() {
            free.run();
        }
    }
}
