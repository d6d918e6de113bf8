package org.grapnel.formats.matlab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MATLAB files of well-known data give the same bits as tables of the same data. */
@EnabledIfEnvironmentVariable(
        named = "GRAPNEL_DATA",
        matches = ".+",
        disabledReason = "GRAPNEL_DATA does not name the folder of real data")
class RealMatFilesTest {
    private static Path data(String file) {
        return Path.of(System.getenv("GRAPNEL_DATA")).resolve(file);
    }

    @ParameterizedTest
    @CsvSource({"umist_644, gnd", "yale, Y", "libras_v73, gnd"})
    void matFileHasTheBitsOfTheTable(String name, String labels) {
        String table = name.replace("_v73", "") + ".csv";
        try (Dataset mat = Datasets.read(
                        data("mat/" + name + ".mat"), ReadOptions.plain().withLabels(labels));
                Dataset csv = Datasets.read(data(table), ReadOptions.plain().withLabels("label"))) {
            assertSame(mat.X(), csv.X());
            assertThat(mat.labels()).isEqualTo(csv.labels());
        }
    }

    @Test
    void sparseFileMatchesMatrixMarketToTenDecimals() {
        SparseMatrix expected = MatrixMarketFile.read(data("tr45.mtx.gz"));
        String labels = data("tr45_labels.csv").toString();
        try (Dataset mat = Datasets.read(
                        data("mat/tr45_sparse.mat"), ReadOptions.plain().withLabels("y"));
                Dataset file = Datasets.read(
                        data("mat/tr45_sparse.mat"), ReadOptions.plain().withLabels(labels))) {
            assertThat(mat.X()).isInstanceOf(SparseMatrix.class);
            assertThat(mat.X().nonZeros()).isEqualTo(expected.nonZeros());
            List<String> wrong = new ArrayList<>();
            for (int i = 0; i < expected.rows(); i++) {
                int sample = i;
                expected.forEachInRow(i, (j, value) -> {
                    if (!(Math.abs(mat.X().get(j, sample) - value) <= 5.1e-10)) wrong.add(sample + ", " + j);
                });
            }
            assertThat(wrong).isEmpty();
            assertThat(mat.labels()).isEqualTo(file.labels());
        }
    }

    private static void assertSame(Matrix actual, Matrix expected) {
        assertThat(actual.rows()).isEqualTo(expected.rows());
        assertThat(actual.cols()).isEqualTo(expected.cols());
        double[] there = new double[actual.cols()];
        double[] here = new double[actual.cols()];
        for (int i = 0; i < actual.rows(); i++) {
            actual.row(i, there);
            expected.row(i, here);
            assertThat(there).as("feature %d", i).isEqualTo(here);
        }
    }
}
