package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.grapnel.cli.Cli;
import org.grapnel.cli.Main;
import org.grapnel.options.console.Interruption;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code grapnel tune} in a process of its own, which is killed or interrupted. */
@Tag("once")
class TuneInterruptTest extends TuneTestBase {
    /** Enough that there is a middle: a fit takes some hundredths of a second. */
    @BeforeEach
    void larger() {
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

    private Process start() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to send a signal with");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "openblas"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words().forEach(word -> command.add(String.valueOf(word)));
        return new ProcessBuilder(command)
                .redirectError(home.resolve("err.txt").toFile())
                .redirectOutput(home.resolve("out.txt").toFile())
                .start();
    }

    /** Until so many fits are in the journal; false where the process was faster. */
    private boolean await(int fits, Process process) throws IOException, InterruptedException {
        for (int i = 0; i < 6000 && process.isAlive(); i++) {
            if (Files.exists(journal()) && Files.readAllLines(journal()).size() > fits) return true;
            Thread.sleep(10);
        }
        return false;
    }

    /** Again and again, each time a little further. */
    @Test
    void whoWasKilledGoesOnAsIfNothingHadBeen() throws IOException, InterruptedException {
        Path whole = home.resolve("whole");
        assertThat(Cli.run(words().toArray()).code()).isZero();
        Files.move(home.resolve("run"), whole);
        for (int fits : new int[] {2, 16}) {
            Process process = start();
            assumeTrue(await(fits, process), "it ended before it could be killed");
            process.destroyForcibly();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assumeTrue(Files.exists(journal()), "it ended before it could be killed");
            assertThat(home.resolve("run")).doesNotExist();
        }
        Cli again = Cli.run(words().toArray());
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).startsWith("continuing: ");
        same(whole, home.resolve("run"));
    }

    @Test
    void whoWasInterruptedSaysSoAndGoesOn() throws IOException, InterruptedException {
        Process process = start();
        assumeTrue(await(3, process), "it ended before it could be interrupted");
        new ProcessBuilder("/bin/sh", "-c", "kill -INT " + process.pid())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(Interruption.CODE);
        assertThat(Files.readString(home.resolve("err.txt")))
                .contains("stopping: what is there by now is kept")
                .containsPattern("\\d+ fits done, kept: grapnel resume .* goes on from there");
        assertThat(Files.readString(home.resolve("out.txt"))).isEmpty();
        assertThat(home.resolve("run")).doesNotExist();
        int kept = Files.readAllLines(journal()).size() - 1;
        Cli again = Cli.run(words().toArray());
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).startsWith("continuing: " + kept + " fits done before");
        assertThat(home.resolve("run.partial")).doesNotExist();
    }
}
