package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers do nothing but read: they run no code, write no files and open no pipes. */
class HostileContentTest {
    @TempDir
    Path home;

    private Path in() throws IOException {
        return Files.createDirectories(home.resolve("in"));
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    private static byte[] npy(String type, String shape, byte[] body) {
        String said = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        byte[] header = (said + " ".repeat(117 - said.length()) + "\n").getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length, 0});
        out.writeBytes(header);
        out.writeBytes(body);
        return out.toByteArray();
    }

    private Path npz(String entry, byte[] array) throws IOException {
        Path file = in().resolve("data.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(array);
        }
        return file;
    }

    /** Names in an archive are only names of arrays. */
    @Test
    void archivesAreNeverExtractedToDisk() throws IOException {
        for (String entry :
                List.of("../escaped.npy", "../../escaped.npy", "/escaped.npy", "C:\\escaped.npy", "a/../../b.npy")) {
            Path file = npz(entry, npy("|u1", "(2, 2)", new byte[] {1, 2, 3, 4}));
            try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
                assertThat(data.X().rows()).isEqualTo(2);
            }
            assertThat(files()).as(entry).isEqualTo(1);
        }
    }

    @Test
    void picklesAreRefusedWithTheReason() throws IOException {
        byte[] pickle = npy("|O", "(1, 1)", "cos\nsystem\n(S'touch escaped'\ntR.".getBytes(StandardCharsets.US_ASCII));
        Path file = Files.write(in().resolve("data.npy"), pickle);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Datasets.read(file, ReadOptions.plain()))
                .withMessage(
                        file + ": holds pickled Python objects; they are refused because they can run any program");
        Path archive = npz("X.npy", pickle);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Datasets.read(archive, ReadOptions.plain().withVariable("X")))
                .withMessageContaining("pickled Python objects; they are refused because they can run any program");
    }

    /** Pipelines create folders of links, so links are followed. */
    @Test
    void tenxFolderMayConsistOfLinks() throws IOException {
        Path real = Files.createDirectories(home.resolve("real"));
        Files.writeString(real.resolve("m"), "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 3\n2 2 4\n");
        Files.writeString(real.resolve("f"), "g1\tA\ng2\tB\n");
        Files.writeString(real.resolve("b"), "c1\nc2\n");
        Path folder = Files.createDirectories(home.resolve("tenx"));
        Files.createSymbolicLink(folder.resolve("matrix.mtx"), real.resolve("m"));
        Files.createSymbolicLink(folder.resolve("features.tsv"), real.resolve("f"));
        Files.createSymbolicLink(folder.resolve("barcodes.tsv"), real.resolve("b"));
        try (Dataset data = Datasets.read(folder, ReadOptions.plain())) {
            assertThat(data.features()).containsExactly("A", "B");
        }
        Files.delete(folder.resolve("barcodes.tsv"));
        Files.createSymbolicLink(folder.resolve("barcodes.tsv"), home.resolve("nowhere"));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Datasets.read(folder, ReadOptions.plain()))
                .withMessageContaining("barcodes.tsv");
    }

    /** Impossible shapes are refused before memory is allocated; the fuzz corpus has many more. */
    @Test
    void impossibleShapesAreRefused() throws IOException {
        List<Path> files = new ArrayList<>();
        files.add(Files.write(in().resolve("a.npy"), npy("<f8", "(1152921504606846976, 1)", new byte[8])));
        files.add(Files.write(in().resolve("b.npy"), npy("<f8", "(4294967296, 4294967296)", new byte[8])));
        files.add(Files.write(in().resolve("c.npy"), npy("<f8", "(2147483647, 2147483647)", new byte[8])));
        files.add(Files.writeString(
                in().resolve("d.mtx"),
                "%%MatrixMarket matrix coordinate real general\n1000000000000 1000000000000 1\n1 1 1\n"));
        files.add(Files.writeString(
                in().resolve("e.mtx"), "%%MatrixMarket matrix array real general\n2000000000 2000000000\n1\n"));
        files.add(Files.writeString(in().resolve("f.svm"), "1 2000000000000:1\n"));
        for (Path file : files)
            assertThatExceptionOfType(DataException.class)
                    .as(file.toString())
                    .isThrownBy(() -> Datasets.read(file, ReadOptions.plain()))
                    .withMessageStartingWith(file.toString());
    }

    /** No reader of ours parses XML, and none deserialises Java objects. The library of workbooks parses XML: XlsxReaderTest. */
    @Test
    void noReaderParsesXmlOrObjects() throws IOException {
        Pattern forbidden = Pattern.compile(
                "javax\\.xml|org\\.w3c|org\\.xml|ObjectInputStream|XMLDecoder|ScriptEngine|ProcessBuilder");
        try (Stream<Path> all = Files.walk(Path.of("src", "main", "java"))) {
            List<Path> sources =
                    all.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).hasSizeGreaterThan(50);
            for (Path source : sources)
                assertThat(forbidden.matcher(Files.readString(source)).find())
                        .as(source.toString())
                        .isFalse();
        }
    }

    /** A pipe may never get data, and a device may never end. */
    @Test
    void pipesAndDevicesAreNotOpened() throws IOException, InterruptedException {
        for (String name : List.of("data.csv", "data.npy", "data.mat", "data.csv.gz", "data.parquet")) {
            Path pipe = in().resolve(name);
            assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo here");
            assertRefusedAtOnce(
                    pipe, () -> Datasets.read(pipe, ReadOptions.plain()).close());
        }
        Path factor = in().resolve("data.npy");
        assertRefusedAtOnce(factor, () -> NpyFile.read(factor).close());
        Path zeros = Files.createSymbolicLink(in().resolve("zeros.csv"), Path.of("/dev/zero"));
        assertRefusedAtOnce(
                zeros, () -> Datasets.read(zeros, ReadOptions.plain()).close());
        Path input = Files.createSymbolicLink(in().resolve("W.npy"), Path.of("/dev/stdin"));
        assertRefusedAtOnce(input, () -> NpyFile.read(input).close());
    }

    private static void assertRefusedAtOnce(Path file, ThrowingCallable reading) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatExceptionOfType(DataException.class)
                        .isThrownBy(reading)
                        .withMessage(file + ": is not a file but a pipe or a device; a regular file is needed"));
    }

    /** The error names the file, because several are read. */
    @Test
    void fileThatExceedsMemoryIsNamedOnce() throws IOException {
        Path file = Files.writeString(in().resolve("large.csv"), "a,b\n1,2\n");
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> InputFile.read(
                        file,
                        outer -> InputFile.read(file, inner -> {
                            throw new OutOfMemoryError("Java heap space");
                        })))
                .withMessage(file + ": Java heap space");
        OutOfMemoryError last = new OutOfMemoryError("Java heap space");
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> InputFile.read(file, in -> {
                    last.addSuppressed(last);
                    return in;
                }))
                .withMessage(file + ": Java heap space");
    }
}
