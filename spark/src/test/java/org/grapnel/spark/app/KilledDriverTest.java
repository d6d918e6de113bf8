package org.grapnel.spark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.grapnel.runs.json.Json;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that is killed with SIGKILL is resumed to the result of an uninterrupted run. */
@Tag("long")
class KilledDriverTest {
    private static final int SECONDS = 240;

    @Test
    void resumeAfterAKilledDriverGivesTheSameResult(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("cells.csv");
        write(data);
        List<String> fit = List.of(
                "fit",
                data.toString(),
                "--clusters",
                "3",
                "--keep",
                "8",
                "--tol",
                "0",
                "--max-iter",
                "120",
                "--checkpoint-interval",
                "4",
                "--partitions",
                "3",
                "--master",
                "local[2]",
                "--no-controls");
        assertThat(run(folder, fit, "-o", folder.resolve("whole").toString())).isZero();

        Process killed = start(folder, fit, "-o", folder.resolve("killed").toString());
        Path partial = folder.resolve("killed.partial");
        try {
            await(killed, partial);
        } finally {
            killed.destroyForcibly().waitFor();
        }
        assertThat(folder.resolve("killed")).doesNotExist();
        assertThat(partial).isDirectory();
        assertThat(run(folder, List.of("resume", folder.resolve("killed").toString()), "--master", "local[2]"))
                .isZero();
        assertThat(partial).doesNotExist();
        assertThat(Files.readString(folder.resolve("killed/features.csv")))
                .isEqualTo(Files.readString(folder.resolve("whole/features.csv")));
        double expected = objective(folder.resolve("whole"));
        assertThat(objective(folder.resolve("killed"))).isCloseTo(expected, within(1e-9 * expected));
        assertThat(Files.readAllLines(folder.resolve("killed/trace.csv")))
                .hasSameSizeAs(Files.readAllLines(folder.resolve("whole/trace.csv")));
    }

    private static double objective(Path run) {
        return ((Number) Objects.requireNonNull(
                        Json.read(run.resolve("summary.json")).get("objective")))
                .doubleValue();
    }

    /** Waits until the solver has written a second state. */
    private static void await(Process process, Path partial) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (states(partial) < 2) {
            assertThat(process.isAlive())
                    .as("the run ended before it was killed")
                    .isTrue();
            assertThat(System.nanoTime()).as("no state was written").isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** The largest number of a state in the folder, which grows with the iterations. */
    private static int states(Path partial) throws IOException {
        Path state = partial.resolve("state");
        if (!Files.isDirectory(state)) return 0;
        try (Stream<Path> files = Files.walk(state)) {
            return (int) files.filter(Files::isRegularFile).count();
        } catch (java.io.UncheckedIOException e) { // a state was replaced meanwhile
            return 0;
        }
    }

    private static int run(Path folder, List<String> words, String... more) throws Exception {
        Process process = start(folder, words, more);
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(Path folder, List<String> words, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.driver.bindAddress=127.0.0.1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(1, List.of(System.getProperty("grapnel.opens").strip().split(" +")));
        command.add(GrapnelSpark.class.getName());
        command.addAll(words);
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectErrorStream(true);
        builder.redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return builder.start();
    }

    /** Writes 150 samples in three groups with 60 features. */
    private static void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) text.append(i == 0 ? "" : ",").append("g").append(i);
        for (int j = 0; j < 150; j++) {
            text.append('\n');
            for (int i = 0; i < 60; i++)
                text.append(i == 0 ? "" : ",")
                        .append(String.format(
                                Locale.ROOT,
                                "%.4f",
                                CounterRandom.uniform(4, j, i) * (i < 12 && i % 3 == j % 3 ? 3 : 0.4)));
        }
        Files.writeString(file, text.append('\n'));
    }
}
