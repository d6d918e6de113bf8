package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.file.Path;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixReaderTest {
    @TempDir
    Path dir;

    private double[][] csv(String text) {
        try (DenseMatrix M = MatrixReader.read(TestFiles.text(dir, "m.csv", text))) {
            return M.toArray();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,2\n3,4\n5,6\n", "w1,w2\n1,2\n3,4\n5,6", "1, 2\r\n3, 4\r\n\r\n5, 6\r\n"})
    void rowsOfTheFileAreRowsWithOrWithoutAHeader(String text) {
        assertThat(csv(text)).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}, {5, 6}});
    }

    @Test
    void csvAndNpyGiveTheSameMatrix() throws IOException {
        StringBuilder text = new StringBuilder();
        try (DenseMatrix M = TestFiles.random(9, 4, 2)) {
            for (double[] row : M.toArray()) text.append(row[0] + "," + row[1] + "," + row[2] + "," + row[3] + "\n");
            NpyFile.write(dir.resolve("m.npy"), M);
            assertThat(csv(text.toString())).isDeepEqualTo(M.toArray());
            try (DenseMatrix read = MatrixReader.read(dir.resolve("m.npy"));
                    DenseMatrix packed = MatrixReader.read(TestFiles.text(dir, "m.csv.gz", text.toString()))) {
                assertThat(read.toArray()).isDeepEqualTo(M.toArray());
                assertThat(packed.toArray()).isDeepEqualTo(M.toArray());
            }
        }
    }

    @Test
    void firstRowWithAMissingValueIsNoHeader() {
        assertRefused(() -> csv("1,,3\n4,5,6\n")).hasMessageContaining("row 1, column 2: missing value");
        assertRefused(() -> csv("1,x\n4,5\n")).hasMessageContaining("row 1, column 2: 'x' is not a number");
    }

    @Test
    void faultsNameTheirPlace() {
        assertRefused(() -> csv("")).hasMessageContaining("is empty");
        assertRefused(() -> csv("a,b\n")).hasMessageContaining("has a header but no numbers");
        assertRefused(() -> csv("1,2\n3\n")).hasMessageContaining("row 2 has 1 cells; expected 2");
        assertRefused(() -> MatrixReader.read(dir.resolve("m.txt")))
                .hasMessageContaining("'txt'")
                .hasMessageContaining("supported are .csv, .npy, each also .gz");
    }
}
