package org.grapnel.formats.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFileTest {
    @TempDir
    Path dir;

    private static double[][] array(Path file) {
        try (DenseMatrix M = NpyFile.read(file)) {
            return M.toArray();
        }
    }

    private Path file(String name, int version, String dictionary, ByteBuffer numbers) {
        byte[] bytes = new byte[numbers.capacity()];
        numbers.get(0, bytes);
        return TestFiles.bytes(dir, name, TestFiles.npy(version, dictionary, bytes));
    }

    private static String dictionary(String type, boolean fortran, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape
                + ", }\n";
    }

    @Test
    void bytesAreThoseOfNumpySave() throws IOException {
        // numpy.save(file, numpy.array([[1., 2.], [3., 4.], [5., 6.]])), NumPy 2.4
        String header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }";
        ByteBuffer expected = ByteBuffer.allocate(128 + 48).order(ByteOrder.LITTLE_ENDIAN);
        expected.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) 0);
        expected.putShort((short) 118).put((header + " ".repeat(58) + "\n").getBytes(StandardCharsets.US_ASCII));
        for (int v = 1; v <= 6; v++) expected.putDouble(v);
        try (DenseMatrix M = DenseMatrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}})) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            NpyFile.write(out, M);
            assertThat(out.toByteArray()).isEqualTo(expected.array());
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "3,5", "2000,700", "1,3000", "40000,30", "0,4", "4,0"})
    void writtenNumbersKeepTheirBits(int rows, int cols) throws IOException {
        try (DenseMatrix M = TestFiles.random(rows, cols, rows + cols)) {
            for (String name : List.of("m.npy", "m.npy.gz")) {
                NpyFile.write(dir.resolve(name), M);
                assertThat(array(dir.resolve(name))).isDeepEqualTo(M.toArray());
            }
        }
    }

    @Test
    void transposeIsWrittenWithoutComputingIt() throws IOException {
        try (DenseMatrix M = TestFiles.random(31, 17, 3);
                DenseMatrix Mt = M.transpose()) {
            NpyFile.writeTransposed(dir.resolve("turned.npy"), M);
            NpyFile.write(dir.resolve("made.npy"), Mt);
            assertThat(dir.resolve("turned.npy")).hasSameBinaryContentAs(dir.resolve("made.npy"));
            NpyFile.writeTransposed(dir.resolve("sparse.npy"), SparseMatrix.of(M));
            assertThat(dir.resolve("sparse.npy")).hasSameBinaryContentAs(dir.resolve("made.npy"));
        }
    }

    @Test
    void selectedRowsAreWrittenAsColumnsInOrder() throws IOException {
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}})) {
            Path file = dir.resolve("kept.npy");
            NpyFile.writeTransposed(file, X, new int[] {2, 0});
            assertThat(array(file)).isDeepEqualTo(new double[][] {{5, 1}, {6, 2}});
            assertThatThrownBy(() -> NpyFile.writeTransposed(file, X, new int[] {3}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("row 3 is not between 0 and 2");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void fortranOrderGivesTheSameMatrix(int version) {
        ByteBuffer rows = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer columns = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        for (double v : new double[] {1, 2, 3, 4, 5, 6}) rows.putDouble(v);
        for (double v : new double[] {1, 4, 2, 5, 3, 6}) columns.putDouble(v);
        Path c = file("c.npy", version, dictionary("<f8", false, "(2, 3)"), rows);
        Path fortran = file("f.npy", version, dictionary("<f8", true, "(2, 3)"), columns);
        assertThat(array(c)).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(array(fortran)).isDeepEqualTo(array(c));
        try (DenseMatrix second = NpyFile.readRows(fortran, List.of(1));
                DenseMatrix same = NpyFile.readRows(c, List.of(1))) {
            assertThat(second.toArray()).isDeepEqualTo(same.toArray());
        }
        try (Dataset data = Datasets.read(c, ReadOptions.plain());
                Dataset turned = Datasets.read(fortran, ReadOptions.plain())) {
            assertThat(((DenseMatrix) turned.X()).toArray()).isDeepEqualTo(((DenseMatrix) data.X()).toArray());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f8", "f4", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "b1"})
    void everyTypeIsReadInBothByteOrders(String type) {
        int bytes = type.charAt(1) - '0';
        boolean unsigned = type.startsWith("u");
        double[] numbers = type.equals("b1") ? new double[] {0, 1} : new double[] {7, unsigned ? 200 : -2};
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            ByteBuffer stored = ByteBuffer.allocate(2 * bytes).order(order);
            for (double v : numbers) {
                if (type.equals("f8")) stored.putDouble(v);
                else if (type.equals("f4")) stored.putFloat((float) v);
                else if (bytes == 8) stored.putLong((long) v);
                else if (bytes == 4) stored.putInt((int) v);
                else if (bytes == 2) stored.putShort((short) v);
                else stored.put((byte) (long) v);
            }
            String mark = order == ByteOrder.BIG_ENDIAN ? ">" : bytes == 1 ? "|" : "<";
            Path file = file("t.npy", 1, dictionary(mark + type, false, "(1, 2)"), stored);
            assertThat(array(file)).as("%s%s", mark, type).isDeepEqualTo(new double[][] {numbers});
        }
    }

    @Test
    void unsignedNumbersAreNeverNegative() {
        ByteBuffer stored = ByteBuffer.allocate(4).putInt(0, -1);
        assertThat(array(file("u1.npy", 1, dictionary("|u1", false, "(1, 4)"), stored)))
                .isDeepEqualTo(new double[][] {{255, 255, 255, 255}});
        assertThat(array(file("u2.npy", 1, dictionary("<u2", false, "(1, 2)"), stored)))
                .isDeepEqualTo(new double[][] {{65535, 65535}});
        assertThat(array(file("u4.npy", 1, dictionary("<u4", false, "(1, 1)"), stored)))
                .isDeepEqualTo(new double[][] {{4294967295.0}});
    }

    @Test
    void samplesAreInRowsUnlessFeaturesAre() throws IOException {
        Path file = dir.resolve("data.npy");
        try (DenseMatrix M = TestFiles.random(5, 3, 9)) {
            NpyFile.write(file, M);
        }
        Path truth = TestFiles.text(dir, "truth.txt", "a\nb\na\nb\na\n");
        try (Dataset samples = Datasets.read(file, ReadOptions.plain().withLabels(truth.toString()));
                Dataset features = Datasets.read(file, ReadOptions.plain().withFeaturesInRows())) {
            assertThat(samples.features()).containsExactly("f0", "f1", "f2");
            assertThat(samples.samples()).containsExactly("0", "1", "2", "3", "4");
            assertThat(samples.labels()).contains(List.of("a", "b", "a", "b", "a"));
            assertThat(samples.source().bytes()).isEqualTo(Files.size(file));
            assertThat(((DenseMatrix) features.X()).toArray()).isDeepEqualTo(array(file));
            assertThat(((DenseMatrix) features.X()).transpose().toArray())
                    .isDeepEqualTo(((DenseMatrix) samples.X()).toArray());
        }
    }

    @Test
    void streamedLinesGiveTheSameFile() throws IOException {
        Path file = dir.resolve("lines.npy");
        double[][] lines = {{1, 2}, {3, 4}, {5, 6}};
        NpyFile.writeRows(file, 3, 2, List.of(lines).iterator());
        try (DenseMatrix M = NpyFile.read(file)) {
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 2; j++) assertThat(M.get(i, j)).isEqualTo(lines[i][j]);
        }
        NpyFile.writeColumns(file, 2, 3, List.of(lines).iterator());
        try (DenseMatrix M = NpyFile.read(file)) {
            assertThat(M.rows()).isEqualTo(2);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 2; j++) assertThat(M.get(j, i)).isEqualTo(lines[i][j]);
        }
        assertThatThrownBy(() -> NpyFile.writeRows(file, 4, 2, List.of(lines).iterator()))
                .hasMessage("expected 4 lines, got 3");
        assertThatThrownBy(() -> NpyFile.writeColumns(file, 3, 3, List.of(lines).iterator()))
                .hasMessage("line 0 has 2 numbers, expected 3");
    }
}
