package org.grapnel.formats.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzArchiveTest {
    @TempDir
    Path dir;

    private static byte[] numbers(String shape, double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) bytes.putDouble(value);
        return array("<f8", shape, bytes.array());
    }

    private static byte[] array(String type, String shape, byte[] content) {
        String head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
        return TestFiles.npy(1, head, content);
    }

    private static byte[] zip(Map<String, byte[]> arrays) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
                zip.putNextEntry(new ZipEntry(array.getKey()));
                zip.write(array.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private AbstractThrowableAssert<?, ?> refused(byte[] bytes, ReadOptions options) {
        Path file = TestFiles.bytes(dir, "m.npz", bytes);
        return assertRefused(() -> Datasets.read(file, options).close())
                .hasMessageStartingWith(file + ": ")
                .hasMessageNotContaining("\n");
    }

    private AbstractThrowableAssert<?, ?> refused(Map<String, byte[]> arrays) {
        return refused(zip(arrays), ReadOptions.plain());
    }

    @Test
    void otherFilesAreRefused() {
        refused(new byte[0], ReadOptions.plain()).hasMessageContaining("is not an .npz file");
        refused("\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1), ReadOptions.plain())
                .hasMessageContaining("is not an .npz file: it does not start with PK");
        refused(zip(Map.of()), ReadOptions.plain()).hasMessageEndingWith("the file has none");
        refused(zip(Map.of("readme.txt", new byte[5])), ReadOptions.plain()).hasMessageEndingWith("the file has none");
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(TestFiles.fixture("plain.npz"));
        for (int length = 0; length < whole.length; length += 7)
            refused(Arrays.copyOf(whole, length), ReadOptions.plain());
        refused(Arrays.copyOf(whole, whole.length - 1), ReadOptions.plain());
    }

    @Test
    void damagedNumberFailsTheChecksum() throws IOException {
        for (String name : List.of("plain.npz", "packed.npz")) {
            byte[] bytes = Files.readAllBytes(TestFiles.fixture(name));
            bytes[250] ^= 4;
            refused(bytes, ReadOptions.plain()).hasMessageContaining("array '");
        }
    }

    @Test
    void shapeMustFitTheArray() {
        refused(Map.of("X.npy", numbers("(2, 3)", 1, 2, 3, 4, 5))).hasMessageContaining("array 'X': ends too early");
        refused(Map.of("X.npy", numbers("(2, 2)", 1, 2, 3, 4, 5))).hasMessageContaining("array 'X': has more than");
        refused(Map.of("X.npy", numbers("(1, 2147483648)", 1))).hasMessageContaining("a side may be at most");
        refused(Map.of("X.npy", numbers("(100000000, 100)", 1)))
                .hasMessageMatching(
                        ".*array 'X': announces 100000000 × 100 numbers; at most \\d{6} are allowed in a file of"
                                + " \\d{3} bytes"); // packed, they cannot be more
        refused(Map.of("X.npy", numbers("(100000000, 0)"))).hasMessageContaining("the matrix is empty (100000000 × 0)");
    }

    @Test
    void decompressionStopsAtTheLimit() {
        byte[] zeros = array("|u1", "(16, 33554432)", new byte[0]);
        byte[] bomb = Arrays.copyOf(zeros, zeros.length + (int) NpzArchive.FREE_BYTES + 100);
        refused(Map.of("X.npy", bomb))
                .hasMessageContaining("at most 268435456 are allowed (268435456, or 200 times the ");
    }

    @Test
    void labelsMustFitTheSamples() {
        Map<String, byte[]> arrays = new LinkedHashMap<>();
        arrays.put("X.npy", numbers("(2, 1)", 1, 2));
        arrays.put("few.npy", numbers("(1,)", 1));
        arrays.put("gap.npy", numbers("(2,)", 1, Double.NaN));
        arrays.put("table.npy", numbers("(2, 2)", 1, 2, 3, 4));
        arrays.put("blank.npy", array("|S2", "(2,)", new byte[] {'a', 'b', 0, 0}));
        arrays.put("half.npy", array("|S1", "(2,)", new byte[] {'a', (byte) 0xC3}));
        arrays.put("wild.npy", array("<U1", "(2,)", new byte[] {1, 0, 0, 0, -1, -1, -1, -1}));
        arrays.put("time.npy", array("<M8[D]", "(2,)", new byte[16]));
        byte[] bytes = zip(arrays);
        refused(bytes, ReadOptions.plain().withLabels("few"))
                .hasMessageEndingWith("array 'few' has 1 label, but there are 2 samples");
        refused(bytes, ReadOptions.plain().withLabels("gap")).hasMessageEndingWith("the label of sample 1 is missing");
        refused(bytes, ReadOptions.plain().withLabels("blank"))
                .hasMessageEndingWith("the label of sample 1 is missing");
        refused(bytes, ReadOptions.plain().withLabels("table")).hasMessageContaining("array 'table': has the shape");
        refused(bytes, ReadOptions.plain().withLabels("half")).hasMessageEndingWith("element 1 is not UTF-8 text");
        refused(bytes, ReadOptions.plain().withLabels("wild")).hasMessageEndingWith("element 1 is not Unicode text");
        refused(bytes, ReadOptions.plain().withLabels("time")).hasMessageContaining("has the type '<M8[D]'");
        refused(bytes, ReadOptions.plain().withLabels("tabel")).hasMessageEndingWith("did you mean table?");
    }

    private static Map<String, byte[]> sparse(String format, String names, double[]... arrays) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("format.npy", array("|S3", "()", format.getBytes(StandardCharsets.US_ASCII)));
        all.put("shape.npy", numbers("(2,)", 2, 3));
        String[] named = names.split(" ");
        for (int i = 0; i < named.length; i++)
            all.put(named[i] + ".npy", numbers("(" + arrays[i].length + ",)", arrays[i]));
        return all;
    }

    private static double[] of(double... values) {
        return values;
    }

    @Test
    void sparseIndicesMustFitTheShape() {
        String csr = "data indices indptr";
        String coo = "data row col";
        refused(sparse("csr", csr, of(1, 2), of(0, 3), of(0, 1, 2)))
                .hasMessageEndingWith("entry 1: the entry (1, 3) is outside 2 × 3");
        refused(sparse("csr", csr, of(1, 2), of(0, -1), of(0, 1, 2)))
                .hasMessageContaining("array 'indices': element 1 is -1; a whole number");
        refused(sparse("csr", csr, of(1, 2), of(0, 0.5), of(0, 1, 2))).hasMessageContaining("element 1 is 0.5");
        refused(sparse("csr", csr, of(1, 2), of(0, 1), of(0, 2))).hasMessageContaining("'indptr' has 2 elements");
        refused(sparse("csr", csr, of(1, 2), of(0, 1), of(0, 3, 2))).hasMessageContaining("goes from 0 to 3");
        refused(sparse("csc", csr, of(1, 2), of(0, 1), of(0, 2, 1, 2))).hasMessageContaining("goes from 2 to 1");
        refused(sparse("csr", csr, of(1, 2), of(0), of(0, 1, 2)))
                .hasMessageContaining("has 2 numbers for 2 rows and 1");
        refused(sparse("coo", coo, of(1, 2), of(0, 0), of(1, 1)))
                .hasMessageEndingWith("entry 1: the entry (0, 1) is already on entry 0");
        refused(sparse("coo", csr, of(1), of(0), of(0))).hasMessageEndingWith("has no array 'row', which coo needs");
        refused(sparse("bsr", csr, of(1), of(0), of(0))).hasMessageContaining("unsupported sparse format 'bsr'");
        Map<String, byte[]> wide = sparse("coo", coo, of(1), of(0), of(1));
        wide.put("shape.npy", numbers("(2,)", 2, 60_000_000));
        refused(wide)
                .hasMessageContaining(
                        "announces 2 × 60000000 with 1 entries; with so few entries a side may be at most");
        wide.put("shape.npy", numbers("(3,)", 2, 2, 2));
        refused(wide).hasMessageContaining("array 'shape': announces 3 elements; at most 2 are allowed");
    }

    @Test
    void entriesMayBeInAnyOrder() {
        Path file = TestFiles.bytes(
                dir, "m.npz", zip(sparse("csr", "data indices indptr", of(5, 6, 7), of(2, 0, 1), of(0, 2, 3))));
        try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
            assertThat(data.X().get(2, 0)).isEqualTo(5);
            assertThat(data.X().get(0, 0)).isEqualTo(6);
            assertThat(data.X().get(1, 1)).isEqualTo(7);
            assertThat(data.X().nonZeros()).isEqualTo(3);
        }
    }
}
