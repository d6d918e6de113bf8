package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {
    @TempDir
    Path home;

    @Test
    void theDemoShowsPixelsGroupsAndScores() {
        Cli cli = Cli.run("demo", "--no-report", "-o", home.resolve("demo"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err().lines())
                .containsExactly(
                        "note: all numbers were divided by the largest, 16.0",
                        "note: 3 features are all zero: y0x0, y4x0, y4x7");
        assertThat(cli.out())
                .contains("1797 handwritten digits of 8 x 8 pixels", "The 16 of 64 kept pixels (#)")
                .contains("The groups and their digits", "x 0", "The mean picture of each group", "%%%%")
                .contains("settled", "residuals W", "NMI", "The same fit as a command: grapnel fit")
                .doesNotContain("NaN");
        String grid =
                cli.out().lines().filter(line -> line.matches("  ( [#.]){8}")).collect(Collectors.joining());
        assertThat(grid.chars().filter(c -> c == '#').count()).isEqualTo(16);
        assertThat(grid.chars().filter(c -> c == '.').count()).isEqualTo(48);
    }

    /** The result of the demo does not depend on the seed. */
    @Test
    void theDigitsAreFoundFromAnySeed() {
        Path file = home.resolve("digits.csv");
        assertThat(Cli.run("data", "export", "digits", "-o", file).code()).isZero();
        for (int seed = 0; seed < 3; seed++) {
            Path run = home.resolve("run" + seed);
            Cli fit = Cli.run(
                    "fit",
                    file,
                    "--labels",
                    "digit",
                    "--normalize",
                    "max",
                    "--clusters",
                    10,
                    "--keep",
                    16,
                    "--seed",
                    seed,
                    "--no-report",
                    "-o",
                    run);
            assertThat(fit.code()).as(fit.err()).isZero();
            assertThat(Cli.summary(run).get("nmi").asDouble())
                    .as("seed %d", seed)
                    .isGreaterThan(0.8);
            assertThat(Cli.summary(run).get("converged").asBoolean()).isTrue();
        }
    }

    @Test
    void theMarkerFeaturesAreFoundAndShown() {
        Cli cli = Cli.run("demo", "--data", "markers", "--no-report", "-o", home.resolve("demo"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("12 of the 12 planted features were found", "Groups found", "NMI", "####");
    }

    /** The command that the demo prints gives the same bits. */
    @ParameterizedTest
    @ValueSource(strings = {"digits", "markers"})
    void theCommandOfTheDemoGivesTheSameFit(String data) {
        Path demo = home.resolve("demo");
        Path run = home.resolve("run");
        String out = Cli.run("demo", "--data", data, "-o", demo).out();
        String hand = out.substring(out.indexOf("grapnel fit ") + "grapnel ".length(), out.indexOf(" -o my-run"));
        List<Object> words = new ArrayList<>(List.of(hand.split(" ")));
        words.addAll(List.of("-o", run));
        Cli fit = Cli.run(words.toArray());
        assertThat(fit.code()).as(fit.err()).isZero();
        for (String name : new String[] {
            "W.npy",
            "H.npy",
            "kept.npy",
            "mean.npy",
            "graph.mtx",
            "features.csv",
            "labels.csv",
            "markers.csv",
            "truth.csv",
            "embedding.csv"
        }) assertThat(Cli.bytes(run.resolve(name))).as(name).isEqualTo(Cli.bytes(demo.resolve(name)));
        for (String key :
                new String[] {"data", "data_sha256", "sigma", "nmi", "objective", "picture_width", "embedding_samples"})
            assertThat(Cli.summary(run).get(key))
                    .as(key)
                    .isEqualTo(Cli.summary(demo).get(key));
    }

    @Test
    void anUnknownDataSetListsTheAllowedOnes() {
        Cli cli = Cli.run("demo", "--data", "letters", "-o", home.resolve("demo"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("'letters' is not among digits, markers");
    }

    @Test
    void onlyAnEarlierDemoIsReplaced() throws IOException {
        Path demo = home.resolve("demo");
        assertThat(Cli.run("demo", "--no-report", "-o", demo).code()).isZero();
        assertThat(Cli.run("demo", "--no-report", "-o", demo).code()).isZero();
        Path mine = Files.createDirectory(home.resolve("mine"));
        Cli.write(mine.resolve("thesis.txt"), "years of work");
        Cli refused = Cli.run("demo", "-o", mine);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("mine", "--force").hasLineCount(1);
        assertThat(mine.resolve("thesis.txt")).exists();
    }
}
