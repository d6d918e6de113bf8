package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code --clusters auto} and {@code --keep auto}: suggested, said first, and repeated as numbers. */
class FitSuggestionTest {
    private static final int N = 120;

    @TempDir
    Path home;

    /** Three groups of 40 samples; 9 of 30 features differ between them by {@code lift}. */
    private Path data(double lift) {
        double[][] samples = new double[N][30];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < 30; i++)
                samples[j][i] = CounterRandom.uniform(3, i, j) + (i < 9 && i % 3 == j % 3 ? lift : 0);
        return Cli.csv(home.resolve("data.csv"), samples);
    }

    private Cli fit(Path file, String name, Object... options) {
        Object[] words = new Object[options.length + 5];
        System.arraycopy(new Object[] {"fit", file, "--no-controls", "-o", home.resolve(name)}, 0, words, 0, 5);
        System.arraycopy(options, 0, words, 5, options.length);
        return Cli.run(words);
    }

    @Test
    void bothNumbersAreSuggestedAndSaidFirst() {
        Path file = data(3);
        Cli cli = fit(file, "run", "--clusters", "auto", "--keep", "auto");
        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode summary = Cli.summary(home.resolve("run"));
        int clusters = summary.get("clusters").asInt();
        int keep = summary.get("keep").asInt();
        assertThat(clusters).isEqualTo(3);
        assertThat(keep).isBetween(1, 9);
        assertThat(cli.out().lines().findFirst().orElseThrow())
                .startsWith("suggested  3 groups")
                .contains(keep + " feature");
        assertThat(summary.get("clusters_suggested").get("suggested").asInt()).isEqualTo(clusters);
        assertThat(summary.get("keep_suggested").get("suggested").asInt()).isEqualTo(keep);
        assertThat(summary.get("rank").asInt()).isEqualTo(clusters);
        String report = String.join("\n", Cli.lines(home.resolve("run/report.html")));
        assertThat(report)
                .contains("Grapnel suggested this number", "--clusters 3 --keep " + keep)
                .doesNotContain("--clusters auto");
    }

    @Test
    void theSuggestedNumbersGiveTheFitOfTheSameNumbers() {
        Path file = data(3);
        assertThat(fit(file, "run", "--clusters", "auto", "--keep", "auto", "--no-report")
                        .code())
                .isZero();
        JsonNode summary = Cli.summary(home.resolve("run"));
        assertThat(fit(
                                file,
                                "named",
                                "--clusters",
                                summary.get("clusters"),
                                "--keep",
                                summary.get("keep"),
                                "--no-report")
                        .code())
                .isZero();
        for (String name : new String[] {"W.npy", "H.npy", "labels.csv", "features.csv"})
            assertThat(Cli.bytes(home.resolve("named").resolve(name)))
                    .as(name)
                    .isEqualTo(Cli.bytes(home.resolve("run").resolve(name)));
        assertThat(Cli.summary(home.resolve("named")).get("clusters_suggested").asBoolean())
                .isFalse();
        assertThat(Cli.summary(home.resolve("named")).get("keep_suggested").asBoolean())
                .isFalse();
    }

    /** Two components of ten features each, and noise of a few percent. */
    private Path factors() {
        double[][] samples = new double[60][20];
        for (int j = 0; j < 60; j++)
            for (int i = 0; i < 20; i++)
                samples[j][i] = CounterRandom.uniform(4, j, i < 10 ? 0 : 1) * (1 + i % 10)
                        + 0.1 * CounterRandom.uniform(5, i, j);
        return Cli.csv(home.resolve("factors.csv"), samples);
    }

    @Test
    void theRankThatPredictsBestIsSuggestedWithItsCurve() {
        Cli cli = fit(factors(), "run", "--model", "nmf", "--rank", "auto");
        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode summary = Cli.summary(home.resolve("run"));
        int rank = summary.get("rank").asInt();
        assertThat(rank).isBetween(2, 3);
        assertThat(cli.out().lines().findFirst().orElseThrow()).startsWith("suggested  " + rank + " components: ");
        assertThat(summary.get("clusters").asInt()).isEqualTo(rank);
        JsonNode suggested = summary.get("rank_suggested");
        assertThat(suggested.get("suggested").asInt()).isEqualTo(rank);
        assertThat(suggested.get("curve").size()).isGreaterThan(2);
        assertThat(suggested.get("curve").get(0).get("errors").size()).isEqualTo(5);
        assertThat(String.join("\n", Cli.lines(home.resolve("run/report.html"))))
                .contains("How the number of components was chosen", "--rank " + rank)
                .doesNotContain("--rank auto");
    }

    @Test
    void tuningTakesTheSuggestedRank() {
        Cli cli = Cli.run(
                "tune",
                data(3),
                "--clusters",
                3,
                "--rank",
                "auto",
                "--keep",
                9,
                "--neighbors",
                5,
                "--alpha",
                10,
                "--no-controls",
                "--no-report",
                "-o",
                home.resolve("tuned"));
        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode summary = Cli.summary(home.resolve("tuned"));
        assertThat(summary.get("rank").asInt())
                .isEqualTo(summary.get("rank_suggested").get("suggested").asInt());
        assertThat(cli.out()).startsWith("suggested  ");
    }

    @Test
    void compareRefusesASuggestedRank() {
        Cli cli = Cli.run("compare", data(3), "--labels", "f1", "--rank", "auto", "--keep", 5, "-o", home.resolve("c"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("--rank auto does not apply to grapnel compare")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--model kmeans", "--model kmeans-l0 --keep 5"})
    void kMeansHasNoRankToSuggest(String words) {
        List<Object> more = new ArrayList<>(List.of((Object[]) words.split(" ")));
        more.addAll(List.of("--rank", "auto", "--clusters", 3));
        Cli cli = fit(data(3), "run", more.toArray());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("--rank auto does not apply: " + words.replaceAll(" --keep 5", "") + " has no components")
                .hasLineCount(1);
        assertThat(home.resolve("run")).doesNotExist();
    }

    @Test
    void withoutEvidenceOneLineNamesTheOption() {
        Path file = data(0);
        Cli clusters = fit(file, "run", "--clusters", "auto", "--keep", 5);
        assertThat(clusters.code()).isEqualTo(2);
        assertThat(clusters.err())
                .contains("data.csv", "no separate groups", "give --clusters C")
                .hasLineCount(1);
        assertThat(home.resolve("run")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnmf", "nmf-l0", "kmeans"})
    void keepAutoNeedsAModelThatKeepsFeatures(String model) {
        Cli cli = fit(data(3), "run", "--clusters", 3, "--keep", "auto", "--model", model);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--keep auto does not apply", model).hasLineCount(1);
    }

    @Test
    void otherCommandsRefuseAuto() {
        Cli cli = Cli.run("compare", data(3), "--clusters", "auto", "--keep", 5, "-o", home.resolve("run"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("--clusters auto does not apply to grapnel compare; give a number, or use grapnel fit")
                .hasLineCount(1);
    }
}
