package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of {@code grapnel tune}: samples in three groups with separate features, and noise. */
abstract class TuneTestBase {
    static final int N = 36;
    static final int P = 20;

    /** Files without measured times. */
    static final List<String> TIMELESS = List.of(
            "tuning.csv",
            "leaving.csv",
            "W.npy",
            "H.npy",
            "kept.npy",
            "labels.csv",
            "features.csv",
            "markers.csv",
            "graph.mtx",
            "embedding.csv");

    @TempDir
    Path home;

    Path data;
    Path labelled;
    double[][] samples;

    @BeforeEach
    void inputs() {
        samples = new double[N][P];
        List<String> lines = new ArrayList<>();
        for (int j = 0; j < N; j++) {
            for (int i = 0; i < P; i++)
                samples[j][i] = CounterRandom.uniform(11, i, j) + (i < 9 && i / 3 == j % 3 ? 0.9 : 0);
            lines.add(Cli.line(samples[j]) + ",kind" + j % 3);
        }
        data = Cli.csv(home.resolve("data.csv"), samples);
        lines.add(0, Cli.lines(data).get(0) + ",kind");
        labelled = Cli.write(home.resolve("labelled.csv"), lines.toArray(String[]::new));
    }

    /** Runs without report and baselines, which have their own tests. */
    Cli quick(String name, Object... options) {
        return tune(
                name,
                Stream.concat(Stream.of("--no-report", "--no-controls"), Stream.of(options))
                        .toArray());
    }

    Cli tune(String name, Object... options) {
        return tune(
                data,
                name,
                Stream.concat(Stream.of("--clusters", 3), Stream.of(options)).toArray());
    }

    Cli tune(Path file, String name, Object... options) {
        return Cli.run(Stream.concat(Stream.of("tune", file, "-o", home.resolve(name)), Stream.of(options))
                .toArray());
    }

    /** Runs a tuning that must succeed; returns its folder. */
    Path done(Cli cli, String name) {
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(home.resolve(name + ".partial")).doesNotExist();
        assertThat(home.resolve(name).resolve("journal.jsonl")).doesNotExist();
        return home.resolve(name);
    }

    static List<String> column(Path file, String name) {
        int at = List.of(Cli.lines(file).get(0).split(",")).indexOf(name);
        return Cli.rows(file).stream().map(row -> row[at]).toList();
    }

    /** Asserts that two folders hold the same files, apart from measured times. */
    static void same(Path one, Path other) throws IOException {
        assertThat(names(other)).isEqualTo(names(one));
        for (String name : names(one))
            if (TIMELESS.contains(name))
                assertThat(other.resolve(name)).as(name).hasSameBinaryContentAs(one.resolve(name));
        assertThat(timeless(other)).isEqualTo(timeless(one));
    }

    private static List<String> timeless(Path folder) {
        return Cli.lines(folder.resolve("summary.json")).stream()
                .filter(line -> !line.matches(".*(seconds|\"command\"|\"threads\").*"))
                .toList();
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
