package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

/** Factors and reconstruction, which {@code grapnel fit} writes on request. */
class FitOutputTest extends FitTestBase {
    @Test
    void theReconstructionIsWTimesHInEveryFormat() {
        for (String name : List.of("again.csv", "again.npy", "again.csv.gz", "again.npy.gz")) {
            Path file = home.resolve(name);
            Path run = fit("run-" + name, "--reconstruction", file);
            try (DenseMatrix W = NpyFile.read(run.resolve("W.npy"));
                    DenseMatrix H = NpyFile.read(run.resolve("H.npy"));
                    Dataset again = Datasets.read(file, ReadOptions.plain())) {
                assertThat(again.X().rows()).isEqualTo(P);
                assertThat(again.X().cols()).isEqualTo(N);
                if (name.contains("csv"))
                    assertThat(again.features()).startsWith("g0", "g1").hasSize(P);
                for (int i = 0; i < P; i++)
                    for (int j = 0; j < N; j++) {
                        double sum = 0;
                        for (int c = 0; c < 3; c++) sum += W.get(i, c) * H.get(c, j);
                        assertThat(again.X().get(i, j)).isCloseTo(sum, within(1e-15));
                    }
            }
        }
    }

    @Test
    void aReconstructionThatCannotBeWrittenIsRejectedFirst() throws IOException {
        Path there = Files.writeString(home.resolve("there.csv"), "mine");
        refused(there, "there.csv", "--force");
        assertThat(there).hasContent("mine");
        refused(home.resolve("x.mat"), "must end in .csv or .npy");
        refused(Files.createDirectory(home.resolve("folder.npy")), "is a folder");
        refused(home.resolve("run").resolve("x.csv"), "choose a file outside");
        Cli cli = Cli.run(
                "fit",
                data,
                "--clusters",
                2,
                "--keep",
                2,
                "-o",
                home.resolve("run"),
                "--force",
                "--reconstruction",
                data);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("is an input file");
    }

    @Test
    void aReconstructionInAReadOnlyFolderIsRejectedFirst() throws IOException {
        Path closed = Files.createDirectory(home.resolve("closed"));
        assumeThat(closed.toFile().setWritable(false) && !Files.isWritable(closed))
                .as("root may write to every folder")
                .isTrue();
        refused(closed.resolve("x.csv"), "closed: permission denied");
    }

    @Test
    void filesBesidesTheFolderArePrinted() {
        Path file = home.resolve("again.npy");
        Cli cli =
                Cli.run("fit", data, "--clusters", 2, "--keep", 2, "-o", home.resolve("run"), "--reconstruction", file);
        assertThat(cli.out().lines())
                .endsWith(
                        "written    " + home.resolve("run"),
                        "report     " + home.resolve("run").resolve("report.html") + " (open in a browser)",
                        "written    " + file);
    }

    private void refused(Path file, String... said) {
        Cli cli =
                Cli.run("fit", data, "--clusters", 2, "--keep", 2, "-o", home.resolve("run"), "--reconstruction", file);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(said).hasLineCount(1);
        assertThat(home.resolve("run")).doesNotExist();
    }

    @Test
    void factorsHaveTheSameNumbersInAllFormats() {
        Path csv = fit("csv", "--factors", "csv");
        Path mtx = fit("mtx", "--factors", "mtx");
        try (DenseMatrix W = NpyFile.read(csv.resolve("W.npy"));
                DenseMatrix H = NpyFile.read(csv.resolve("H.npy"))) {
            assertThat(Cli.lines(csv.resolve("W.csv")).get(0)).isEqualTo(",component0,component1,component2");
            List<String[]> rows = Cli.rows(csv.resolve("W.csv"));
            for (int i = 0; i < P; i++) {
                assertThat(rows.get(i)[0]).isEqualTo("g" + i);
                for (int c = 0; c < 3; c++)
                    assertThat(Double.parseDouble(rows.get(i)[c + 1])).isEqualTo(W.get(i, c));
            }
            List<String[]> weights = Cli.rows(csv.resolve("H.csv"));
            SparseMatrix HofMtx = MatrixMarketFile.read(mtx.resolve("H.mtx"));
            SparseMatrix WofMtx = MatrixMarketFile.read(mtx.resolve("W.mtx"));
            for (int c = 0; c < 3; c++) {
                assertThat(weights.get(c)[0]).isEqualTo("component" + c);
                for (int j = 0; j < N; j++) {
                    assertThat(Double.parseDouble(weights.get(c)[j + 1])).isEqualTo(H.get(c, j));
                    assertThat(HofMtx.get(c, j)).isEqualTo(H.get(c, j));
                }
                for (int i = 0; i < P; i++) assertThat(WofMtx.get(i, c)).isEqualTo(W.get(i, c));
            }
        }
    }
}
