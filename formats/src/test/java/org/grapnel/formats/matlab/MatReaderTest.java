package org.grapnel.formats.matlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.MatTestFiles.FEATURES;
import static org.grapnel.formats.MatTestFiles.SAMPLES;
import static org.grapnel.formats.MatTestFiles.data;
import static org.grapnel.formats.MatTestFiles.vector;
import static org.grapnel.formats.MatTestFiles.with;
import static org.grapnel.formats.MatTestFiles.words;
import static org.grapnel.formats.MatTestFiles.x;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.MatTestFiles;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;

public class MatReaderTest {
    @TempDir
    Path dir;

    private static final ReadOptions PLAIN = ReadOptions.plain();

    private Path write(MatFile content) {
        return MatTestFiles.write(dir, "data.mat", content);
    }

    public static void assertHolds(org.grapnel.linalg.Matrix X, double times) {
        assertThat(X.rows()).isEqualTo(FEATURES);
        assertThat(X.cols()).isEqualTo(SAMPLES);
        for (int i = 0; i < SAMPLES; i++)
            for (int j = 0; j < FEATURES; j++)
                assertThat(X.get(j, i)).as("sample %d, feature %d", i, j).isEqualTo(times * x(i, j));
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.mat", "data.mat.gz", "DATA.MAT"})
    void samplesAreRowsAndFeaturesAreNumbered(String name) {
        Path file = MatTestFiles.write(dir, name, with("fea", data(SAMPLES, FEATURES)));
        try (Dataset read = Datasets.read(file, PLAIN)) {
            assertHolds(read.X(), 1);
            assertThat(read.features()).containsExactly("f0", "f1", "f2", "f3", "f4");
            assertThat(read.samples()).startsWith("0", "1").hasSize(SAMPLES);
            assertThat(read.labels()).isEmpty();
            assertThat(read.source().path()).isEqualTo(file.toString());
            assertThat(read.source().sha256()).hasSize(64);
        }
        assertThat(MatTestFiles.noTemporaryFiles()).isTrue();
    }

    @Test
    void featuresMayBeInRows() {
        Path file = write(with("X", data(3, 4)));
        try (Dataset turned = Datasets.read(file, PLAIN.withFeaturesInRows())) {
            assertThat(turned.X().rows()).isEqualTo(3);
            assertThat(turned.X().get(2, 1)).isEqualTo(x(2, 1));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = MatlabType.class,
            names = {"Double", "Single", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64"})
    void everyNumericClassIsRead(MatlabType type) {
        try (Dataset read = Datasets.read(write(with("fea", data(SAMPLES, FEATURES, type, 16))), PLAIN)) {
            assertHolds(read.X(), 16);
        }
    }

    @Test
    void logicalsAreZeroAndOneAndNaNStaysNaN() {
        Matrix flags = Mat5.newLogical(2, 2);
        flags.setBoolean(1, 0, true);
        Matrix numbers = data(2, 2);
        numbers.setDouble(0, 1, Double.NaN);
        numbers.setDouble(1, 1, Double.NEGATIVE_INFINITY);
        Path file = write(with("flags", flags).addArray("numbers", numbers));
        try (Dataset read = Datasets.read(file, PLAIN.withVariable("flags"))) {
            assertThat(read.X().get(0, 1)).isOne();
            assertThat(read.X().get(1, 1)).isZero();
        }
        try (Dataset read = Datasets.read(file, PLAIN.withVariable("numbers"))) {
            assertThat(read.X().get(1, 0)).isNaN();
            assertThat(read.X().get(1, 1)).isEqualTo(Double.NEGATIVE_INFINITY);
        }
    }

    @Test
    void integerWithoutExactDoubleIsRefused() {
        Matrix huge = Mat5.newMatrix(2, 2, MatlabType.Int64);
        huge.setLong(3, (1L << 53) + 1);
        Path file = write(with("fea", huge));
        assertRefused(() -> Datasets.read(file, PLAIN))
                .hasMessage(file + ": variable 'fea': the whole number 9007199254740993 does not fit into a double");
    }

    @Test
    void labelsAreAVariableOfNumbersOrWords() {
        Path file = write(with("fea", data(3, 4))
                .addArray("gnd", vector(2, 1, 2.5))
                .addArray("kinds", words("cat", "dog", "cat"))
                .addArray("flat", Mat5.newString("abc")));
        assertThat(labels(file, "gnd")).containsExactly("2", "1", "2.5");
        assertThat(labels(file, "kinds")).containsExactly("cat", "dog", "cat");
        assertThat(labels(file, TestFiles.text(dir, "truth.txt", "x\ny\nz\n").toString()))
                .containsExactly("x", "y", "z");
        assertRefused(() -> labels(file, "flat")).hasMessageContaining("flat (1 × 3 char) has 1 label");
        assertRefused(() -> labels(file, "fea")).hasMessageStartingWith(file + ": ");
        assertRefused(() -> labels(file, "kind"))
                .hasMessage(file + ": has no variable 'kind' for the labels, and no file has that name; there are"
                        + " fea (3 × 4 double), gnd (3 × 1 double), kinds (3 × 1 cell), flat (1 × 3 char);"
                        + " did you mean kinds or gnd?");
    }

    private static List<String> labels(Path file, String name) {
        try (Dataset read = Datasets.read(file, PLAIN.withLabels(name))) {
            return read.labels().orElseThrow();
        }
    }

    @Test
    void missingLabelIsRefusedWithItsPlace() {
        Path file = write(with("fea", data(3, 4))
                .addArray("gnd", vector(2, Double.NaN, 1))
                .addArray("kinds", words("cat", "", "dog")));
        assertRefused(() -> labels(file, "gnd"))
                .hasMessage(file + ": variable 'gnd': the label of sample 1 is missing");
        assertRefused(() -> labels(file, "kinds")).hasMessageEndingWith("the label of sample 1 is missing");
    }

    @Test
    void lengthOfLabelsDecidesTheOrientation() {
        Path file = write(with("fea", data(4, 3)).addArray("gnd", vector(2, 1, 2)));
        for (ReadOptions options : List.of(PLAIN, PLAIN.withLabels("gnd"), PLAIN.withFeaturesInRows())) {
            try (Dataset read = Datasets.read(file, options)) {
                assertThat(read.X().cols()).isEqualTo(3);
                assertThat(read.X().get(3, 1)).isEqualTo(x(3, 1));
            }
        }
        Path square = write(with("fea", data(3, 3)).addArray("gnd", vector(2, 1, 2)));
        try (Dataset read = Datasets.read(square, PLAIN)) {
            assertThat(read.X().get(2, 1)).isEqualTo(x(1, 2));
        }
    }

    @Test
    void onlyMatrixIsTheDataAndLabelsNeverAre() {
        Path file = write(with("options", vector(1))
                .addArray("pixels", data(SAMPLES, FEATURES))
                .addArray("Y", data(SAMPLES, 2))
                .addArray("note", Mat5.newString("none")));
        try (Dataset read = Datasets.read(file, PLAIN)) {
            assertHolds(read.X(), 1);
        }
        try (Dataset read = Datasets.read(file, PLAIN.withVariable("Y"))) {
            assertThat(read.X().rows()).isEqualTo(2);
        }
    }

    @Test
    void ambiguousDataMustBeChosen() {
        Path file = write(with("a", data(2, 3)).addArray("b", data(3, 2)).addArray("gnd", vector(1, 2)));
        assertRefused(() -> Datasets.read(file, PLAIN))
                .hasMessage(file + ": choose the variable of the data with --variable;"
                        + " there are a (2 × 3 double), b (3 × 2 double), gnd (2 × 1 double)");
        Path two = MatTestFiles.write(dir, "two.mat", with("X", data(2, 3)).addArray("data", data(3, 2)));
        assertRefused(() -> Datasets.read(two, PLAIN)).hasMessageContaining("choose the variable");
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable("c")))
                .hasMessage(file + ": has no variable 'c'; there are a (2 × 3 double), b (3 × 2 double),"
                        + " gnd (2 × 1 double); did you mean a or b?");
        assertRefused(() -> Datasets.read(write(Mat5.newMatFile()), PLAIN)).hasMessageEndingWith("there are none");
    }

    @Test
    void otherVariablesThanRealMatricesAreRefused() {
        Array cube = Mat5.newMatrix(new int[] {2, 3, 4});
        Path file = write(with("cube", cube)
                .addArray("z", Mat5.newComplex(2, 2))
                .addArray("text", Mat5.newString("words"))
                .addArray("struct", Mat5.newStruct().set("fea", data(2, 2)))
                .addArray("empty", Mat5.newMatrix(0, 4)));
        refused(file, "cube", "cube (2 × 3 × 4 double) is not a matrix of real numbers");
        refused(file, "z", "z (2 × 2 complex double) is not a matrix of real numbers");
        refused(file, "text", "text (1 × 5 char) is not a matrix of real numbers");
        refused(file, "struct", "struct (1 × 1 struct) is not a matrix of real numbers");
        refused(file, "empty", "empty (0 × 4 double) is empty");
    }

    private static void refused(Path file, String variable, String why) {
        assertRefused(() -> Datasets.read(file, PLAIN.withVariable(variable))).hasMessage(file + ": variable " + why);
    }

    @Test
    void otherFilesAreRefused() {
        Path text = TestFiles.text(dir, "text.mat", "a,b\n1,2\n");
        assertRefused(() -> Datasets.read(text, PLAIN))
                .hasMessage(text + ": is not a MATLAB file of version 5, 6, 7 or 7.3: the header is wrong");
        Path empty = TestFiles.bytes(dir, "empty.mat", new byte[0]);
        assertRefused(() -> Datasets.read(empty, PLAIN)).hasMessageStartingWith(empty + ": is not a MATLAB file");
    }

    @Test
    void truncatedFileIsRefused() {
        byte[] whole = MatTestFiles.bytes(with("fea", data(SAMPLES, FEATURES)));
        Path cut = TestFiles.bytes(dir, "cut.mat", Arrays.copyOf(whole, whole.length - 9));
        assertRefused(() -> Datasets.read(cut, PLAIN)).hasMessageContaining("element 1 announces");
        Path head = TestFiles.bytes(dir, "head.mat", Arrays.copyOf(whole, 131));
        assertRefused(() -> Datasets.read(head, PLAIN)).hasMessageContaining("ends inside the header of element 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, 1 << 20})
    void impossibleSidesAreRefusedBeforeAllocation(int side) {
        for (Array array : List.of(data(2, 2), words("a", "b"))) {
            byte[] lying = MatTestFiles.uncompressed(with("fea", array));
            // header 128, tag 8, flags 16, tag of the sides 8
            ByteBuffer.wrap(lying).order(ByteOrder.nativeOrder()).putInt(160, side);
            Path file = TestFiles.bytes(dir, "lying.mat", lying);
            ReadOptions options = PLAIN.withLabels("fea").withVariable("fea");
            assertRefused(() -> Datasets.read(file, array instanceof Matrix ? PLAIN : options))
                    .hasMessageStartingWith(file + ": ");
        }
    }

    /** 65536 × 65536 is 0 in 32 bits, and 46000 × 46000 is not. */
    @ParameterizedTest
    @CsvSource({"65536, announces 65536 × 65536 numbers but has 0", "46000, Incorrect number of elements"})
    void overflowingProductOfSidesIsRefused(int side, String why) {
        byte[] lying = MatTestFiles.uncompressed(with("fea", Mat5.newMatrix(2, 0)));
        ByteBuffer.wrap(lying).order(ByteOrder.nativeOrder()).putInt(160, side).putInt(164, side);
        Path file = TestFiles.bytes(dir, "lying.mat", lying);
        assertRefused(() -> Datasets.read(file, PLAIN).close())
                .hasMessageStartingWith(file + ": variable 'fea': ")
                .hasMessageContaining(why);
    }

    @Test
    void messageListsOnlyAFewSides() {
        int[] sides = new int[3001];
        Arrays.fill(sides, 1);
        Path file = MatTestFiles.write(dir, "deep.mat", with("deep", Mat5.newMatrix(sides, MatlabType.Double)));
        refused(file, "deep", "deep (1 × 1 × 1 × 1 × 1 × 1 × …, 3001 sides, double) is not a matrix of real numbers");
    }
}
