package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads and continues what version 0.1 wrote. The folders in {@code made-by-0.1} come from {@code bench/old fixtures}; those called
 * {@code *.partial} belong to runs that were killed. All ran on plain Java, whose bits are those of every machine.
 */
@Tag("once")
@ExtendWith(TestProcesses.class)
class EarlierVersionTest {
    private static final Path FIXTURES = Path.of("src", "test", "resources", "made-by-0.1");

    @TempDir
    private Path temporary;

    private Path folder;

    @BeforeEach
    void copyFixtures() throws IOException {
        folder = copy("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "run-paper", "tuned", "compared"})
    void reportIsDrawnFromAFolder(String name) {
        Cli drawn = Cli.run("report", folder.resolve(name));
        assertThat(drawn.err()).isEmpty();
        assertThat(drawn.code()).isZero();
        assertThat(folder.resolve(name).resolve("report.html")).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "run-paper", "tuned"})
    void trainingSamplesKeepTheirGroupsWhenASavedModelTransformsThem(String name) {
        Path placed = folder.resolve("placed");
        Cli run = Cli.run(
                "transform", folder.resolve(name), folder.resolve("tiny.csv"), "--labels", "class", "-o", placed);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(groups(placed)).isEqualTo(groups(folder.resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"accpalm", "best-support"})
    void killedFitGoesOnToTheBitsOfAnUninterruptedRun(String solver) throws Exception {
        String name = "cut-" + solver;
        Path result = resume(folder, name);
        Path whole = FIXTURES.resolve("full").resolve(solver);
        for (String file : List.of("W.npy", "H.npy"))
            assertThat(result.resolve(file)).as(file).hasSameBinaryContentAs(whole.resolve(file));
        assertThat(groups(result)).isEqualTo(groups(whole)); // without the confidence, which 0.1 does not have
        // The checkpoint holds the times of its iterations: two resumed runs agree on them only if neither began anew.
        List<String> trace = Cli.lines(result.resolve("trace.csv"));
        List<String> again = Cli.lines(resume(copy("second"), name).resolve("trace.csv"));
        assertThat(again.subList(0, 12)).isEqualTo(trace.subList(0, 12));
    }

    @Test
    void wordsForMissingCellsKeepTheirMeaning() throws Exception {
        Path manifest = folder.resolve("cut-accpalm.partial").resolve("run.json");
        String text = Files.readString(manifest);
        String named = text.replaceFirst("\"fit\"\\s*,", "\"fit\", \"--missing\", \"NA,none\",");
        assertThat(named).isNotEqualTo(text);
        Files.writeString(manifest, named);
        Path whole = FIXTURES.resolve("full").resolve("accpalm");
        assertThat(resume(folder, "cut-accpalm").resolve("W.npy")).hasSameBinaryContentAs(whole.resolve("W.npy"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tune", "compare"})
    void killedTuningOrComparisonIsRefusedAndKept(String command) throws Exception {
        String name = "cut-" + command;
        Path journal = folder.resolve(name + ".partial").resolve("journal.jsonl");
        byte[] before = Files.readAllBytes(journal);
        Cli run = CliProcess.run(temporary, name, CliProcess.LaunchSettings.PLAIN.in(folder), List.of("resume", name));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("started by Grapnel 0.1.0, whose " + command + " judged other methods")
                .contains("start again with --force: grapnel " + command + " tiny.csv");
        assertThat(journal).hasBinaryContent(before);
    }

    private static List<String> groups(Path run) {
        return Cli.rows(run.resolve("labels.csv")).stream()
                .map(cells -> cells[0] + " " + cells[1])
                .toList();
    }

    /** Copies the fixtures and makes their killed runs those of the copy's folder. */
    private Path copy(String name) throws IOException {
        Path into = temporary.resolve(name);
        try (Stream<Path> all = Files.walk(FIXTURES)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = into.resolve(FIXTURES.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                if (copy.endsWith("run.json"))
                    Files.writeString(
                            copy,
                            Files.readString(copy)
                                    .replace("/made-by-0.1", into.toRealPath().toString()));
            }
        }
        return into.toRealPath();
    }

    private Path resume(Path folder, String name) throws Exception {
        CliProcess.LaunchSettings plainJava =
                CliProcess.LaunchSettings.PLAIN.in(folder).withJava("-Dgrapnel.blas=java");
        Cli run = CliProcess.run(temporary, name, plainJava, List.of("resume", name));
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        return folder.resolve(name);
    }
}
