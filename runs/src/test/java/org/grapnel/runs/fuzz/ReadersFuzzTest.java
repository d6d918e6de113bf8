package org.grapnel.runs.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.GraphReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.ReadOptions.ImageSize;
import org.grapnel.fuzz.FuzzHarness;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every reader on files made by a fuzzer, under the law of {@link FuzzHarness}. {@code mvn verify} replays
 * {@code ReadersFuzzTestInputs}: seeds (made by {@code seeds.py}) and past findings. {@code build/fuzz} looks for new
 * ones.
 */
class ReadersFuzzTest {
    private static final long MB = 1 << 20;

    /** The best compression ratio of deflate. */
    private static final long DEFLATED = 1032;

    /** The memory per byte: a row of two bytes has a name, cells and entries in several growing lists. */
    private static final long PER_BYTE = 1024;

    /** A sparse matrix may announce two sides of 2²⁰ with few entries, and each has names. */
    private static final long SIDES = 512 * MB;

    private static final ReadOptions PLAIN = ReadOptions.plain();

    @TempDir
    static Path dir;

    private static FuzzHarness.FuzzAction as(ReadOptions options) {
        return FuzzHarness.closing(file -> Datasets.read(file, options));
    }

    private static FuzzHarness bounded(long base, long perByte) {
        return new FuzzHarness(dir, base, perByte);
    }

    @FuzzTest
    void csv(byte[] bytes) {
        bounded(64 * MB, PER_BYTE).read("data.csv", bytes, as(PLAIN), as(PLAIN.withFeaturesInRows()));
    }

    @FuzzTest
    void tsv(byte[] bytes) {
        bounded(64 * MB, PER_BYTE).read("data.tsv", bytes, as(PLAIN), as(PLAIN.withLabels("kind")));
    }

    @FuzzTest
    void txt(byte[] bytes) {
        bounded(64 * MB, PER_BYTE).read("data.txt", bytes, as(PLAIN), as(PLAIN.withHeader(false)));
    }

    @FuzzTest
    void gz(byte[] bytes) {
        FuzzHarness packed = bounded(SIDES, PER_BYTE * DEFLATED);
        packed.read("data.csv.gz", bytes, as(PLAIN));
        packed.read("data.mtx.gz", bytes, as(PLAIN));
        packed.read("data.mat.gz", bytes, as(PLAIN));
    }

    @FuzzTest
    void npy(byte[] bytes) {
        bounded(16 * MB, PER_BYTE).read("data.npy", bytes, as(PLAIN), as(PLAIN.withFeaturesInRows()));
    }

    @FuzzTest
    void npz(byte[] bytes) {
        bounded(SIDES, PER_BYTE * DEFLATED).read("data.npz", bytes, as(PLAIN), as(PLAIN.withLabels("y")));
    }

    /** The arrays inside a valid archive: one per start of an array in the bytes. */
    @FuzzTest
    void npzArrays(byte[] bytes) {
        byte[] archive = archive(pieces(bytes));
        bounded(SIDES, PER_BYTE * DEFLATED).read("arrays.npz", archive, as(PLAIN), as(PLAIN.withLabels("y")));
    }

    @FuzzTest
    void mtx(byte[] bytes) {
        bounded(SIDES, PER_BYTE).read("data.mtx", bytes, as(PLAIN), as(PLAIN.withFeaturesInRows()));
    }

    @FuzzTest
    void svm(byte[] bytes) {
        bounded(SIDES, PER_BYTE).read("data.svm", bytes, as(PLAIN), as(PLAIN.withLabels("label")));
    }

    @FuzzTest
    void arff(byte[] bytes) {
        bounded(SIDES, PER_BYTE).read("data.arff", bytes, as(PLAIN), as(PLAIN.withLabels("c")));
    }

    /** Versions 5 to 7. */
    @FuzzTest
    void mat(byte[] bytes) {
        bounded(SIDES, PER_BYTE * DEFLATED)
                .read("data.mat", bytes, as(PLAIN), as(PLAIN.withLabels("gnd")), as(PLAIN.withLabels("kinds")));
    }

    /** Version 7.3. */
    @FuzzTest
    void mat73(byte[] bytes) {
        bounded(SIDES, PER_BYTE * DEFLATED)
                .read("data.mat", bytes, as(PLAIN), as(PLAIN.withLabels("gnd")), as(PLAIN.withLabels("kinds")));
    }

    @FuzzTest
    void h5ad(byte[] bytes) {
        bounded(SIDES, PER_BYTE * DEFLATED)
                .read(
                        "data.h5ad",
                        bytes,
                        as(PLAIN),
                        as(PLAIN.withLabels("kind").withColors(List.of("kind"))),
                        as(PLAIN.withVariable("csr")));
    }

    /** HDF5 files of 10x. */
    @FuzzTest
    void h5(byte[] bytes) {
        bounded(SIDES, PER_BYTE * DEFLATED)
                .read("data.h5", bytes, as(PLAIN), as(PLAIN.withVariable("Antibody Capture")));
    }

    @FuzzTest
    void parquet(byte[] bytes) {
        bounded(512 * MB, PER_BYTE)
                .read("data.parquet", bytes, as(PLAIN), as(PLAIN.withLabels("kind")), as(PLAIN.withFeaturesInRows()));
    }

    @FuzzTest
    void xlsx(byte[] bytes) {
        bounded(512 * MB, PER_BYTE * DEFLATED)
                .read("data.xlsx", bytes, as(PLAIN), as(PLAIN.withLabels("kind")), as(PLAIN.withFeaturesInRows()));
    }

    /** The three files, separated by a zero byte. */
    @FuzzTest
    void tenx(byte[] bytes) {
        Path folder = dir.resolve("tenx");
        List<String> names = List.of("matrix.mtx", "features.tsv", "barcodes.tsv");
        int from = 0;
        for (int i = 0; i < names.size(); i++) {
            int to = from;
            while (to < bytes.length && (bytes[to] != 0 || i == names.size() - 1)) to++;
            FuzzHarness.write(folder.resolve(names.get(i)), Arrays.copyOfRange(bytes, Math.min(from, to), to));
            from = Math.min(bytes.length, to + 1);
        }
        bounded(SIDES, PER_BYTE).readOrRefuse(folder, folder, bytes.length, as(PLAIN));
    }

    @FuzzTest
    void pictures(byte[] bytes) {
        Path folder = dir.resolve("pictures");
        FuzzHarness.write(folder.resolve("a.png"), bytes); // its first bytes tell the format, whatever its name says
        bounded(1024 * MB, PER_BYTE)
                .readOrRefuse(folder, folder, bytes.length, as(PLAIN.withResize(new ImageSize(4, 5))));
    }

    @FuzzTest
    void labels(byte[] bytes) {
        Path data = dir.resolve("three.csv");
        FuzzHarness.write(data, "a,b\n1,2\n3,4\n5,6\n".getBytes(StandardCharsets.UTF_8));
        bounded(16 * MB, PER_BYTE)
                .read(
                        "labels.txt",
                        bytes,
                        FuzzHarness.closing(file -> Datasets.read(data, PLAIN.withLabels(file.toString()))));
    }

    @FuzzTest
    void graphMtx(byte[] bytes) {
        bounded(SIDES, PER_BYTE).read("graph.mtx", bytes, file -> GraphReader.read(file, 3));
    }

    @FuzzTest
    void graphCsv(byte[] bytes) {
        bounded(16 * MB, PER_BYTE).read("graph.csv", bytes, file -> GraphReader.read(file, 3));
    }

    private static List<byte[]> pieces(byte[] bytes) {
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int at = 1; at <= bytes.length; at++) {
            boolean start = at + 1 < bytes.length && (bytes[at] & 0xFF) == 0x93 && bytes[at + 1] == 'N';
            if (!start && at < bytes.length) continue;
            pieces.add(Arrays.copyOfRange(bytes, from, at));
            from = at;
        }
        return pieces;
    }

    private static byte[] archive(List<byte[]> arrays) {
        List<String> names = arrays.size() < 4
                ? List.of("X", "y", "z")
                : List.of("format", "shape", "data", "indices", "indptr", "row", "col");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < Math.min(arrays.size(), names.size()); i++) {
                CRC32 sum = new CRC32();
                sum.update(arrays.get(i));
                ZipEntry entry = new ZipEntry(names.get(i) + ".npy");
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(arrays.get(i).length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(arrays.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
