package org.grapnel.formats.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzReaderTest {
    @TempDir
    Path home;

    private static byte[] npy(String type, String shape, byte[] content) throws IOException {
        String dictionary = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
        byte[] header = dictionary.getBytes(StandardCharsets.US_ASCII);
        out.write(ByteBuffer.allocate(2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) header.length)
                .array());
        out.write(header);
        out.write(content);
        return out.toByteArray();
    }

    /** 0, 1, 2, … */
    private static byte[] matrix(int rows, int cols) throws IOException {
        ByteBuffer numbers = ByteBuffer.allocate(8 * rows * cols).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.range(0, rows * cols).forEach(numbers::putDouble);
        return npy("<f8", "(" + rows + ", " + cols + ")", numbers.array());
    }

    private static byte[] words(String... words) throws IOException {
        ByteBuffer letters = ByteBuffer.allocate(4 * 3 * words.length);
        for (int i = 0; i < words.length; i++)
            letters.position(12 * i).put(words[i].getBytes(Charset.forName("UTF-32LE")));
        return npy("<U3", "(" + words.length + ",)", letters.array());
    }

    private Path npz(Map<String, byte[]> arrays) throws IOException {
        Path file = home.resolve("data.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
                zip.putNextEntry(new ZipEntry(array.getKey() + ".npy"));
                zip.write(array.getValue());
            }
        }
        return file;
    }

    /** X with samples in rows, and names. */
    private Path named(String[] features, String[] samples) throws IOException {
        Map<String, byte[]> arrays = new LinkedHashMap<>();
        arrays.put("feature_names", words(features));
        arrays.put("X", matrix(2, 3));
        arrays.put("sample_names", words(samples));
        return npz(arrays);
    }

    @Test
    void featuresAndSamplesHaveTheNamesInTheArchive() throws IOException {
        Path file = named(new String[] {"g1", "gä", "g 3"}, new String[] {"s1", "s2"});
        try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
            assertThat(data.features()).containsExactly("g1", "gä", "g 3");
            assertThat(data.samples()).containsExactly("s1", "s2");
            assertThat(data.X().rows()).isEqualTo(3);
        }
        assertThat(Datasets.labelCandidates(file, ReadOptions.plain())).isEmpty();
    }

    @Test
    void namesBelongToFeaturesAlsoIfTheyAreInRows() throws IOException {
        Path file = named(new String[] {"g1", "g2"}, new String[] {"a", "b", "c"});
        try (Dataset data = Datasets.read(file, ReadOptions.plain().withFeaturesInRows())) {
            assertThat(data.features()).containsExactly("g1", "g2");
            assertThat(data.samples()).containsExactly("a", "b", "c");
        }
    }

    @Test
    void anArrayOfNamesCanStillBeTheLabels() throws IOException {
        Path file = named(new String[] {"a", "b", "c"}, new String[] {"s1", "s2"});
        try (Dataset data = Datasets.read(file, ReadOptions.plain().withLabels("sample_names"))) {
            assertThat(data.labels().orElseThrow()).isEqualTo(List.of("s1", "s2"));
            assertThat(data.samples()).containsExactly("0", "1");
        }
    }

    @Test
    void namesThatDoNotFitAreRefused() throws IOException {
        Path file = named(new String[] {"a", "b"}, new String[] {"s1", "s2"});
        assertThatThrownBy(() -> Datasets.read(file, ReadOptions.plain()))
                .isInstanceOf(DataException.class)
                .hasMessage(file + ": array 'feature_names' has 2 names, but there are 3 features");
        Path samples = named(new String[] {"a", "b", "c"}, new String[] {"s"});
        assertThatThrownBy(() -> Datasets.read(samples, ReadOptions.plain()))
                .hasMessage(file + ": array 'sample_names' has 1 names, but there are 2 samples");
        Path repeated = named(new String[] {"a", "b", "a"}, new String[] {"s1", "s2"});
        assertThatThrownBy(() -> Datasets.read(repeated, ReadOptions.plain()))
                .hasMessage(
                        file + ": elements of feature_names 0 and 2 have the same name 'a'; feature names must differ");
    }
}
