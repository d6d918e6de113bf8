package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A run folder with one damaged file works or is rejected in one line: never a bug, and never an incomplete result. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class TamperedFolderTest {
    /** The kinds of damage for files other than summary.json, which gets all kinds. */
    private static final Set<String> ENOUGH = Set.of("half", "largest numbers", "words for numbers");

    @TempDir
    Path home;

    private Path data = Path.of("");

    @BeforeEach
    void write() {
        assumeFalse("java".equals(System.getProperty("grapnel.blas")), "independent of the kernel: runs once");
        data = Cli.csv(home.resolve("data.csv"), Cli.samples(20, 8));
    }

    /** Damaged versions of a file, by name. */
    private static Map<String, byte[]> damaged(byte[] own) {
        String text = new String(own, StandardCharsets.ISO_8859_1);
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("empty", new byte[0]);
        all.put("half", Arrays.copyOf(own, own.length / 2));
        all.put("largest numbers", text.replaceAll("\\b\\d+\\b", "2147483647").getBytes(StandardCharsets.ISO_8859_1));
        all.put("negative numbers", text.replaceAll("\\b(\\d+)\\b", "-$1").getBytes(StandardCharsets.ISO_8859_1));
        all.put("words for numbers", text.replaceAll("\\b\\d+\\b", "nan").getBytes(StandardCharsets.ISO_8859_1));
        all.put("null for words", text.replaceAll(": \"[^\"]*\"", ": null").getBytes(StandardCharsets.ISO_8859_1));
        all.put(
                "lists for all",
                text.replaceAll(": [^\\[{\\n]*?(,?)\\n", ": []$1\n").getBytes(StandardCharsets.ISO_8859_1));
        all.values().removeIf(damage -> Arrays.equals(damage, own));
        return all;
    }

    private void each(Path run, Object... words) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(run)) {
            files = new ArrayList<>(
                    all.filter(file -> !file.endsWith("report.html")).sorted().toList());
        }
        assertThat(files).hasSizeGreaterThan(3);
        Path report = run.resolve("report.html");
        for (Path file : files) {
            byte[] own = Files.readAllBytes(file);
            for (Map.Entry<String, byte[]> damage : damaged(own).entrySet()) {
                if (!file.endsWith("summary.json") && !ENOUGH.contains(damage.getKey())) continue;
                Files.write(file, damage.getValue());
                byte[] drawn = Files.readAllBytes(report);
                Cli done = Cli.run(words);
                assertThat(done.code())
                        .as(file.getFileName() + " " + damage.getKey() + ": " + done.err())
                        .isIn(0, 2);
                if (done.code() == 2) {
                    assertThat(done.err()).as(damage.getKey()).hasLineCount(1).startsWith("grapnel: ");
                    assertThat(report).as(damage.getKey()).hasBinaryContent(drawn);
                }
                assertThat(home.resolve("placed.partial")).doesNotExist();
            }
            Files.write(file, own);
        }
    }

    private Path fitted() {
        Path run = home.resolve("run");
        Cli done = Cli.run("fit", data, "--clusters", 2, "--keep", 3, "--restarts", 2, "--max-iter", 20, "-o", run);
        assertThat(done.code()).as(done.err()).isZero();
        return run;
    }

    @Test
    void aDamagedRunFolderGivesAReportOrAnError() throws IOException {
        Path run = fitted();
        each(run, "report", run);
    }

    /** The report does not wait for a pipe. */
    @Test
    void aPipeInPlaceOfAFileIsRejected() throws IOException, InterruptedException {
        Path run = fitted();
        for (String name : List.of("W.npy", "summary.json", "features.csv")) {
            Path file = run.resolve(name);
            byte[] own = Files.readAllBytes(file);
            Files.delete(file);
            assumeTrue(TestProcesses.run("mkfifo", file.toString()).code() == 0, "no mkfifo here");
            Cli done = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Cli.run("report", run));
            assertThat(done.err())
                    .isEqualTo("grapnel: " + file + ": is not a file but a pipe or a device; a regular file is needed"
                            + System.lineSeparator());
            assertThat(done.code()).isEqualTo(2);
            Files.delete(file);
            Files.write(file, own);
        }
    }

    @Test
    void aDamagedRunFolderTransformsSamplesOrGivesAnError() throws IOException {
        Path run = fitted();
        each(run, "transform", run, data, "-o", home.resolve("placed"), "--force");
    }

    @Test
    void damagedSelectionsAndComparisonsGiveAReportOrAnError() throws IOException {
        Path chosen = home.resolve("chosen");
        assertThat(Cli.run("select", data, "--keep", 3, "-o", chosen).code()).isZero();
        each(chosen, "report", chosen);
        Path compared = home.resolve("compared");
        assertThat(Cli.run(
                                "compare",
                                data,
                                "--clusters",
                                2,
                                "--keep",
                                3,
                                "--models",
                                "nmf,gnmf-l20",
                                "--repeats",
                                2,
                                "--max-iter",
                                5,
                                "-o",
                                compared)
                        .code())
                .isZero();
        each(compared, "report", compared);
    }
}
