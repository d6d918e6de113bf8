package org.grapnel.formats.matlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.MatTestFiles.FEATURES;
import static org.grapnel.formats.MatTestFiles.SAMPLES;
import static org.grapnel.formats.MatTestFiles.fixture;
import static org.grapnel.formats.MatTestFiles.x;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.MatTestFiles;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MATLAB 7.3 files, made by make.py in the fixtures. */
public class Mat73VariablesTest {
    private static final ReadOptions PLAIN = ReadOptions.plain();

    @TempDir
    Path dir;

    private Path dense;

    @BeforeEach
    void copyFixture() {
        dense = fixture(dir, "dense.mat", "dense.mat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.mat", "data.mat.gz"})
    void samplesAreRowsOfMatlab(String name) {
        Path file = fixture(dir, "dense.mat", name);
        try (Dataset read = Datasets.read(file, PLAIN)) {
            MatReaderTest.assertHolds(read.X(), 1);
            assertThat(read.source().path()).isEqualTo(file.toString());
        }
        assertThat(MatTestFiles.noTemporaryFiles()).isTrue();
    }

    @Test
    void tooLongChunkIsRefused() {
        Path file = TestFiles.fixture("hdf5/bomb.mat");
        assertRefused(() -> Datasets.read(file, PLAIN))
                .hasMessage(file + ": variable 'fea': one of its chunks decompresses to more than its 32 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "big"})
    void everySizeAndOrderOfNumbersIsRead(String variable) {
        try (Dataset read = Datasets.read(dense, PLAIN.withVariable(variable))) {
            MatReaderTest.assertHolds(read.X(), 1);
        }
    }

    @Test
    void integersAndLogicalsAreRead() {
        try (Dataset wide = Datasets.read(dense, PLAIN.withVariable("wide"));
                Dataset flags = Datasets.read(dense, PLAIN.withVariable("flags"))) {
            for (int i = 0; i < SAMPLES; i++)
                for (int j = 0; j < FEATURES; j++) {
                    assertThat(wide.X().get(j, i)).isEqualTo(j * SAMPLES + i);
                    assertThat(flags.X().get(j, i)).isEqualTo(x(i, j) > 3 ? 1 : 0);
                }
        }
        assertRefused(() -> Datasets.read(dense, PLAIN.withVariable("huge")))
                .hasMessageContaining("variable 'huge'")
                .hasMessageContaining("9007199254740993 does not fit into a double");
    }

    @Test
    void featuresMayBeInRows() {
        try (Dataset read = Datasets.read(dense, PLAIN.withFeaturesInRows())) {
            assertThat(read.X().rows()).isEqualTo(SAMPLES);
            assertThat(read.X().get(3, 2)).isEqualTo(x(3, 2));
        }
    }

    @ParameterizedTest
    @CsvSource({"gnd, 3 1 3 2 1 1 2", "kinds, b a b c a a c", "letters, b a b c a a c"})
    void labelsAreNumbersCellsOrCharacters(String variable, String expected) {
        try (Dataset read = Datasets.read(dense, PLAIN.withLabels(variable))) {
            assertThat(read.labels()).contains(List.of(expected.split(" ")));
        }
    }

    @Test
    void sparseMatrixOfVersion5StaysSparse() {
        Path file = fixture(dir, "sparse5.mat", "sparse5.mat.gz");
        try (Dataset read = Datasets.read(file, PLAIN.withLabels("Y"));
                Dataset turned = Datasets.read(file, PLAIN.withFeaturesInRows())) {
            assertSparse(read.X());
            assertThat(read.labels()).contains(List.of("3", "1", "3", "2", "1", "1", "2"));
            assertThat(turned.X().get(4, 2)).isEqualTo(x(4, 2));
        }
    }

    @Test
    void sparseMatrixStaysSparse() {
        Path file = fixture(dir, "sparse.mat", "sparse.mat");
        try (Dataset read = Datasets.read(file, PLAIN.withVariable("X").withLabels("Y"));
                Dataset turned = Datasets.read(file, PLAIN.withVariable("X").withFeaturesInRows());
                Dataset nothing = Datasets.read(file, PLAIN.withVariable("nothing"))) {
            assertSparse(read.X());
            assertThat(read.labels()).contains(List.of("3", "1", "3", "2", "1", "1", "2"));
            for (int i = 0; i < SAMPLES; i++)
                for (int j = 0; j < FEATURES; j++)
                    assertThat(turned.X().get(i, j)).isEqualTo(read.X().get(j, i));
            assertThat(nothing.X().nonZeros()).isZero();
            assertThat(nothing.X().cols()).isEqualTo(SAMPLES);
        }
    }

    public static void assertSparse(org.grapnel.linalg.Matrix X) {
        assertThat(X).isInstanceOf(SparseMatrix.class);
        assertThat(X.rows()).isEqualTo(FEATURES);
        assertThat(X.cols()).isEqualTo(SAMPLES);
        for (int i = 0; i < SAMPLES; i++)
            for (int j = 0; j < FEATURES; j++)
                assertThat(X.get(j, i)).as("(%d, %d)", i, j).isEqualTo((i + j) % 3 == 0 ? x(i, j) : 0);
    }

    @Test
    void otherVariablesThanRealMatricesAreRefused() {
        refused("cube", "cube (4 × 3 × 2 double) is not a matrix of real numbers");
        refused("complex", "complex (7 × 5 double) is not a matrix of real numbers");
        refused("kinds", "kinds (7 × 1 cell) is not a matrix of real numbers");
        refused("struct", "struct (struct) is not a matrix of real numbers");
        refused("link", "link (link) is not a matrix of real numbers");
        refused("none", "none (0 × 5 double) is empty");
    }

    private void refused(String variable, String why) {
        assertRefused(() -> Datasets.read(dense, PLAIN.withVariable(variable))).hasMessage(dense + ": variable " + why);
    }

    @ParameterizedTest
    @CsvSource({
        "tall, has a side of 2147483648",
        "square, announces 36028797018963968 bytes",
        "plain, announces 8000000 bytes",
        "holes, announces 512 bytes"
    })
    void announcedSizeIsCheckedBeforeAllocation(String variable, String why) {
        Path file = fixture(dir, "lying.mat", "lying.mat");
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable(variable)))
                .hasMessageStartingWith(file + ": variable '" + variable + "': ")
                .hasMessageContaining(why);
    }

    /** Shuffling takes one step per byte of an element, so this would take minutes. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 0, -1})
    void tooLongShuffleElementIsRefused(int length) {
        byte[] bytes = MatTestFiles.fixture("dense.mat");
        int setting = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("shuffle\0") + 8;
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(setting, length);
        Path file = TestFiles.bytes(dir, "shuffled.mat", bytes);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertRefused(() ->
                                Datasets.read(file, PLAIN.withVariable("fea")).close())
                        .hasMessageStartingWith(file + ": ")
                        .hasMessageContaining("shuffled by elements of " + length + " bytes; 1 to "));
    }
}
