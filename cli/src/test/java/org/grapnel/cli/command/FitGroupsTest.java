package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.formats.MatrixReader;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The groups of {@code grapnel fit} and their scores. */
class FitGroupsTest {
    @TempDir
    Path home;

    private Path data;

    /** Two obvious groups of 20 samples each, with names and labels; every other feature separates them. */
    @BeforeEach
    void twoGroups() {
        double[][] samples = Cli.samples(40, 8);
        List<String> lines = new ArrayList<>(List.of("sample,type,a,b,c,d,e,f,g,h"));
        for (int j = 0; j < 40; j++)
            lines.add("s" + j + "," + (j % 2 == 0 ? "even" : "odd") + "," + Cli.line(samples[j]));
        data = Cli.write(home.resolve("data.csv"), lines.toArray(String[]::new));
    }

    private Path fit(String name, Object... more) {
        Path run = home.resolve(name);
        Object[] words = new Object[more.length + 8];
        System.arraycopy(new Object[] {"fit", data, "--labels", "type", "--clusters", 2, "-o", run}, 0, words, 0, 8);
        System.arraycopy(more, 0, words, 8, more.length);
        Cli cli = Cli.run(words);
        assertThat(cli.code()).as(cli.err()).isZero();
        return run;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gnmf-l20 --keep 4",
                "nmf",
                "gnmf",
                "gnmf --solver best-support --lambda 1",
                "kmeans",
                "kmeans-l0 --keep 4"
            })
    void obviousGroupsAreFoundAndScored(String model) {
        String[] words = ("--model " + model).split(" ");
        Path run = fit("run", (Object[]) words);
        JsonNode summary = Cli.summary(run);
        for (String score : List.of("nmi", "acc", "ari", "purity"))
            assertThat(summary.get(score).asDouble())
                    .as("%s of %s", score, model)
                    .isEqualTo(1);
        List<String[]> labels = Cli.rows(run.resolve("labels.csv"));
        assertThat(labels).hasSize(40);
        for (int j = 0; j < 40; j++) {
            assertThat(labels.get(j)[0]).isEqualTo("s" + j);
            assertThat(labels.get(j)[1]).isEqualTo(labels.get(j % 2)[1]);
        }
    }

    @Test
    void kMeansIsAFactorisation() throws Exception {
        Path run = fit("run", "--model", "kmeans-l0", "--keep", 4);
        JsonNode summary = Cli.summary(run);
        assertThat(Cli.rows(run.resolve("features.csv"))).hasSize(4);
        assertThat(summary.get("stop").asString()).isEqualTo("labels");
        assertThat(summary.get("residual_w").asDouble()).isLessThan(1e-12);
        assertThat(summary.get("graph_edges").isNull()).isTrue();
        double[][] samples = Cli.samples(40, 8);
        double loss = 0;
        double squares = 0;
        try (DenseMatrix W = MatrixReader.read(run.resolve("W.npy"));
                DenseMatrix H = MatrixReader.read(run.resolve("H.npy"))) {
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 40; j++) {
                    double fitted = W.get(i, 0) * H.get(0, j) + W.get(i, 1) * H.get(1, j);
                    loss += (samples[j][i] - fitted) * (samples[j][i] - fitted) / 2;
                    squares += samples[j][i] * samples[j][i];
                }
            }
        }
        assertThat(summary.get("loss").asDouble()).isCloseTo(loss, within(1e-12 * loss));
        assertThat(summary.get("relative_error").asDouble()).isCloseTo(Math.sqrt(2 * loss / squares), within(1e-12));
    }

    @Test
    void oneClassHasNoScores() {
        List<String> lines = Cli.lines(data).stream()
                .map(line -> line.replace(",odd,", ",even,"))
                .toList();
        Cli.write(data, lines.toArray(String[]::new));
        Cli cli = Cli.run("fit", data, "--labels", "type", "--clusters", 2, "--keep", 4, "-o", home.resolve("run"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("not defined: the labels have only one class");
        JsonNode summary = Cli.summary(home.resolve("run"));
        assertThat(summary.get("nmi").isNull()).isTrue();
        assertThat(summary.get("notes").toString())
                .contains("nmi, acc, ari and purity are not defined: the labels have only one class");
    }

    @Test
    void notesAboutTheDataAndTheGraphArePrinted() {
        Path zero = Cli.write(home.resolve("zero.csv"), "a,b", "5,1", "0,0", "4,1");
        Cli cli = Cli.run("graph", zero, "--neighbors", 1, "-o", home.resolve("zero.mtx"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("note: 1 sample is all zero: 1");
    }

    @Test
    void fewerGroupsThanAskedForAreReported() {
        Path flat = Cli.write(home.resolve("flat.csv"), "a,b", "5,0.1", "5,0.2", "5,0.3");
        Cli cli = Cli.run(
                "fit",
                flat,
                "--model",
                "nmf-l20",
                "--rank",
                1,
                "--clusters",
                2,
                "--keep",
                1,
                "--init-w",
                Cli.write(home.resolve("W.csv"), "w", "1", "0"),
                "--init-h",
                Cli.write(home.resolve("H.csv"), "x,y,z", "1,1,1"),
                "-o",
                home.resolve("run"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("note: only 1 of the 2 groups could be formed");
        assertThat(Cli.summary(home.resolve("run")).get("clusters_found").asInt())
                .isEqualTo(1);
    }

    @Test
    void fitAndGraphCommandBuildTheSameGraph() {
        Path run = fit(
                "run",
                "--solver",
                "best-support",
                "--keep",
                4,
                "--neighbors",
                3,
                "--weights",
                "binary",
                "--symmetrize",
                "mutual");
        Cli cli = Cli.run(
                "graph",
                data,
                "--labels",
                "type",
                "--neighbors",
                3,
                "--weights",
                "binary",
                "--symmetrize",
                "mutual",
                "-o",
                home.resolve("edges.mtx"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("40 samples", "edges.mtx");
        assertThat(Cli.bytes(home.resolve("edges.mtx"))).isEqualTo(Cli.bytes(run.resolve("graph.mtx")));
        Path again = fit("again", "--solver", "best-support", "--keep", 4, "--graph", home.resolve("edges.mtx"));
        assertThat(Cli.bytes(again.resolve("H.npy"))).isEqualTo(Cli.bytes(run.resolve("H.npy")));
    }

    @Test
    void theSameSeedGivesTheSameFolderForAnyNumberOfThreads() {
        for (String model : List.of("gnmf-l20", "kmeans-l0")) {
            Path one = fit(model + 1, "--model", model, "--keep", 4, "--threads", 1, "--seed", 3);
            Path three = fit(model + 3, "--model", model, "--keep", 4, "--threads", 3, "--seed", 3);
            for (String name : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
                assertThat(Cli.bytes(three.resolve(name))).as(name).isEqualTo(Cli.bytes(one.resolve(name)));
        }
    }

    @Test
    void aKMeansStartGivesAFit() {
        JsonNode summary = Cli.summary(fit("run", "--keep", 4, "--init", "kmeans"));
        assertThat(summary.get("init").asString()).isEqualTo("kmeans");
        assertThat(summary.get("nmi").asDouble()).isEqualTo(1);
    }

    @Test
    void isolatedSamplesAreReported() {
        Cli cli = Cli.run(
                "fit",
                data,
                "--labels",
                "type",
                "--clusters",
                2,
                "--keep",
                4,
                "--sigma",
                "1e-9",
                "--solver",
                "accpalm",
                "-o",
                home.resolve("run"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("note: the graph has no edges");
        assertThat(Cli.summary(home.resolve("run")).get("graph_isolated").asInt())
                .isEqualTo(40);
    }

    @Test
    void anExistingFileIsNotReplaced() {
        Path edges = Cli.write(home.resolve("edges.mtx"), "mine");
        Cli cli = Cli.run("graph", data, "--labels", "type", "-o", edges);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("edges.mtx", "--force").hasLineCount(1);
        assertThat(Cli.lines(edges)).containsExactly("mine");
        assertThat(Cli.run("graph", data, "--labels", "type", "-o", home.resolve("edges.xyz"))
                        .err())
                .contains("edges.xyz", ".mtx")
                .hasLineCount(1);
    }

    @Test
    void theSyntheticDataComeWithTheirGraph() {
        Path file = home.resolve("synthetic.csv");
        Cli made = Cli.run("data", "synthetic", "-o", file, "--samples", 60, "--features", 6, "--noise", 2);
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(Cli.rows(file)).hasSize(60);
        data = file;
        Path run = home.resolve("run");
        Cli cli = Cli.run(
                "fit",
                file,
                "--labels",
                "class",
                "--clusters",
                3,
                "--keep",
                6,
                "--graph",
                home.resolve("synthetic.graph.mtx"),
                "-o",
                run);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(Cli.summary(run).get("features").asInt()).isEqualTo(8);
        Cli again = Cli.run("data", "synthetic", "-o", file);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("synthetic.csv", "--force");
        assertThat(Cli.run("data").err()).contains("synthetic").hasLineCount(1);
        assertThat(Cli.run("data", "synthetic", "-o", home.resolve("few.csv"), "--samples", 2)
                        .err())
                .contains("--samples must be at least 3");
        assertThat(home.resolve("few.csv")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "few.csv,--features,0,--features must be at least 1",
        "few.csv,--edges,2,--edges must be between 0 and 1",
        "few.csv,--edges,NaN,--edges must be between 0 and 1",
        "/,--seed,1,-o /: the data are written as CSV",
        "data.csv/few.csv,--seed,1,data.csv is not a folder"
    })
    void syntheticDataThatCannotBe(String file, String option, String value, String message) {
        Cli cli = Cli.run("data", "synthetic", "-o", home.resolve(file), option, value);
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains(message).hasLineCount(1);
        assertThat(home.resolve("few.csv")).doesNotExist();
    }

    @Test
    void aMissingLabelIsRejectedWithTheOption() {
        List<String> lines = new ArrayList<>(Cli.lines(data));
        lines.set(3, lines.get(3).replace(",even,", ",NA,"));
        Cli.write(data, lines.toArray(String[]::new));
        Cli cli = Cli.run("fit", data, "--labels", "type", "--clusters", 2, "--keep", 4, "-o", home.resolve("run"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--labels type: sample 2 has no label").hasLineCount(1);
    }

    @Test
    void theGraphFileNeverReplacesTheData() {
        Path own = Cli.write(
                home.resolve("own.mtx"),
                "%%MatrixMarket matrix array real general",
                "3 2",
                "1",
                "2",
                "3",
                "4",
                "5",
                "7");
        List<String> before = Cli.lines(own);
        Cli cli = Cli.run("graph", own, "--neighbors", 1, "-o", own, "--force");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("own.mtx", "is the input file").hasLineCount(1);
        assertThat(Cli.lines(own)).isEqualTo(before);
        assertThat(Cli.run("graph", own, "--neighbors", 1, "-o", home.resolve("edges.mtx"))
                        .code())
                .isZero();
    }
}
