package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.grapnel.fuzz.FuzzHarness;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Results of every kind in which one file was replaced by arbitrary bytes: {@code grapnel report} draws them, and {@code grapnel transform}
 * places samples in them, or each says in one line what is wrong, within the bounds of {@link FuzzHarness}.
 */
@Tag("once")
class ResultsFuzzTest {
    private static final long MB = 1 << 20;
    private static final long PER_BYTE = 4096;

    @TempDir
    static Path home;

    /** The files of all results, by the name of the result and their own. */
    private static final Map<String, byte[]> FILES = new TreeMap<>();

    @BeforeAll
    static void write() throws IOException {
        assumeFalse("java".equals(System.getProperty("grapnel.blas")), "independent of the kernel: runs once");
        double[][] samples = Cli.samples(20, 8);
        Path data = Cli.csv(home.resolve("data.csv"), samples);
        List<String> labelled = new ArrayList<>(List.of(Cli.lines(data).get(0) + ",kind,batch"));
        List<String> counted = new ArrayList<>(List.of(Cli.lines(data).get(0)));
        List<String> holed = new ArrayList<>(List.of(Cli.lines(data).get(0)));
        for (int j = 0; j < samples.length; j++) {
            String line = Cli.line(samples[j]);
            labelled.add(line + ",kind" + j % 2 + "," + (j % 3 == 0 ? "" : j % 3));
            counted.add(Cli.line(
                    Arrays.stream(samples[j]).map(x -> Math.floor(5 * x)).toArray()));
            holed.add(j % 4 == 1 ? line.replaceFirst("^[^,]*", "") : line);
        }
        Path labels = Cli.write(home.resolve("labelled.csv"), labelled.toArray(String[]::new));
        Path counts = Cli.write(home.resolve("counts.csv"), counted.toArray(String[]::new));
        Path holes = Cli.write(home.resolve("holes.csv"), holed.toArray(String[]::new));
        make("plain", "fit", labels, "--labels", "kind", "--color", "batch", "--keep", 3, "--restarts", 2);
        make("joint", "fit", data, "--model", "gnmf", "--graph-pcs", 3, "--no-controls");
        make("counts", "fit", counts, "--keep", 3, "--loss", "kl", "--no-controls");
        make("holes", "fit", holes, "--keep", 3, "--missing", "model", "--no-controls");
        make("tuned", "tune", data, "--keep", 3, "--no-controls");
        make("compared", "compare", data, "--keep", 3, "--models", "nmf,gnmf-l20", "--repeats", 2, "--max-iter", 5);
        run("chosen", "select", data, "--keep", 3);
    }

    private static void make(String name, String command, Path data, Object... options) throws IOException {
        run(
                name,
                command,
                data,
                Stream.concat(Stream.of("--clusters", 2), Stream.of(options)).toArray());
    }

    private static void run(String name, String command, Path data, Object... options) throws IOException {
        Path out = home.resolve(name);
        Cli made = Cli.run(Stream.concat(Stream.of(command, data, "-o", out), Stream.of(options))
                .toArray());
        assertThat(made.code()).as(made.err()).isZero();
        try (Stream<Path> all = Files.list(out)) {
            for (Path file : all.toList()) FILES.put(name + "/" + file.getFileName(), Files.readAllBytes(file));
        }
    }

    /** A line with the names of a result and one of its files, then the bytes of that. */
    @FuzzTest
    void reports(byte[] bytes) {
        replace(bytes, run -> new Object[] {"report", run});
    }

    /** A line with the names of a result and one of its files, then the bytes of that. */
    @FuzzTest
    void models(byte[] bytes) {
        replace(bytes, run -> new Object[] {
            "transform",
            run,
            home.resolve(run.endsWith("counts") ? "counts.csv" : "data.csv"),
            "-o",
            home.resolve("placed"),
            "--force"
        });
    }

    private interface CommandOnRun {
        Object[] words(Path run);
    }

    private static void replace(byte[] bytes, CommandOnRun command) {
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') end++;
        String name = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
        byte[] before = FILES.get(name);
        if (before == null) return;
        byte[] content = Arrays.copyOfRange(bytes, Math.min(bytes.length, end + 1), bytes.length);
        Path file = home.resolve(name);
        FuzzHarness.write(file, content);
        try {
            new FuzzHarness(home, 512 * MB, PER_BYTE)
                    .requireBounded(content.length, () -> check(Cli.run(command.words(file.getParent()))));
        } finally {
            FuzzHarness.write(file, before);
        }
    }

    private static void check(Cli done) {
        assertThat(done.code()).as(done.err()).isIn(0, 2);
        if (done.code() == 0) return;
        assertThat(done.err()).hasLineCount(1).startsWith("grapnel: ").doesNotContain("not enough memory");
        assertThat(home.resolve("placed.partial")).doesNotExist();
    }
}
