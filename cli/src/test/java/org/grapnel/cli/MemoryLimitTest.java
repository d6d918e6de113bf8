package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command in a process with too little memory prints one line, exits with code 2 and leaves no files. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class MemoryLimitTest {
    @TempDir
    Path home;

    private Cli java(List<String> limits, Object... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "openblas")));
        command.addAll(limits);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        Stream.of(words).map(String::valueOf).forEach(command::add);
        command.addAll(List.of("--progress", "none"));
        Path out = home.resolve("out.txt");
        Path err = home.resolve("err.txt");
        Process process = TestProcesses.start(
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()));
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Cli(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Writes samples in rows, all numbers 1 but the diagonal, which is 2. */
    private Path npy(int samples, int features) throws IOException {
        String said = String.format(
                Locale.ROOT, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", samples, features);
        String header = said + " ".repeat(117 - said.length()) + "\n";
        Path file = home.resolve("data.npy");
        ByteBuffer row = ByteBuffer.allocate(4 * features).order(ByteOrder.LITTLE_ENDIAN);
        try (RandomAccessFile to = new RandomAccessFile(file.toFile(), "rw")) {
            to.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0});
            to.write(header.getBytes(StandardCharsets.US_ASCII));
            for (int j = 0; j < samples; j++) {
                for (int i = 0; i < features; i++) row.putFloat(4 * i, i % samples == j ? 2 : 1);
                to.write(row.array());
            }
        }
        return file;
    }

    private void refused(Cli ended, String... says) {
        assertThat(ended.err())
                .startsWith("grapnel: ")
                .contains("not enough memory: ")
                .hasLineCount(1);
        assertThat(ended.err()).contains("--top-variance", "-Xmx", "grapnel-spark");
        for (String word : says) assertThat(ended.err()).contains(word);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(home.resolve("run")).doesNotExist();
        assertThat(home.resolve("run.partial")).doesNotExist();
    }

    /** 16 MB of data and 100 MB of factors. */
    @Test
    void aFitTooLargeForDirectMemoryIsRejectedBeforeItStarts() throws IOException, InterruptedException {
        Path data = npy(100, 20_000);
        Cli ended = java(
                List.of("-XX:MaxDirectMemorySize=64m"),
                "fit",
                data,
                "--model",
                "nmf",
                "--rank",
                100,
                "--clusters",
                2,
                "-o",
                home.resolve("run"));
        refused(
                ended,
                "the factors of 20,000 features, 100 samples and rank 100 need at least 64 MB outside the heap",
                "-XX:MaxDirectMemorySize=");
    }

    @Test
    void aFitTooLargeForTheHeapIsRejectedBeforeItStarts() throws IOException, InterruptedException {
        Path data = npy(100, 20_000);
        for (String command : List.of("fit", "compare")) {
            Object[] words = command.equals("fit")
                    ? new Object[] {
                        "fit", data, "--model", "nmf", "--rank", 100, "--clusters", 2, "-o", home.resolve("run")
                    }
                    : new Object[] {
                        "compare", data, "--models", "nmf", "--rank", 100, "--clusters", 2, "-o", home.resolve("run")
                    };
            Cli ended = java(List.of("-Xmx64m"), words);
            refused(ended, "the factors of 20,000 features", "need at least 64 MB outside the heap");
        }
    }

    @Test
    void dataTooLargeForMemoryAreRejectedBeforeReading() throws IOException, InterruptedException {
        Path data = npy(2, 2);
        try (RandomAccessFile file = new RandomAccessFile(data.toFile(), "rw")) {
            String said = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000, 20000), }";
            file.seek(10);
            file.write((said + " ".repeat(117 - said.length()) + "\n").getBytes(StandardCharsets.US_ASCII));
            file.setLength(128 + 8L * 1000 * 20_000);
        }
        Cli ended = java(List.of("-Xmx64m"), "fit", data, "--model", "nmf", "--rank", 2, "-o", home.resolve("run"));
        refused(ended, "outside the heap");
    }

    /** The names are on the heap and do not fit. */
    @Test
    void namesTooLargeForTheHeapAreRejected() throws IOException, InterruptedException {
        StringBuilder names = new StringBuilder("a");
        for (int i = 1; i < 400_000; i++) names.append(",feature_").append(i);
        String numbers = "1" + ",2".repeat(399_999);
        Path data = Cli.write(home.resolve("wide.csv"), names.toString(), numbers, numbers, numbers);
        Cli ended = java(
                List.of("-Xmx16m", "-XX:MaxDirectMemorySize=1g"),
                "fit",
                data,
                "--model",
                "nmf",
                "--rank",
                2,
                "-o",
                home.resolve("run"));
        refused(ended);
    }

    private Path csv(int rows, int columns) throws IOException {
        Path file = home.resolve("tall.csv");
        try (BufferedWriter to = Files.newBufferedWriter(file)) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) to.append(j == 0 ? "" : ",").append("" + (1 + (i * 7 + j * 3) % 10));
                to.append('\n');
            }
        }
        return file;
    }

    /** Several threads read a table; if one of them runs out of memory, the others do not wait for it. */
    @ParameterizedTest
    @ValueSource(strings = {"8m", "12m", "16m"})
    void aTallTableTooLargeForMemoryIsRejectedByAllReaders(String limit) throws IOException, InterruptedException {
        Path data = csv(300_000, 8);
        Object[] words = {"fit", data, "--clusters", 3, "--keep", 5, "-o", home.resolve("run")};
        // with very little memory, the message may lack the file name
        refused(java(List.of("-Xmx" + limit), words), limit.equals("8m") ? "" : data + ": ");
        refused(java(List.of("-Xmx" + limit, "-XX:MaxDirectMemorySize=1g"), words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8m", "12m", "16m"})
    void aSmallTableIsFittedOrRejected(String limit) throws IOException, InterruptedException {
        Path data = csv(300, 60);
        Cli ended = java(List.of("-Xmx" + limit), "fit", data, "--clusters", 3, "--keep", 5, "-o", home.resolve("run"));
        if (ended.code() != 0) refused(ended);
    }

    @Test
    void theErrorNamesTheLimitAndItsValue() throws IOException, InterruptedException {
        Path data = csv(300, 60);
        Cli ended = java(
                List.of("-XX:MaxDirectMemorySize=64k"),
                "fit",
                data,
                "--clusters",
                3,
                "--keep",
                5,
                "-o",
                home.resolve("run"));
        refused(ended, " KB outside the heap, where -XX:MaxDirectMemorySize allows 66 KB in all");
    }

    @Test
    void dataThatFitIntoMemoryAreFitted() throws IOException, InterruptedException {
        Path data = npy(100, 2000);
        Cli ended = java(
                List.of("-Xmx64m"),
                "fit",
                data,
                "--model",
                "nmf",
                "--rank",
                5,
                "--max-iter",
                5,
                "--no-report",
                "--no-controls",
                "-o",
                home.resolve("run"));
        assertThat(ended.err()).doesNotContain("memory");
        assertThat(ended.code()).isZero();
        assertThat(home.resolve("run").resolve("summary.json")).exists();
    }
}
