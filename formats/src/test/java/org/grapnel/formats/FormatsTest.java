package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same data in every format, written by the libraries of the formats (formats.py). */
public class FormatsTest {
    private static final List<String> LABELS = List.of("3", "1", "2", "3", "1", "2", "3", "1", "2");
    private static final List<String> WORDS =
            List.of("drei", "eins", "zwei", "drei", "eins", "zwei", "drei", "eins", "zwei");

    @TempDir
    Path dir;

    private Path gzipCopy(String name) throws IOException {
        return TestFiles.bytes(dir, name + ".gz", Files.readAllBytes(TestFiles.fixture(name)));
    }

    private static double[][] values(Matrix M) {
        double[][] values = new double[M.rows()][M.cols()];
        for (int i = 0; i < M.rows(); i++) M.row(i, values[i]);
        return values;
    }

    private static double[][] expected(boolean turned) {
        return InputFile.read(TestFiles.fixture("formats.npy"), in -> {
            try (DenseMatrix M = NpyFile.read(in, turned)) {
                return values(M);
            }
        });
    }

    private static void assertHoldsX(Path file, Class<? extends Matrix> kind, ReadOptions options) {
        try (Dataset data = Datasets.read(file, options)) {
            assertThat(data.X()).isInstanceOf(kind);
            assertThat(values(data.X())).isDeepEqualTo(expected(!options.featuresInRows()));
            assertThat(data.samples()).hasSize(data.X().cols()).startsWith("0", "1");
            assertThat(data.features()).hasSize(data.X().rows()).startsWith("f0", "f1");
            assertThat(data.labels()).isEmpty();
            assertThat(data.source().path()).isEqualTo(file.toString());
            assertThat(data.source().sha256()).hasSize(64);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"formats.npy", "plain.npz", "packed.npz", "objects.npz", "array.mtx"})
    void denseFormatsHoldTheSameBits(String name) throws IOException {
        for (Path file : List.of(TestFiles.fixture(name), gzipCopy(name))) {
            assertHoldsX(file, DenseMatrix.class, ReadOptions.plain());
            assertHoldsX(file, DenseMatrix.class, ReadOptions.plain().withFeaturesInRows());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csr.npz", "csc.npz", "coo.npz", "coordinate.mtx"})
    void sparseFormatsStaySparseAndHoldTheSameNumbers(String name) throws IOException {
        for (Path file : List.of(TestFiles.fixture(name), gzipCopy(name))) {
            assertHoldsX(file, SparseMatrix.class, ReadOptions.plain());
            assertHoldsX(file, SparseMatrix.class, ReadOptions.plain().withFeaturesInRows());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"one.svm", "zero.svm"})
    void svmIndicesCountFromOneOrZero(String name) throws IOException {
        for (Path file : List.of(TestFiles.fixture(name), gzipCopy(name))) {
            assertHoldsX(file, SparseMatrix.class, ReadOptions.plain());
            try (Dataset data = Datasets.read(file, ReadOptions.plain().withLabels("label"))) {
                assertThat(data.labels()).contains(LABELS);
            }
        }
    }

    @Test
    void tenxFolderIgnoresFeaturesInRows() {
        for (ReadOptions options :
                List.of(ReadOptions.plain(), ReadOptions.plain().withFeaturesInRows())) {
            try (Dataset data = Datasets.read(TestFiles.fixture("tenx"), options)) {
                assertThat(data.X()).isInstanceOf(SparseMatrix.class);
                assertThat(values(data.X())).isDeepEqualTo(expected(true));
                assertThat(data.samples()).startsWith("AAAC0-1").endsWith("AAAC8-1");
                // AnnData's var_names_make_unique of TP53, MYC, TP53, MYC-1, MYC, ACTB
                assertThat(data.features()).containsExactly("TP53", "MYC", "TP53-1", "MYC-1", "MYC-2", "ACTB");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"formats.npy", "plain.npz", "csr.npz", "coordinate.mtx", "array.mtx", "one.svm", "tenx"})
    void labelsMayComeFromAFile(String name) {
        String file = TestFiles.fixture("labels.txt").toString();
        try (Dataset data =
                Datasets.read(TestFiles.fixture(name), ReadOptions.plain().withLabels(file))) {
            assertThat(data.labels()).contains(WORDS);
        }
    }

    @ParameterizedTest
    @CsvSource({"y, false", "column, false", "words, true", "ascii, true"})
    void labelsMayBeAnArray(String name, boolean words) {
        try (Dataset data = Datasets.read(
                TestFiles.fixture("plain.npz"), ReadOptions.plain().withLabels(name))) {
            assertThat(data.labels()).contains(words ? WORDS : LABELS);
            assertThat(values(data.X())).isDeepEqualTo(expected(true));
        }
    }

    @Test
    void oneOfSeveralMatricesMustBeChosen() {
        Path file = TestFiles.fixture("choice.npz");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain()))
                .hasMessage(file + ": choose the array of the data with --variable; the file has a (9, 6), b (6, 9),"
                        + " c (9,)");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withVariable("d")))
                .hasMessage(file + ": has no array 'd'; it has a (9, 6), b (6, 9), c (9,)");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withVariable("c")))
                .hasMessage(file + ": array 'c': has the shape (9,); a matrix (rows, columns) is needed");
        assertHoldsX(file, DenseMatrix.class, ReadOptions.plain().withVariable("a"));
        try (Dataset data = Datasets.read(
                file, ReadOptions.plain().withVariable("b").withFeaturesInRows().withLabels("c"))) {
            assertThat(values(data.X())).isDeepEqualTo(expected(true));
            assertThat(data.labels()).contains(LABELS);
        }
    }

    @Test
    void pickledObjectsAreRefusedIfSelected() {
        Path only = TestFiles.fixture("only-objects.npz");
        assertRefused(() -> Datasets.read(only, ReadOptions.plain())).hasMessageContaining("the file has X (1, 2)");
        assertRefused(() -> Datasets.read(only, ReadOptions.plain().withVariable("X")))
                .hasMessage(
                        only
                                + ": array 'X': holds pickled Python objects; they are refused because they can run any program");
        Path beside = TestFiles.fixture("objects.npz");
        assertRefused(() -> Datasets.read(beside, ReadOptions.plain().withLabels("meta")))
                .hasMessage(
                        beside
                                + ": array 'meta': holds pickled Python objects; they are refused because they can run any program");
    }

    @Test
    void unsupportedSparseFormatIsNamed() {
        assertRefused(() -> Datasets.read(TestFiles.fixture("dia.npz"), ReadOptions.plain()))
                .hasMessageEndingWith("unsupported sparse format 'dia'; supported are csr, csc, coo");
    }

    @Test
    void numbersOfEverySizeKeepTheirBits() throws IOException {
        try (DenseMatrix M = TestFiles.random(13, 7, 3)) {
            StringBuilder array = new StringBuilder("%%MatrixMarket matrix array real general\n13 7\n");
            for (int j = 0; j < 7; j++)
                for (int i = 0; i < 13; i++) array.append(M.get(i, j)).append('\n');
            StringBuilder coordinate = new StringBuilder("%%MatrixMarket matrix coordinate real general\n13 7 91\n");
            StringBuilder svm = new StringBuilder();
            StringBuilder arff = new StringBuilder("@relation r\n");
            StringBuilder sparse = new StringBuilder();
            for (int j = 0; j < 7; j++) arff.append("@attribute f").append(j).append(" real\n");
            arff.append("@data\n");
            sparse.append(arff);
            for (int i = 0; i < 13; i++) {
                svm.append(i);
                for (int j = 0; j < 7; j++) {
                    double v = M.get(i, j);
                    coordinate
                            .append(i + 1)
                            .append(' ')
                            .append(j + 1)
                            .append(' ')
                            .append(v)
                            .append('\n');
                    svm.append(' ').append(j + 1).append(':').append(v);
                    arff.append(j == 0 ? "" : ",").append(v);
                    sparse.append(j == 0 ? "{" : ", ").append(j).append(' ').append(v);
                }
                svm.append('\n');
                arff.append('\n');
                sparse.append("}\n");
            }
            NpyFile.write(dir.resolve("m.npy"), M);
            List<Path> files = List.of(
                    dir.resolve("m.npy"),
                    TestFiles.text(dir, "array.mtx.gz", array.toString()),
                    TestFiles.text(dir, "coordinate.mtx", coordinate.toString()),
                    TestFiles.text(dir, "m.libsvm", svm.toString()),
                    TestFiles.text(dir, "dense.arff", arff.toString()),
                    TestFiles.text(dir, "sparse.arff.gz", sparse.toString()));
            for (Path file : files) {
                try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
                    for (int i = 0; i < 13; i++)
                        for (int j = 0; j < 7; j++)
                            assertThat(data.X().get(j, i)).as("%s", file).isEqualTo(M.get(i, j));
                    assertThat(data.features()).startsWith("f0").endsWith("f6");
                }
            }
        }
    }
}
