package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.cli.ReportedCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands in the report and summary of a tuning repeat it. */
class TuneReportTest extends TuneTestBase {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--seed 7",
                "--solver best-support",
                "--graph-pcs 6 --weights local",
                "--graph-pcs none",
                "--model gnmf --weights binary",
                "--keep 20",
                "--keep 4 --select gain",
                "--select variance --alpha 3 --normalize max --log1p",
                "--criterion stability --neighbors 4 --metric cosine",
                "--criterion held-out --laplacian normalized --rank 4",
                "--criterion held-out-entries",
                "--structure-blend 0.5 --drop-constant --symmetrize mutual"
            })
    void theFitInThePageGivesTheFilesOfTheTuningToTheBit(String options) throws IOException {
        Path run = done(tune("run", ReportedCommand.words(options).toArray()), "run");
        ReportedCommand.assertSameFiles(run, home.resolve("again"), List.of("tuning.csv", "leaving.csv"));
    }

    @Test
    void theReportedCommandRepeatsATuningWithAGraphAndAnOddName() throws IOException {
        Path odd = Files.copy(labelled, home.resolve("it's my data.csv"));
        Path ring = Cli.ring(home.resolve("ring.csv"), N);
        Path run = done(tune(odd, "run", "--clusters", 3, "--labels", "kind", "--graph", ring), "run");
        ReportedCommand.assertSameFiles(run, home.resolve("again"), List.of("tuning.csv", "leaving.csv"));
    }

    @Test
    void theReportedCommandRepeatsATuningWithEstimatedGroups() throws IOException {
        Path run = done(tune(data, "run"), "run");
        ReportedCommand.assertSameFiles(run, home.resolve("again"), List.of("tuning.csv", "leaving.csv"));
    }

    @Test
    void theTuningCommandOfTheSummaryGivesTheSameFolder() throws IOException {
        Path odd = Files.copy(data, home.resolve("it's my data.csv"));
        Path run = done(tune(odd, "run", "--clusters", 3, "--keep", 6, "--no-controls"), "run");
        List<String> words = new ArrayList<>(ReportedCommand.words(
                Cli.summary(run).get("tuning").get("command").asString()));
        assertThat(words.remove(0)).isEqualTo("grapnel");
        words.set(words.indexOf("-o") + 1, home.resolve("again").toString());
        assertThat(Cli.run(words.toArray()).code()).isZero();
        same(run, home.resolve("again"));
    }
}
