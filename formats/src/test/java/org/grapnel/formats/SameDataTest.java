package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.data.Dataset;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One table of counts, 17-digit decimals and zeros has the same bits in every format (same.py). */
class SameDataTest {
    private static final int SAMPLES = 40;
    private static final int FEATURES = 12;
    private static final List<String> NAMED = List.of("same.csv", "same.tsv", "dense.h5ad", "csr.h5ad", "same.parquet");

    @TempDir
    Path dir;

    private static Path fixture(String name) {
        return TestFiles.fixture("same/" + name);
    }

    private static List<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    /** The file, and its gzip copy where the format allows one. */
    private List<Path> waysToLie(String name) throws IOException {
        Path file = fixture(name);
        byte[] bytes = Files.readAllBytes(file);
        return name.endsWith(".parquet") ? List.of(file) : List.of(file, TestFiles.bytes(dir, name + ".gz", bytes));
    }

    private static long[][] bits(Matrix M) {
        long[][] bits = new long[M.rows()][M.cols()];
        double[] row = new double[M.cols()];
        for (int i = 0; i < M.rows(); i++) {
            M.row(i, row);
            for (int j = 0; j < row.length; j++) bits[i][j] = Double.doubleToRawLongBits(row[j]);
        }
        return bits;
    }

    private static long[][] expected() {
        return InputFile.read(fixture("same.npy"), in -> {
            try (DenseMatrix M = NpyFile.read(in, true)) {
                return bits(M);
            }
        });
    }

    private void assertSame(String name, Class<? extends Matrix> kind) throws IOException {
        for (Path file : waysToLie(name)) {
            try (Dataset data = Datasets.read(file, ReadOptions.plain())) {
                assertThat(data.X()).as("%s", file).isInstanceOf(kind);
                assertThat(bits(data.X())).as("%s", file).isDeepEqualTo(expected());
                assertThat(data.features()).isEqualTo(numbered("f", FEATURES));
                assertThat(data.samples()).isEqualTo(numbered(NAMED.contains(name) ? "s" : "", SAMPLES));
                if (data.X() instanceof SparseMatrix sparse)
                    assertThat(sparse.nonZeros()).isEqualTo(entries());
            }
        }
    }

    private static long entries() {
        long entries = 0;
        for (long[] row : expected()) for (long bits : row) entries += bits == 0 ? 0 : 1;
        return entries;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "same.csv",
                "same.tsv",
                "same.npy",
                "same.npz",
                "array.mtx",
                "v5.mat",
                "v73.mat",
                "dense.h5ad",
                "same.arff",
                "same.parquet"
            })
    void denseFormatsHoldTheSameBitsAndNames(String name) throws IOException {
        assertSame(name, DenseMatrix.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csr.npz", "coordinate.mtx", "same.svm", "sparse5.mat", "csr.h5ad"})
    void sparseFormatsHoldTheSameEntriesAndNames(String name) throws IOException {
        assertSame(name, SparseMatrix.class);
    }

    @Test
    void tableNeedsFullPrecision() {
        long[][] X = expected();
        assertThat(X).hasDimensions(FEATURES, SAMPLES);
        assertThat(X[1])
                .startsWith(IntStream.range(0, 5)
                        .mapToLong(i -> Double.doubleToRawLongBits(
                                new double[] {0.1, 1e-7, 1 / 3.0, 0.1 + 0.2, 12.345678901234567}[i]))
                        .toArray());
        assertThat(entries()).isBetween(300L, 400L);
    }

    @Test
    void gzippedParquetIsRefused() throws IOException {
        Path packed = TestFiles.bytes(dir, "same.parquet.gz", Files.readAllBytes(fixture("same.parquet")));
        assertRefused(() -> Datasets.read(packed, ReadOptions.plain()))
                .hasMessageContaining("decompress the Parquet file first");
    }
}
