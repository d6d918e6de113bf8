package org.grapnel.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables are made by {@code resources/fixtures/parquet/make.py}, from the formulas below. */
public class ParquetReaderTest {
    private static final int N = 200;
    private static final List<String> FEATURES =
            List.of("double", "float", "half", "int", "long", "byte", "unsigned", "flag", "money", "few", "nothing");

    @TempDir
    Path dir;

    public static Path table(Path dir, String name) {
        try (InputStream in = ParquetReaderTest.class.getResourceAsStream("/fixtures/parquet/" + name + ".parquet")) {
            Path file = dir.resolve(name + ".parquet");
            Files.write(file, in.readAllBytes());
            return file;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private AbstractThrowableAssert<?, ?> refused(String name) {
        Path file = table(dir, name);
        return assertRefused(() -> Datasets.read(file, ReadOptions.plain()).close())
                .hasMessageStartingWith(file + ": ");
    }

    private static double expected(String feature, int i) {
        boolean gap = i % 7 == 3;
        return switch (feature) {
            case "double" -> gap ? Double.NaN : i * 0.5 - 3;
            case "float" -> i * 0.25;
            case "half" -> i * 0.125;
            case "int" -> gap ? Double.NaN : (i * i * 7919) % 100003 - 50000;
            case "long" -> (i - 100) * 1e12;
            case "byte" -> i;
            case "unsigned" -> 4294967295.0 - i;
            case "flag" -> gap ? Double.NaN : i % 3 == 0 ? 1 : 0;
            case "money" -> i * 101 / 100.0;
            case "few" -> i % 3;
            default -> Double.NaN;
        };
    }

    private static String kind(int i) {
        return i % 7 == 3 ? "none" : "kind " + i % 4;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "snappy", "gzip", "zstd", "lz4", "delta", "split"})
    void everyTypeIsReadInEveryCodecAndEncoding(String name) {
        try (Dataset data = Datasets.read(table(dir, name), ReadOptions.plain().withLabels("kind"))) {
            assertThat(data.features()).isEqualTo(FEATURES);
            assertThat(data.samples()).hasSize(N).startsWith("s0", "s1").endsWith("s199");
            for (int i = 0; i < N; i++) {
                assertThat(data.labels().orElseThrow().get(i)).isEqualTo(kind(i));
                for (int f = 0; f < FEATURES.size(); f++)
                    assertThat(data.X().get(f, i))
                            .as("%s of row %d", FEATURES.get(f), i)
                            .isEqualTo(Double.valueOf(expected(FEATURES.get(f), i))); // boxed, NaN equals NaN
            }
        }
    }

    @Test
    void featuresInRowsIsTheTranspose() {
        Path file = table(dir, "index");
        try (Dataset data = Datasets.read(file, ReadOptions.plain());
                Dataset turned = Datasets.read(file, ReadOptions.plain().withFeaturesInRows())) {
            assertThat(data.samples()).containsExactly("7", "9");
            assertThat(turned.features()).isEqualTo(data.samples());
            assertThat(turned.samples()).isEqualTo(data.features()).containsExactly("a", "y");
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    assertThat(turned.X().get(i, j)).isEqualTo(data.X().get(j, i));
        }
    }

    @Test
    void numbersCanBeLabels() {
        try (Dataset data =
                Datasets.read(table(dir, "index"), ReadOptions.plain().withLabels("y"))) {
            assertThat(data.labels()).contains(List.of("1", "0"));
            assertThat(data.features()).containsExactly("a");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nested, 'columns list, struct: nested columns are not supported; a flat table is needed'",
        "texts, '2 columns cannot be read as numbers: ''b'' (text such as ''x''), ''c'' (text such as ''y''); add --drop b,c'",
        "times, 'a column cannot be read as numbers: ''when'' (dates or times); add --drop when'",
        "empty, the table has columns but no rows",
        "large, 'column ''a'': the whole number 9007199254740993 does not fit into a double'",
        "brotli, 'column ''a'': compressed with brotli; supported are none, gzip, snappy, zstd and raw lz4'",
    })
    void otherTablesThanNumbersAreRefused(String name, String message) {
        refused(name).hasMessageEndingWith(message);
    }

    @Test
    void missingLabelOrUnknownColumnIsRefused() {
        Path gaps = table(dir, "gaps");
        assertRefused(() -> Datasets.read(gaps, ReadOptions.plain().withLabels("y")))
                .hasMessage(gaps + ": column 'y': row 2: the value is missing");
        Path file = table(dir, "none");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withLabels("kin")))
                .hasMessageEndingWith("did you mean kind or int?");
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        Path text = TestFiles.text(dir, "text.parquet", "a,b\n1,2\n3,4\n5,6\n");
        assertRefused(() -> Datasets.read(text, ReadOptions.plain())).hasMessageContaining("does not begin with PAR1");
        Path nothing = TestFiles.text(dir, "nothing.parquet", "");
        assertRefused(() -> Datasets.read(nothing, ReadOptions.plain())).hasMessageContaining("is not a Parquet file");
        byte[] whole = Files.readAllBytes(table(dir, "index"));
        Path cut = TestFiles.bytes(dir, "cut.parquet", Arrays.copyOf(whole, whole.length - 9));
        assertRefused(() -> Datasets.read(cut, ReadOptions.plain())).hasMessageContaining("does not end with PAR1");
        Path packed = TestFiles.bytes(dir, "a.parquet.gz", whole);
        assertRefused(() -> Datasets.read(packed, ReadOptions.plain()))
                .hasMessageContaining("decompress the Parquet file first");
    }

    @Test
    void wrongByteFailsTheChecksumOfAPage() throws IOException {
        byte[] bytes = Files.readAllBytes(table(dir, "snappy"));
        int first = 0;
        for (int at = 4; at < 1200; at += 7) {
            byte[] hit = bytes.clone();
            hit[at] ^= 0x10;
            Path file = TestFiles.bytes(dir, "hit.parquet", hit);
            try (Dataset data = Datasets.read(file, ReadOptions.plain().withLabels("kind"))) {
                first += data.X().cols(); // the wrong byte is in an unused field of a page header
            } catch (org.grapnel.data.DataException e) {
                assertThat(e).hasMessageStartingWith(file.toString());
            }
        }
        assertThat(first).isLessThan(200 * 40);
    }

    /** The file was written by parquet-java 1.18.1, which names an obsolete encoding of levels where there are none. */
    @Test
    void requiredColumnsOfParquetJavaAreRead() {
        try (Dataset data = Datasets.read(table(dir, "required"), ReadOptions.plain())) {
            assertThat(data.features()).containsExactly("g0", "g1");
            assertThat(((DenseMatrix) data.X()).toArray())
                    .isDeepEqualTo(new double[][] {{0, 1, 2, 3, 4}, {10, 11, 12, 13, 14}});
        }
    }

    @Test
    void columnsHaveTheRolesThatOptionsGive() {
        ReadOptions options = ReadOptions.plain()
                .withColors(List.of("c"))
                .withTable(TableOptions.plain().withOneHot(List.of("b")));
        try (Dataset data = Datasets.read(table(dir, "texts"), options);
                Dataset dropped = Datasets.read(
                        table(dir, "texts"),
                        ReadOptions.plain().withTable(TableOptions.plain().withDrop(List.of("b", "c"))))) {
            assertThat(data.features()).startsWith("a").contains("b=x");
            assertThat(data.columns().get(0).name()).isEqualTo("c");
            assertThat(dropped.features()).containsExactly("a");
        }
    }
}
