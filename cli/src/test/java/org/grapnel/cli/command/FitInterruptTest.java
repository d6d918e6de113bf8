package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.cli.Main;
import org.grapnel.options.console.Interruption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Ctrl-C on a real process. */
@Tag("once")
class FitInterruptTest extends FitTestBase {
    private Process start(Path err, Object... words) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to send a signal with");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "openblas"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        for (Object word : words) command.add(String.valueOf(word));
        return new ProcessBuilder(command)
                .redirectError(err.toFile())
                .redirectOutput(home.resolve("out.txt").toFile())
                .start();
    }

    private static int interrupted(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -INT " + process.pid())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static void await(Path file, String text, Process process) throws IOException, InterruptedException {
        for (int i = 0;
                i < 600 && !(Files.exists(file) && Files.readString(file).contains(text));
                i++) {
            assertThat(process.isAlive()).as(Files.readString(file)).isTrue();
            Thread.sleep(100);
        }
    }

    @Test
    void theBestPointSoFarIsKept() throws IOException, InterruptedException {
        Path err = home.resolve("err.txt");
        Path run = home.resolve("run");
        Process process = start(
                err,
                "fit",
                data,
                "--rank",
                3,
                "--keep",
                4,
                "--tol",
                0,
                "--max-iter",
                2_000_000_000,
                "--progress",
                "plain",
                "-o",
                run);
        await(err, "iteration", process);
        assertThat(interrupted(process)).isEqualTo(Interruption.CODE);
        assertThat(Files.readString(err)).contains("left", "stopping: what is there by now is kept", "not converged");
        JsonNode summary = Cli.summary(run);
        assertThat(summary.get("stop").asString()).isEqualTo("interrupted");
        assertThat(summary.get("converged").asBoolean()).isFalse();
        assertThat(summary.get("iterations").asInt()).isPositive();
        assertThat(home.resolve("run.partial")).doesNotExist();
        assertThat(Files.readString(home.resolve("out.txt"))).contains("stopped    it was asked to stop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fit --rank 3 --keep 4", "select --keep 4"})
    void beforeThereIsAnythingToKeepNothingIsLeftBehind(String words) throws IOException, InterruptedException {
        Path err = home.resolve("err.txt");
        Path run = home.resolve("deep").resolve("run");
        Path input = Path.of("/dev/stdin");
        assumeTrue(Files.exists(input), "no /dev/stdin here");
        Path pipe = Files.createSymbolicLink(home.resolve("slow.csv"), input);
        Process process = start(
                err,
                Stream.concat(Stream.of(words.split(" ")), Stream.of(pipe, "--progress", "plain", "-o", run))
                        .toArray());
        await(err, "reading", process); // for ever: nobody writes to the pipe
        assertThat(interrupted(process)).isEqualTo(Interruption.CODE);
        assertThat(home.resolve("deep")).doesNotExist();
    }

    @Test
    void whoHasEndedIsNotAskedToStop() {
        Interruption interruption = new Interruption();
        interruption.finish();
        interruption.interrupt();
        assertThat(interruption.isRequested()).isFalse();
    }

    @Test
    void aRunThatWasGivenUpWritesNothingAnyMore() throws InterruptedException {
        Interruption interruption = new Interruption();
        interruption.interrupt();
        Thread run = new Thread(interruption::keepResult);
        run.start();
        run.join(200);
        assertThat(run.isAlive()).isTrue();
        interruption.finish();
        run.join(10_000);
        assertThat(run.isAlive()).isFalse();
    }
}
