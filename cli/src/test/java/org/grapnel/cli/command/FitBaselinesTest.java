package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Baselines and restarts of {@code grapnel fit}, in summary.json and on the console. */
class FitBaselinesTest {
    @TempDir
    Path home;

    private Path data;

    @BeforeEach
    void data() {
        data = home.resolve("data.csv");
        assertThat(Cli.run("data", "synthetic", "--samples", 90, "-o", data).code())
                .isZero();
    }

    private Cli fit(String name, Object... options) {
        Cli cli = Cli.run(Stream.concat(
                        Stream.of("fit", data, "--labels", "class", "--clusters", 3, "-o", home.resolve(name)),
                        Stream.of(options))
                .toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        return cli;
    }

    private JsonNode summary(String name) {
        return Cli.summary(home.resolve(name));
    }

    /** The recommended method knows the groups of components and graph already; their silhouettes are not computed. */
    @Test
    void theSummaryOfTheRecommendedMethodHasEveryBaseline() {
        fit("usual", "--keep", 5);
        fit("before", "--solver", "best-support", "--keep", 5);
        JsonNode controls = summary("usual").get("controls");
        assertThat(controls.propertyNames())
                .containsExactlyElementsOf(summary("before").get("controls").propertyNames());
        for (String name :
                List.of("kept_features", "random_features", "all_features", "principal_components", "graph_alone"))
            for (String key : List.of("nmi", "acc", "ari", "ari_with_groups", "silhouette", "modularity"))
                assertThat(controls.get(name).get(key).isNumber())
                        .as(name + " " + key)
                        .isEqualTo(!key.equals("silhouette")
                                || !List.of("principal_components", "graph_alone")
                                        .contains(name));
    }

    @Test
    void theSummaryHasEveryBaseline() {
        String out = fit("run", "--solver", "best-support", "--keep", 5).out();
        JsonNode controls = summary("run").get("controls");
        assertThat(controls.propertyNames())
                .containsExactly(
                        "kept_features",
                        "random_features",
                        "all_features",
                        "principal_components",
                        "graph_alone",
                        "communities",
                        "modularity",
                        "starts",
                        "notes",
                        "seconds",
                        "verdicts");
        assertThat(controls.get("random_features").propertyNames())
                .containsExactly(
                        "what",
                        "k",
                        "draws",
                        "nmi",
                        "acc",
                        "ari",
                        "ari_with_groups",
                        "silhouette",
                        "modularity",
                        "edges_kept");
        assertThat(controls.get("random_features").get("k").asInt()).isEqualTo(5);
        assertThat(controls.get("random_features").get("draws").asInt()).isEqualTo(5);
        assertThat(controls.get("all_features").get("k").asInt()).isEqualTo(23);
        assertThat(controls.get("principal_components").get("components").asInt())
                .isEqualTo(23);
        assertThat(controls.get("modularity").asDouble()).isBetween(-0.5, 1.0);
        int communities = controls.get("communities").get("groups").asInt();
        assertThat(controls.get("communities").get("silhouette").isNull()).isTrue();
        assertThat(controls.get("communities").get("modularity").isNumber()).isTrue();
        for (String name :
                List.of("kept_features", "random_features", "all_features", "principal_components", "graph_alone"))
            for (String key : List.of("nmi", "acc", "ari", "ari_with_groups", "silhouette", "modularity"))
                assertThat(controls.get(name).get(key).isNumber())
                        .as(name + " " + key)
                        .isTrue();
        assertThat(controls.get("kept_features").get("edges_kept").asDouble()).isBetween(0.0, 1.0);
        assertThat(out)
                .contains("compared", "NMI", "same groups", "modularity", "neighbours kept")
                .doesNotContain("silhouette")
                .containsSubsequence(
                        "this result",
                        "k-means on the kept features",
                        "k-means on 5 random features (mean of 5)",
                        "k-means on all 23 features",
                        "k-means on 23 principal components",
                        "the graph alone",
                        "Louvain communities of the graph (" + communities + ")");
        List<String> table = out.substring(out.indexOf("compared"))
                .lines()
                .filter(line -> line.startsWith("           "))
                .limit(7)
                .toList();
        assertThat(table.stream().map(line -> line.indexOf('.', 60)).distinct().count())
                .as("columns stand below each other:%n%s", String.join("\n", table))
                .isEqualTo(1);
        assertThat(out.lines().filter(line -> line.startsWith("compared")).mapToInt(String::length))
                .allMatch(width -> width <= 120);
    }

    /** Every feature separates the three classes, so that selection gains nothing. */
    @Test
    void aBaselineThatIsAsGoodIsNamed() {
        assertThat(fit("run", "--keep", 15).out())
                .contains(
                        "k-means on 15 random features does as well: the kept features are not what makes the groups");
    }

    @Test
    void withoutLabelsTheGroupsAreCompared() {
        Path plain = Cli.write(home.resolve("plain.csv"), withoutClasses());
        Cli cli = Cli.run("fit", plain, "--clusters", 3, "--keep", 15, "-o", home.resolve("plain"));
        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode all = summary("plain").get("controls").get("all_features");
        assertThat(all.get("nmi").isNull()).isTrue();
        assertThat(all.get("ari_with_groups").isNumber()).isTrue();
        assertThat(cli.out())
                .contains("same groups", "silhouette", "modularity")
                .doesNotContain("NMI");
    }

    private String[] withoutClasses() {
        List<String> lines = new ArrayList<>();
        for (String line : Cli.lines(data)) {
            String[] cells = line.split(",", 3);
            lines.add(cells[0] + "," + cells[2]);
        }
        return lines.toArray(String[]::new);
    }

    @Test
    void noControlsComputesNoBaselines() {
        String out = fit("run", "--keep", 5, "--no-controls").out();
        assertThat(summary("run").get("controls").isNull()).isTrue();
        assertThat(out).doesNotContain("compared", "random");
        Cli demo = Cli.run("demo", "--data", "markers", "--no-controls", "-o", home.resolve("demo"));
        assertThat(demo.code()).isZero();
        assertThat(demo.out()).doesNotContain("compared");
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        List<JsonNode> controls = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++) {
            fit("run" + threads, "--keep", 5, "--threads", threads, "--restarts", 2);
            ObjectNode without = (ObjectNode) summary("run" + threads).get("controls");
            without.remove("seconds");
            controls.add(without);
        }
        assertThat(controls.get(1)).isEqualTo(controls.get(0));
        assertThat(controls.get(2)).isEqualTo(controls.get(0));
    }

    /** Compares all files without measured times. */
    @Test
    void theNumberOfThreadsChangesNoByteOfRestartFiles() throws IOException {
        for (int threads = 1; threads <= 3; threads++)
            fit("run" + threads, "--keep", 5, "--threads", threads, "--restarts", 3, "--tol", 1e-2);
        try (Stream<Path> files = Files.list(home.resolve("run1"))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name ->
                            !List.of("trace.csv", "summary.json", "report.html").contains(name))
                    .toList();
            assertThat(names).contains("consensus.csv", "frequency.csv", "coassociation.npy", "labels.csv");
            for (String name : names)
                for (String other : List.of("run2", "run3"))
                    assertThat(home.resolve(other).resolve(name))
                            .as("%s of %s", name, other)
                            .hasSameBinaryContentAs(home.resolve("run1").resolve(name));
        }
    }

    @Test
    void aFitWithRestartsTransformsNewSamples() {
        fit("run", "--keep", 5, "--restarts", 2);
        Cli cli = Cli.run("transform", home.resolve("run"), data, "--labels", "class", "-o", home.resolve("placed"));
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    @Test
    void kMeansIsNotComparedWithItself() {
        String out = fit("run", "--model", "kmeans").out();
        assertThat(summary("run").get("controls").propertyNames())
                .containsExactly("modularity", "starts", "notes", "seconds", "verdicts");
        assertThat(out).doesNotContain("compared");
    }

    @Test
    void restartsReportTheirAgreement() {
        String solver = "best-support"; // whose restarts are fits with the next seeds
        String out = fit("run", "--solver", solver, "--keep", 5, "--restarts", 4, "--seed", 2)
                .out();
        JsonNode summary = summary("run");
        assertThat(summary.get("restarts").asInt()).isEqualTo(4);
        assertThat(summary.get("seed").asLong()).isEqualTo(2);
        assertThat(summary.get("restart_best").asInt()).isBetween(0, 3);
        assertThat(summary.get("stability_jaccard").asDouble()).isBetween(0.0, 1.0);
        assertThat(summary.get("stability_corrected").asDouble()).isBetween(-1.0, 1.0);
        assertThat(summary.get("stability_standard_error").isNumber()).isTrue();
        assertThat(out).contains("restarts   the best of 4 fits is number");
        fit(
                "alone",
                "--solver",
                solver,
                "--keep",
                5,
                "--seed",
                2 + summary.get("restart_best").asInt());
        for (String name : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
            assertThat(Cli.bytes(home.resolve("alone").resolve(name)))
                    .as(name)
                    .isEqualTo(Cli.bytes(home.resolve("run").resolve(name)));
        assertThat(summary.get("restarts_finished").asInt()).isEqualTo(4);
        assertThat(summary.get("consensus_agreement").asDouble()).isBetween(-1.0, 1.0);
        assertThat(summary.get("consensus_certainty").asDouble()).isBetween(0.0, 1.0);
        assertThat(out).containsPattern("\n {11}groups: [^\n]* \\(mean ARI between fits -?[01]\\.\\d\\d\\)");
        for (String name : List.of("consensus.csv", "frequency.csv", "coassociation.npy", "coassociation_groups.npy")) {
            assertThat(home.resolve("run").resolve(name)).exists();
            assertThat(home.resolve("alone").resolve(name)).doesNotExist();
        }
        for (String key : List.of("restart_best", "stability_jaccard", "stability_corrected", "consensus_agreement"))
            assertThat(summary("alone").get(key).isNull()).as(key).isTrue();
    }

    @Test
    void aDeterministicStartIsNotRepeated() {
        Cli cli = Cli.run(
                "fit",
                data,
                "--labels",
                "class",
                "--clusters",
                3,
                "--keep",
                5,
                "--init",
                "nndsvd",
                "--restarts",
                3,
                "-o",
                home.resolve("run"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("--restarts must be 1 for a nndsvd start, which is always the same, got 3")
                .hasLineCount(1);
        assertThat(home.resolve("run")).doesNotExist();
    }
}
