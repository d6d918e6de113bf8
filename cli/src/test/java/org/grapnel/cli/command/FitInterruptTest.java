package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.cli.CliProcess;
import org.grapnel.cli.CliProcess.LaunchSettings;
import org.grapnel.cli.TestProcesses;
import org.grapnel.options.console.Interruption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Ctrl-C during {@code grapnel fit} and {@code grapnel select}, in a separate process. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class FitInterruptTest extends FitTestBase {
    private CliProcess start(List<Object> words) throws IOException, InterruptedException {
        return CliProcess.start(home, "process", LaunchSettings.PLAIN, words);
    }

    @Test
    void theBestPointSoFarIsKept() throws IOException, InterruptedException {
        Path run = home.resolve("run");
        CliProcess process = start(List.of(
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
                run));
        process.awaitError("left"); // the first line of an iteration knows no time left
        process.interrupt();
        Cli stopped = process.end();
        assertThat(stopped.code()).as(stopped.err()).isEqualTo(Interruption.CODE);
        assertThat(stopped.err()).contains("left", "stopping: the result so far is kept", "not converged");
        JsonNode summary = Cli.summary(run);
        assertThat(summary.get("stop").asString()).isEqualTo("interrupted");
        assertThat(summary.get("converged").asBoolean()).isFalse();
        assertThat(summary.get("iterations").asInt()).isPositive();
        assertThat(home.resolve("run.partial")).doesNotExist();
        assertThat(stopped.out()).contains("stopped    it was asked to stop");
    }

    /** The process waits for input: the test never writes to its stdin. */
    @ParameterizedTest
    @ValueSource(strings = {"fit --rank 3 --keep 4", "select --keep 4"})
    void anInterruptDuringReadingLeavesNoFiles(String command) throws IOException, InterruptedException {
        Path run = home.resolve("deep").resolve("run");
        Path input = Path.of("/dev/stdin");
        assumeTrue(Files.exists(input), "no /dev/stdin here");
        Path pipe = Files.createSymbolicLink(home.resolve("slow.csv"), input);
        List<Object> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of(pipe, "--progress", "plain", "-o", run));
        CliProcess process = start(words);
        process.awaitError("reading");
        process.interrupt();
        assertThat(process.end().code()).isEqualTo(Interruption.CODE);
        assertThat(home.resolve("deep")).doesNotExist();
    }
}
