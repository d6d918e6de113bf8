package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    @TempDir
    Path home;

    @Test
    void theDemoFindsWhatWasPlantedAndShowsIt() {
        Cli cli = Cli.run("demo", "-o", home.resolve("demo"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out())
                .contains("12 of the 12 planted features were found", "Samples by their largest component", "####");
    }

    @Test
    void theDemoIsAFitThatAnybodyCanRepeat() {
        Path demo = home.resolve("demo");
        Path run = home.resolve("run");
        Cli.run("demo", "-o", demo);
        Cli fit = Cli.run(
                "fit",
                demo.resolve("demo.csv"),
                "--labels",
                "group",
                "--graph",
                demo.resolve("graph.mtx"),
                "--rank",
                4,
                "--keep",
                12,
                "-o",
                run);
        assertThat(fit.code()).as(fit.err()).isZero();
        for (String name : new String[] {"W.npy", "H.npy", "kept.npy", "graph.mtx", "features.csv"})
            assertThat(Cli.bytes(run.resolve(name))).as(name).isEqualTo(Cli.bytes(demo.resolve(name)));
        for (String key : new String[] {"data", "data_sha256", "graph", "graph_sha256", "objective"})
            assertThat(Cli.summary(run).get(key))
                    .as(key)
                    .isEqualTo(Cli.summary(demo).get(key));
    }

    @Test
    void anEarlierDemoIsReplacedAndNothingElse() throws IOException {
        Path demo = home.resolve("demo");
        assertThat(Cli.run("demo", "-o", demo).code()).isZero();
        assertThat(Cli.run("demo", "-o", demo).code()).isZero();
        Path mine = Files.createDirectory(home.resolve("mine"));
        Cli.write(mine.resolve("thesis.txt"), "years of work");
        Cli refused = Cli.run("demo", "-o", mine);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("mine", "--force").hasLineCount(1);
        assertThat(mine.resolve("thesis.txt")).exists();
    }

    @Test
    void neighborsAreTheNearestSamples() {
        double[][] line = {{0, 1, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105}};
        try (DenseMatrix X = DenseMatrix.of(line)) {
            Graph graph = Graph.of(DemoData.neighbors(X), "line");
            for (int j = 0; j < 12; j++)
                for (int l = 0; l < 12; l++)
                    assertThat(graph.adjacency().get(j, l) > 0)
                            .as("%d–%d", j, l)
                            .isEqualTo(j != l && j / 6 == l / 6);
            double sigma = 0; // the mean distance of the 30 directed pairs of each half
            for (int j = 0; j < 6; j++) for (int l = 0; l < 6; l++) sigma += Math.abs(j - l) / 30.0;
            assertThat(graph.adjacency().get(0, 2)).isCloseTo(Math.exp(-4 / (2 * sigma * sigma)), within(1e-14));
        }
    }
}
