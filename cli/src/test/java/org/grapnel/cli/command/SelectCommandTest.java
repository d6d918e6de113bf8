package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.options.console.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code grapnel select}, from a file to a folder. */
class SelectCommandTest {
    @TempDir
    Path home;

    private Path data;

    @BeforeEach
    void data() {
        data = home.resolve("data.csv");
        assertThat(Cli.run("data", "synthetic", "--samples", 90, "-o", data).code())
                .isZero();
    }

    private Cli select(String name, Object... options) {
        Cli cli = Cli.run(Stream.concat(
                        Stream.of("select", data, "--labels", "class", "-o", home.resolve(name)), Stream.of(options))
                .toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        return cli;
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    static List<String> ways() {
        return SelectionOptions.cliNamesWithoutModel();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyCriterionFillsTheFolder(String way) throws IOException {
        Path folder = home.resolve("chosen");
        List<Object> options = new ArrayList<>(List.of("--keep", 12, "--select", way));
        if (way.equals("gain")) options.addAll(List.of("--rank", 3));
        String out = select("chosen", options.toArray()).out();
        List<String> wanted = new ArrayList<>(List.of(
                "features.csv", "kept.npy", "mean.npy", "preparation.csv", "report.html", "summary.json", "truth.csv"));
        if (List.of("structure", "laplacian-score", "mcfs", "ndfs").contains(way)) wanted.add("graph.mtx");
        if (way.equals("structure") || way.equals("groups")) wanted.add("path.csv");
        if (way.equals("groups")) wanted.addAll(List.of("graph.mtx", "labels.csv", "markers.csv"));
        assertThat(files(folder)).containsExactlyInAnyOrderElementsOf(wanted);
        JsonNode summary = Cli.summary(folder);
        assertThat(summary.get("command").asString()).isEqualTo("select");
        assertThat(summary.get("select").asString()).isEqualTo(way);
        assertThat(summary.get("keep").asInt()).isEqualTo(12);
        assertThat(summary.get("rank").isNull()).isEqualTo(!way.equals("gain"));
        assertThat(summary.get("edges_kept").asDouble()).isBetween(0.0, 1.0);
        assertThat(summary.get("edges_kept_random").asDouble()).isBetween(0.0, 1.0);
        assertThat(summary.get("controls").isNull()).isTrue();
        List<String[]> features = Cli.rows(folder.resolve("features.csv"));
        assertThat(features).hasSize(12);
        assertThat(out)
                .contains("chosen     12 of 23 features by " + way + ": ", "(90 samples)")
                .contains("first      " + features.get(0)[2] + ", " + features.get(1)[2], "… (all in features.csv)")
                .contains("of the edges are preserved on the selected features, ", " on random features")
                .doesNotContain("compared")
                .endsWith("written    " + folder + System.lineSeparator() + "report     "
                        + folder.resolve("report.html") + " (open in a browser)" + System.lineSeparator());
        try (DenseMatrix kept = NpyFile.read(folder.resolve("kept.npy"))) {
            assertThat(kept.rows()).isEqualTo(90);
            assertThat(kept.cols()).isEqualTo(12);
            int lowest = features.stream()
                    .mapToInt(row -> Integer.parseInt(row[1]))
                    .min()
                    .orElseThrow();
            double cell = Double.parseDouble(Cli.rows(data).get(4)[2 + lowest]);
            assertThat(kept.get(4, 0)).isCloseTo(cell, within(1e-15));
        }
    }

    @Test
    void thePathAndItsPeakAreWritten() {
        String out = select("chosen", "--keep", 23, "--clusters", 3).out();
        List<String[]> path = Cli.rows(home.resolve("chosen/path.csv"));
        assertThat(Cli.lines(home.resolve("chosen/path.csv")).get(0)).isEqualTo("features,score");
        assertThat(path).hasSize(23);
        int best = 0;
        for (int s = 0; s < 23; s++) {
            assertThat(path.get(s)[0]).isEqualTo(String.valueOf(s + 1));
            if (Double.parseDouble(path.get(s)[1]) > Double.parseDouble(path.get(best)[1])) best = s;
        }
        assertThat(Cli.summary(home.resolve("chosen")).get("structure_peak").asInt())
                .isEqualTo(best + 1);
        assertThat(out)
                .contains("peak       the score is highest with " + Text.count(best + 1, "feature")
                        + ": fewer features may be enough");
        String few = select("few", "--keep", best + 1, "--clusters", 3).out();
        assertThat(few).doesNotContain("peak");
    }

    @Test
    void aSelectionByGroupsSaysWhatItsGroupsAreWorth() {
        Cli cli = select("chosen", "--keep", 12, "--clusters", 3);
        Path folder = home.resolve("chosen");
        JsonNode summary = Cli.summary(folder);
        assertThat(cli.out()
                        .lines()
                        .filter(line -> !line.startsWith("warning"))
                        .findFirst()
                        .orElseThrow())
                .startsWith("trust      " + summary.get("trust").asString());
        assertThat(cli.out()).contains("groups     3, of ");
        assertThat(summary.get("clusters_found").asInt()).isEqualTo(3);
        List<String[]> labels = Cli.rows(folder.resolve("labels.csv"));
        assertThat(labels).hasSize(90).allSatisfy(row -> {
            assertThat(Integer.parseInt(row[1])).isBetween(0, 2);
            assertThat(Double.parseDouble(row[2])).isBetween(0.0, 1.0);
        });
        assertThat(Cli.lines(folder.resolve("features.csv")).get(0)).isEqualTo("rank,index,name,score,group,frequency");
        assertThat(Cli.rows(folder.resolve("features.csv")))
                .allSatisfy(row -> assertThat(Double.parseDouble(row[5])).isBetween(0.0, 1.0));
        assertThat(Cli.rows(folder.resolve("markers.csv"))).isNotEmpty();
        assertThat(String.join("\n", Cli.lines(folder.resolve("report.html"))))
                .contains("What was checked, without using labels", "Markers of the groups");
    }

    @Test
    void theSummaryHasTheKeysOfAFit() {
        select("chosen", "--keep", 5, "--seed", 3, "--normalize", "max", "--neighbors", 4);
        Path run = home.resolve("run");
        Cli fit = Cli.run(
                "fit", data, "--labels", "class", "--clusters", 3, "--keep", 5, "--select", "structure", "-o", run);
        assertThat(fit.code()).as(fit.err()).isZero();
        assertThat(fit.out()).contains("kept       5 features, selected by structure, best first: ");
        assertThat(run.resolve("path.csv")).exists();
        JsonNode summary = Cli.summary(home.resolve("chosen"));
        List<String> own = List.of("command", "edges_kept", "edges_kept_random");
        List<String> keys = new ArrayList<>(Cli.summary(run).propertyNames());
        keys.addAll(own);
        assertThat(keys).containsAll(summary.propertyNames());
        assertThat(summary.propertyNames())
                .containsAll(own)
                .contains("structure_blend", "structure_peak", "neighbors", "weights", "sigma", "metric", "symmetrize")
                .contains("search", "graph_edges", "log1p", "impute", "drop_constant", "top_variance", "normalize")
                .contains("feature_scale", "features", "samples", "seed", "threads", "kernel", "seconds", "notes")
                .contains("data", "data_sha256", "graph", "labels", "features_in_rows", "read", "version", "clusters");
        assertThat(summary.get("seed").asLong()).isEqualTo(3);
        assertThat(summary.get("neighbors").asInt()).isEqualTo(4);
        assertThat(summary.get("normalize").asString()).isEqualTo("max");
        assertThat(summary.get("clusters").isNull()).isTrue();
    }

    @Test
    void groupsAreComparedWhenClustersIsGiven() {
        String out = select("chosen", "--keep", 5, "--clusters", 3).out();
        JsonNode summary = Cli.summary(home.resolve("chosen"));
        JsonNode controls = summary.get("controls");
        assertThat(controls.propertyNames())
                .containsExactly(
                        "kept_features", "random_features", "all_features", "modularity", "starts", "notes", "seconds");
        assertThat(controls.get("kept_features").propertyNames())
                .containsExactly(
                        "what", "k", "nmi", "acc", "ari", "ari_with_groups", "silhouette", "modularity", "edges_kept");
        assertThat(controls.get("kept_features").get("edges_kept")).isEqualTo(summary.get("edges_kept"));
        assertThat(controls.get("random_features").get("edges_kept")).isEqualTo(summary.get("edges_kept_random"));
        assertThat(summary.get("clusters").asInt()).isEqualTo(3);
        assertThat(out)
                .containsSubsequence(
                        "compared",
                        "NMI",
                        "same groups",
                        "k-means on the kept features",
                        "k-means on 5 random features (mean of 5)",
                        "k-means on all 23 features")
                .doesNotContain("this result", "graph alone");
        String without =
                select("without", "--keep", 5, "--clusters", 3, "--no-controls").out();
        JsonNode bare = Cli.summary(home.resolve("without"));
        for (String key : List.of("controls", "edges_kept", "edges_kept_random"))
            assertThat(bare.get(key).isNull()).as(key).isTrue();
        assertThat(without).doesNotContain("compared", "random");
        assertThat(Cli.bytes(home.resolve("without/features.csv")))
                .isEqualTo(Cli.bytes(home.resolve("chosen/features.csv")));
    }

    @Test
    void aGivenGraphIsUsedAndSaved() {
        Path ring = Cli.ring(home.resolve("ring.csv"), 90);
        String out = select("chosen", "--keep", 5, "--graph", ring).out();
        assertThat(out).contains("graph      90 samples, 90 edges");
        JsonNode summary = Cli.summary(home.resolve("chosen"));
        assertThat(summary.get("graph_sha256").asString()).hasSize(64);
        assertThat(summary.get("neighbors").isNull()).isTrue();
        assertThat(home.resolve("chosen/graph.mtx")).exists();
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        for (int threads = 1; threads <= 3; threads++)
            select("chosen" + threads, "--keep", 9, "--clusters", 3, "--threads", threads);
        for (String name : List.of("features.csv", "path.csv", "kept.npy", "graph.mtx"))
            for (int threads = 2; threads <= 3; threads++)
                assertThat(Cli.bytes(home.resolve("chosen" + threads).resolve(name)))
                        .as(name)
                        .isEqualTo(Cli.bytes(home.resolve("chosen1").resolve(name)));
    }

    @Test
    void aLabelColumnAmongTheFeaturesIsNoted() {
        Path table = Cli.write(home.resolve("t.csv"), "a,label", "1,0", "2,1", "4,1", "3,0", "7,1", "6,0");
        Cli cli = Cli.run("select", table, "--keep", 1, "--neighbors", 2, "-o", home.resolve("chosen"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("note: 'label' is used as a feature");
        assertThat(Cli.summary(home.resolve("chosen")).get("notes").toString()).contains("label");
    }

    private String refused(Path file, Object... options) {
        Cli cli = Cli.run(Stream.concat(Stream.of("select", file, "-o", home.resolve("none")), Stream.of(options))
                .toArray());
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        assertThat(cli.err()).startsWith("grapnel: ").hasLineCount(1);
        assertThat(cli.out()).isEmpty();
        assertThat(home.resolve("none")).doesNotExist();
        assertThat(home.resolve("none.partial")).doesNotExist();
        return cli.err();
    }

    @Test
    void wrongOptionsAreRejectedInOneLine() {
        Path small = Cli.csv(home.resolve("small.csv"), Cli.samples(8, 5));
        assertThat(refused(small)).contains("--keep");
        assertThat(refused(small, "--keep", 6))
                .contains("--keep must be between 1 and 5, the number of features, got 6");
        assertThat(refused(small, "--keep", 0)).contains("--keep must be at least 1, got 0");
        assertThat(refused(small, "--keep", 2, "--structure-blend", 1.5))
                .contains("--structure-blend must be between 0 and 1, got 1.5");
        assertThat(refused(small, "--keep", 2, "--structure-blend", 0.5, "--select", "energy"))
                .contains("--structure-blend 0.5 does not apply: --select is energy");
        assertThat(refused(small, "--keep", 2, "--rank", 3))
                .contains("--rank 3 does not apply: --select groups has no components");
        assertThat(refused(small, "--keep", 2, "--select", "structure", "--rank", 3))
                .contains("--rank 3 does not apply: --select structure has no components");
        assertThat(refused(small, "--keep", 2, "--select", "model"))
                .contains("--select model needs a fit", "grapnel fit", "structure");
        assertThat(refused(small, "--keep", 2, "--select", "best"))
                .contains(
                        "--select 'best' is not among energy, gain, groups, structure, variance, laplacian-score, mcfs, ndfs");
        assertThat(refused(small, "--keep", 2, "--select", "gain"))
                .contains("--select gain needs --rank R", "--clusters C");
        assertThat(refused(small, "--keep", 2, "--clusters", 9))
                .contains("--clusters must be between 1 and 8, the number of samples, got 9");
        assertThat(refused(small, "--keep", 2, "--clusters", 0)).contains("--clusters must be at least 1, got 0");
        Path none = Cli.write(home.resolve("none.csv"), "i,j,weight");
        for (String way : List.of("structure", "laplacian-score", "mcfs", "ndfs"))
            assertThat(refused(small, "--keep", 2, "--graph", none, "--select", way))
                    .contains("the graph of 8 samples has no edges");
        assertThat(refused(Cli.write(home.resolve("same.csv"), "a,b", "1,2", "1,2", "1,2", "1,2"), "--keep", 1))
                .contains("same.csv: all 4 samples are the same, so no feature tells them apart");
        assertThat(refused(Cli.write(home.resolve("two.csv"), "a,b", "1,2", "3,1"), "--keep", 1))
                .contains("two.csv: selecting features needs at least 3 samples, got 2");
    }

    @Test
    void aSelectionFolderTransformsNoSamples() {
        select("chosen", "--keep", 5);
        Cli cli = Cli.run("transform", home.resolve("chosen"), data, "-o", home.resolve("placed"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("is the folder of a feature selection, which has no model")
                .hasLineCount(1);
    }
}
