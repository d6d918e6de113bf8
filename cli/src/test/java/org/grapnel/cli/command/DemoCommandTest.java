package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

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

    /** What the demo says is what its run folder holds. */
    @ParameterizedTest
    @ValueSource(strings = {"digits", "markers"})
    void theTextOfTheDemoAgreesWithItsFiles(String data) {
        Path demo = home.resolve("demo");
        Cli cli = Cli.run("demo", "--data", data, "--no-report", "-o", demo);
        JsonNode summary = Cli.summary(demo);
        JsonNode controls = summary.get("controls");
        assertThat(cli.out())
                .contains(String.format(Locale.ROOT, "NMI %.2f, ACC %.2f (1 is perfect)", nmi(summary), acc(summary)))
                .contains(String.format(Locale.ROOT, "features: NMI %.2f", nmi(controls.get("all_features"))))
                .contains(String.format(Locale.ROOT, "(mean of 5): NMI %.2f", nmi(controls.get("random_features"))));
        assertThat(cli.out().lines().findFirst().orElseThrow())
                .startsWith("trust      " + summary.get("trust").asString());
        long often = Cli.rows(demo.resolve("features.csv")).stream()
                .filter(row -> Double.parseDouble(row[5]) >= 0.9)
                .count();
        assertThat(cli.out()).contains(often + " of the " + summary.get("kept").asInt() + " features are kept in at");
        assertThat(nmi(summary)).isGreaterThan(nmi(controls.get("random_features")) + 0.3);
    }

    /** On pictures the method is better than k-means on all pixels, and no baseline is clearly better. */
    @Test
    void theDigitsAreGroupedBetterThanByKMeans() {
        Path demo = home.resolve("demo");
        assertThat(Cli.run("demo", "--no-report", "-o", demo).code()).isZero();
        JsonNode summary = Cli.summary(demo);
        for (String simple : List.of("all_features", "kept_features", "principal_components"))
            assertThat(nmi(summary))
                    .as(simple)
                    .isGreaterThan(nmi(summary.get("controls").get(simple)) + 0.1);
        assertThat(nmi(summary)).isGreaterThan(nmi(summary.get("controls").get("graph_alone")) - 0.02);
        assertThat(summary.get("trust").asString()).isEqualTo("good");
    }

    private static double nmi(JsonNode scores) {
        return scores.get("nmi").asDouble();
    }

    private static double acc(JsonNode scores) {
        return scores.get("acc").asDouble();
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
