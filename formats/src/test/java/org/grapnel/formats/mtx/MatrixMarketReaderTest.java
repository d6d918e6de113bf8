package org.grapnel.formats.mtx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixMarketReaderTest {
    private static final String BANNER = "%%MatrixMarket matrix ";

    @TempDir
    Path dir;

    private Dataset read(String text) {
        return Datasets.read(TestFiles.text(dir, "m.mtx", BANNER + text), ReadOptions.plain());
    }

    private AbstractThrowableAssert<?, ?> refused(String text) {
        return assertRefused(() -> read(text)).hasMessageStartingWith(dir.resolve("m.mtx") + ": ");
    }

    @Test
    void patternGivesSparseOnesWithSamplesInRows() {
        try (Dataset data = read("coordinate pattern general\n2 3 2\n1 3\n2 1\n")) {
            assertThat(data.X()).isInstanceOf(SparseMatrix.class);
            assertThat(data.X().rows()).isEqualTo(3);
            assertThat(data.X().get(2, 0)).isEqualTo(1);
            assertThat(data.X().get(0, 1)).isEqualTo(1);
            assertThat(data.X().nonZeros()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n",
                "coordinate real symmetric\n3 3 6\n1 1 1\n2 1 2\n3 1 3\n2 2 4\n3 2 5\n3 3 6\n"
            })
    void symmetricMatrixHasBothHalves(String text) {
        double[][] expected = {{1, 2, 3}, {2, 4, 5}, {3, 5, 6}};
        try (Dataset data = read(text)) {
            assertThat(data.X()).isInstanceOf(text.startsWith("array") ? DenseMatrix.class : SparseMatrix.class);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) assertThat(data.X().get(i, j)).isEqualTo(expected[i][j]);
        }
        SparseMatrix read = MatrixMarketFile.read(dir.resolve("m.mtx"));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) assertThat(read.get(i, j)).isEqualTo(expected[i][j]);
    }

    @Test
    void faultsAreNamed() {
        refused("coordinate complex general\n1 1 1\n1 1 1 1\n").hasMessageContaining("unsupported 'complex'");
        refused("array real skew-symmetric\n2 2\n1\n").hasMessageContaining("unsupported 'skew-symmetric'");
        refused("array real general\n2 2\n1\n2\n3\n").hasMessageEndingWith("ends after 3 of the announced 4 entries");
        refused("array real general\n2 2\n1\n2\n3\n4\n5\n")
                .hasMessageEndingWith("line 7: more than the announced 4 entries");
        refused("array real general\n1 2\n1 2\n").hasMessageEndingWith("line 3: an entry needs 1 numbers, found '1 2'");
        refused("array real symmetric\n2 2\n1\n2\n").hasMessageEndingWith("ends after 2 of the announced 3 entries");
        refused("coordinate real general\n2 2 2\n1 1 1\n")
                .hasMessageEndingWith("ends after 1 of the announced 2 entries");
        refused("coordinate real general\n2 2 2\n1 1 1\n1 1 0\n")
                .hasMessageEndingWith("line 4: the entry (1, 1) is already on line 3");
        refused("coordinate real general\n2147483648 2 1\n1 1 1\n").hasMessageContaining("line 2: 2147483648 is not");
        refused("coordinate real general\n60000000 60000000 1\n1 1 1\n")
                .hasMessageContaining(
                        "announces 60000000 × 60000000 with 1 entries; with so few entries a side may be at most");
        refused("array real general\n60000000 0\n").hasMessageEndingWith("the matrix is empty (60000000 × 0)");
        refused("coordinate real general\n0 0 0\n").hasMessageEndingWith("the matrix is empty (0 × 0)");
    }
}
