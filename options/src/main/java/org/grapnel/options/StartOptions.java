package org.grapnel.options;

import java.nio.file.Path;
import java.util.Optional;
import org.grapnel.formats.MatrixReader;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.start.Start;
import picocli.CommandLine.Option;

/** Options of the starting point, random or from files, and of restarts. */
@GroupedHelp.Heading("Starting point")
public final class StartOptions extends SeedOptions {
    @Option(
            names = "--init-w",
            paramLabel = "FILE",
            description = "File with the starting W, features x rank (.csv, .npy); needs --init-h.")
    public Optional<Path> initW = Optional.empty();

    @Option(
            names = "--init-h",
            paramLabel = "FILE",
            description = "File with the starting H, rank x samples (.csv, .npy); needs --init-w.")
    public Optional<Path> initH = Optional.empty();

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description = {
                "Number of fits, with seeds --seed, --seed + 1, ... The one with the lowest objective is the result.",
                "summary.json says how well they agree, consensus.csv which samples stay together, frequency.csv how",
                "often each feature is kept. Default: ${DEFAULT-VALUE}"
            })
    int restarts = 1;

    /** A starting point without files. */
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

    /** Opens the starting point: the given one, else that of the defaults. Files are read now and their memory is freed on close. */
    public OpenStart open(Start defaults) {
        check();
        if (!isFromFiles()) return new OpenStart(start(defaults), () -> {});
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

    /** A starting point and the memory that it holds. */
    public record OpenStart(Start start, Runnable free) implements AutoCloseable {
        @Override
        public void close() {
            free.run();
        }
    }
}
