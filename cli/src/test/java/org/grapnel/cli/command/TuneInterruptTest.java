package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.cli.CliProcess;
import org.grapnel.cli.CliProcess.LaunchSettings;
import org.grapnel.cli.TestProcesses;
import org.grapnel.options.console.Interruption;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code grapnel tune} in a separate process that is killed or interrupted. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class TuneInterruptTest extends TuneTestBase {
    /** Data large enough that the process can be stopped between fits, each of which takes some hundredths of a second. */
    @BeforeEach
    void writeLargerData() {
        double[][] large = new double[150][60];
        for (int j = 0; j < 150; j++)
            for (int i = 0; i < 60; i++)
                large[j][i] = CounterRandom.uniform(11, i, j) + (i < 30 && i / 10 == j % 3 ? 0.3 : 0);
        data = Cli.csv(home.resolve("large.csv"), large);
    }

    private List<Object> words() {
        return List.of(
                "tune",
                data,
                "-o",
                home.resolve("run"),
                "--clusters",
                3,
                "--threads",
                1,
                "--no-controls",
                "--no-report");
    }

    private Path journal() {
        return home.resolve("run.partial").resolve("journal.jsonl");
    }

    private CliProcess start() throws IOException, InterruptedException {
        return CliProcess.start(home, "process", LaunchSettings.PLAIN, words());
    }

    /** Waits until the journal holds a number of fits; false if the process ends before. */
    private boolean awaitFits(int fits, CliProcess process) throws IOException, InterruptedException {
        for (int i = 0; i < 6000 && process.isAlive(); i++) {
            if (Files.exists(journal()) && Files.readAllLines(journal()).size() > fits) return true;
            Thread.sleep(10);
        }
        return false;
    }

    @Test
    void aTuningKilledTwiceContinuesToTheSameResult() throws IOException, InterruptedException {
        Path uninterrupted = home.resolve("whole");
        assertThat(Cli.run(words().toArray()).code()).isZero();
        Files.move(home.resolve("run"), uninterrupted);
        for (int fits : new int[] {2, 16}) {
            CliProcess process = start();
            assumeTrue(awaitFits(fits, process), "it ended before it could be killed");
            process.kill();
            assumeTrue(Files.exists(journal()), "it ended before it could be killed");
            assertThat(home.resolve("run")).doesNotExist();
        }
        Cli again = Cli.run(words().toArray());
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).startsWith("continuing: ");
        same(uninterrupted, home.resolve("run"));
    }

    @Test
    void anInterruptedTuningSaysHowToContinue() throws IOException, InterruptedException {
        CliProcess process = start();
        assumeTrue(awaitFits(3, process), "it ended before it could be interrupted");
        process.interrupt();
        Cli stopped = process.end();
        assertThat(stopped.code()).as(stopped.err()).isEqualTo(Interruption.CODE);
        assertThat(stopped.err())
                .contains("stopping: the result so far is kept")
                .containsPattern("\\d+ fits done, continue with: grapnel resume ");
        assertThat(stopped.out()).isEmpty();
        assertThat(home.resolve("run")).doesNotExist();
        int kept = Files.readAllLines(journal()).size() - 1;
        Cli again = Cli.run(words().toArray());
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).startsWith("continuing: " + kept + " fits done before");
        assertThat(home.resolve("run.partial")).doesNotExist();
    }
}
