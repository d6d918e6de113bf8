package org.grapnel.formats.mtx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.formats.GraphReader;
import org.grapnel.formats.TestFiles;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixMarketFileTest {
    private static final String GENERAL = "%%MatrixMarket matrix coordinate real general\n";
    private static final String SYMMETRIC = "%%MatrixMarket matrix coordinate real symmetric\n";

    @TempDir
    Path dir;

    private double[][] read(String text) {
        return array(MatrixMarketFile.read(TestFiles.text(dir, "m.mtx", text)));
    }

    private static double[][] array(SparseMatrix M) {
        double[][] values = new double[M.rows()][M.cols()];
        for (int i = 0; i < M.rows(); i++) M.row(i, values[i]);
        return values;
    }

    private AbstractThrowableAssert<?, ?> refused(String text) {
        Path file = TestFiles.text(dir, "m.mtx", text);
        return assertRefused(() -> MatrixMarketFile.readGraph(file)).hasMessageStartingWith(file + ": ");
    }

    @Test
    void allVariantsGiveTheSameMatrix() {
        double[][] expected = {{0, 2, 0}, {2, 0, 1}, {0, 1, 0}};
        assertThat(read(GENERAL + "% a comment\n\n3 3 4\n1 2 2\n2 1 2.0\n2 3 1\n3 2 1e0\n"))
                .isDeepEqualTo(expected);
        assertThat(read(SYMMETRIC + "3 3 2\n2 1 2\n3 2 1\n")).isDeepEqualTo(expected);
        assertThat(read(SYMMETRIC + "3 3 2\n1 2 2\n2 3 1\n")).isDeepEqualTo(expected);
        assertThat(read("%%matrixmarket MATRIX Coordinate Integer Symmetric\r\n3\t3  2\r\n2 1 2\r\n3 2 1\r\n"))
                .isDeepEqualTo(expected);
        assertThat(read("%%MatrixMarket matrix array real general\n3 3\n0\n2\n0\n2\n0\n1\n0\n1\n0\n"))
                .isDeepEqualTo(expected);
    }

    @Test
    void patternHasOnesAndArrayIsColumnMajor() {
        assertThat(read("%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 3\n2 1\n"))
                .isDeepEqualTo(new double[][] {{0, 0, 1}, {1, 0, 0}});
        assertThat(read("%%MatrixMarket matrix array integer general\n2 3\n1\n2\n3\n4\n5\n6\n"))
                .isDeepEqualTo(new double[][] {{1, 3, 5}, {2, 4, 6}});
    }

    @ParameterizedTest
    @ValueSource(strings = {"graph.mtx", "graph.mtx.gz"})
    void writtenNumbersKeepTheirBits(String name) throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        try (DenseMatrix M = DenseMatrix.zeros(40, 40)) {
            for (int e = 0; e < 120; e++) {
                int i = random.nextInt(1, 40);
                int j = random.nextInt(i);
                M.set(i, j, random.nextDouble());
                M.set(j, i, M.get(i, j));
            }
            SparseMatrix A = SparseMatrix.of(M);
            MatrixMarketFile.write(dir.resolve(name), A);
            assertThat(array(MatrixMarketFile.readGraph(dir.resolve(name)).adjacency()))
                    .isDeepEqualTo(array(A));
            assertThat(array(GraphReader.read(dir.resolve(name), 40).graph().adjacency()))
                    .isDeepEqualTo(array(A));
        }
    }

    @Test
    void fileHoldsTheLowerTriangle() throws IOException {
        SparseMatrix A = SparseMatrix.ofTriples(3, 3, new int[] {0, 2}, new int[] {2, 0}, new double[] {0.1, 0.1});
        MatrixMarketFile.write(dir.resolve("graph.mtx"), A);
        assertThat(Files.readString(dir.resolve("graph.mtx"))).isEqualTo(SYMMETRIC + "3 3 1\n3 1 0.1\n");
    }

    @Test
    void onlyASymmetricMatrixIsWritten() {
        SparseMatrix oneWay = SparseMatrix.ofTriples(2, 2, new int[] {0}, new int[] {1}, new double[] {1});
        SparseMatrix flat = SparseMatrix.ofTriples(2, 3, new int[] {0}, new int[] {1}, new double[] {1});
        assertThatThrownBy(() -> MatrixMarketFile.write(dir.resolve("m.mtx"), oneWay))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not symmetric: (0, 1) is 1.0 and (1, 0) is 0.0");
        assertThatThrownBy(() -> MatrixMarketFile.write(dir.resolve("m.mtx"), flat))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(dir.resolve("m.mtx")).doesNotExist();
    }

    @Test
    void samplesWithoutEdgesAreKept() {
        Graph graph = MatrixMarketFile.readGraph(TestFiles.text(dir, "m.mtx", SYMMETRIC + "4 4 1\n2 1 0.5\n"));
        assertThat(graph.size()).isEqualTo(4);
        assertThat(graph.degree(0)).isEqualTo(0.5);
        assertThat(graph.degree(3)).isZero();
    }

    @Test
    void unsupportedBannerIsRefused() {
        refused("").hasMessageContaining("is empty");
        refused("1 2 3\n").hasMessageContaining("line 1: '1 2 3' is not the banner");
        refused("%%MatrixMarket vector coordinate real general\n").hasMessageContaining("is not the banner");
        refused("%%MatrixMarket matrix coordinate complex general\n1 1 0\n")
                .hasMessageContaining("line 1: unsupported 'complex'; supported are real, integer, pattern");
        refused("%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n")
                .hasMessageContaining("unsupported 'hermitian'; supported are general, symmetric");
        refused("%%MatrixMarket matrix array pattern general\n1 1\n").hasMessageContaining("unsupported 'pattern'");
    }

    @Test
    void invalidSizeIsRefused() {
        refused(GENERAL + "% only a comment\n").hasMessageContaining("the line with the size is missing");
        refused(GENERAL + "3 3\n").hasMessageContaining("line 2: the size needs 3 numbers, found '3 3'");
        refused(GENERAL + "3 x 1\n").hasMessageContaining("line 2: x is not a whole number");
        refused(GENERAL + "2 2 5\n").hasMessageContaining("line 2: 5 entries do not fit into 2 × 2");
        refused(SYMMETRIC + "2 3 1\n2 1 1\n").hasMessageContaining("2 × 3 cannot be symmetric");
        refused(GENERAL + "2 3 1\n2 1 1\n").hasMessageContaining("must be square");
    }

    @Test
    void impossibleSizesAreRefusedBeforeAllocation() {
        refused(GENERAL + "2000000000 2000000000 1\n1 2 1\n").hasMessageContaining("line 2: 2000000000 is not a whole");
        refused(GENERAL + "50000000 50000000 9999999999999\n").hasMessageContaining("entries; a file");
        refused("%%MatrixMarket matrix array real general\n60000000 60000000\n1\n")
                .hasMessageContaining("entries; a file");
        refused(GENERAL + "99999999999999999999 1 1\n").hasMessageContaining("99999999999999999999 is not a whole");
    }

    @Test
    void invalidEntriesAreNamedWithTheirLine() {
        refused(GENERAL + "3 3 1\n0 1 1\n").hasMessageContaining("line 3: row 0 is not between 1 and 3");
        refused(GENERAL + "3 3 1\n1 4 1\n").hasMessageContaining("line 3: column 4 is not between 1 and 3");
        refused(GENERAL + "3 3 1\n1 1.5 1\n").hasMessageContaining("line 3: column 1.5 is not between 1 and 3");
        refused(GENERAL + "3 3 1\n1 2\n").hasMessageContaining("line 3: an entry needs 3 numbers, found '1 2'");
        refused(GENERAL + "3 3 1\n1 2 x\n").hasMessageContaining("line 3: 'x' is not a number");
        refused(SYMMETRIC + "3 3 1\n2 1 -1\n").hasMessageContaining("line 3: the weight of (2, 1) is -1.0");
        refused(SYMMETRIC + "3 3 1\n2 1 nan\n").hasMessageContaining("line 3: the weight of (2, 1) is NaN");
        refused(SYMMETRIC + "3 3 1\n2 2 1\n").hasMessageContaining("line 3: sample 2 has an edge to itself");
        refused(GENERAL + "3 3 1\n1 2 0.5\n").hasMessageContaining("not symmetric");
    }

    @Test
    void duplicateEntryIsNamedWithBothLines() {
        refused(GENERAL + "3 3 3\n1 2 1\n% pause\n2 1 1\n1 2 1\n")
                .hasMessageContaining("line 6: the entry (1, 2) is already on line 3");
        refused(SYMMETRIC + "3 3 2\n1 2 1\n2 1 1\n")
                .hasMessageContaining("line 4: the entry (2, 1) is already on line 3");
    }

    @Test
    void wrongNumberOfEntriesIsRefused() {
        refused(SYMMETRIC + "3 3 1\n2 1 1\n3 1 1\n").hasMessageContaining("line 4: more than the announced 1 entries");
        refused(SYMMETRIC + "3 3 2\n2 1 1\n").hasMessageContaining("ends after 1 of the announced 2 entries");
        refused("%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n")
                .hasMessageContaining("ends after 3 of the announced 4 entries");
    }

    @Test
    void endlessLineIsRefused() {
        refused(SYMMETRIC + "3".repeat(3_000_000)).hasMessageContaining("line 2: is longer than");
    }
}
