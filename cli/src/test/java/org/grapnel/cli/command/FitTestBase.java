package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of {@code grapnel fit}: a small data set in two groups and a ring as its graph. */
abstract class FitTestBase {
    static final int N = 30;
    static final int P = 12;

    @TempDir
    Path home;

    Path data;
    Path ring;
    double[][] samples;

    @BeforeEach
    void inputs() {
        samples = Cli.samples(N, P);
        data = Cli.csv(home.resolve("data.csv"), samples);
        ring = Cli.ring(home.resolve("ring.csv"), N);
    }

    Path fit(String name, Path file, Object... options) {
        Path run = home.resolve(name);
        Cli cli = Cli.run(Stream.concat(Stream.of("fit", file, "-o", run), Stream.of(options))
                .toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        return run;
    }

    Path fit(String name, Object... options) {
        return fit(
                name,
                data,
                Stream.concat(Stream.of("--graph", ring, "--rank", 3, "--keep", 4), Stream.of(options))
                        .toArray());
    }
}
