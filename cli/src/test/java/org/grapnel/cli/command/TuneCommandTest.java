package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.options.ErrorHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code grapnel tune}, from a file to a folder. */
class TuneCommandTest extends TuneTestBase {
    private static JsonNode tuning(Path folder) {
        return Cli.summary(folder).get("tuning");
    }

    private static List<String> keys(JsonNode node) {
        return List.copyOf(node.propertyNames());
    }

    @Test
    void theFolderIsThatOfAFitWithTheTuningTables() throws IOException {
        Cli cli = tune("run");
        Path run = done(cli, "run");
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out())
                .contains("tuned      Chosen: ", "tuned      3 groups were given; the graph alone ", "fitted     gnmf")
                .contains("report     " + run.resolve("report.html"));
        assertThat(cli.out()
                        .lines()
                        .filter(line -> line.startsWith("tuned      "))
                        .map(line -> line.substring(11)))
                .containsExactlyElementsOf(tuning(run).get("sentences").values().stream()
                        .map(JsonNode::asString)
                        .toList());
        assertThat(names(run)).contains("tuning.csv", "leaving.csv", "report.html", "W.npy", "H.npy", "labels.csv");

        List<String[]> rows = Cli.rows(run.resolve("tuning.csv"));
        assertThat(Cli.lines(run.resolve("tuning.csv")).get(0))
                .isEqualTo(
                        "stage,neighbors,components,weights,alpha,keep,seed,score,modularity,silhouette,iterations,stop,inside");
        assertThat(rows).allMatch(row -> row.length == 13 && row[7].equals(row[8]) && row[9].isEmpty());
        assertThat(column(run.resolve("tuning.csv"), "stage").stream().distinct())
                .containsSubsequence("grid", "alpha", "path", "change");
        // 20 features have no more than 50 components, so none of them are left out
        assertThat(rows.stream().filter(row -> row[0].equals("grid")).map(row -> row[1] + row[2] + row[3]))
                .containsExactly("550gaussian", "350gaussian", "1050gaussian", "550local", "350local", "1050local");
        assertThat(rows.stream().filter(row -> row[0].equals("alpha")).map(row -> row[4]))
                .containsExactly("3.0", "30.0");

        Path leaving = run.resolve("leaving.csv");
        assertThat(Cli.lines(leaving).get(0)).isEqualTo("rank,index,name,kept_down_to");
        assertThat(Cli.rows(leaving)).allMatch(row -> row[2].equals("g" + row[1]));
        assertThat(column(leaving, "index")).doesNotHaveDuplicates();
        List<Integer> down =
                column(leaving, "kept_down_to").stream().map(Integer::valueOf).toList();
        assertThat(down).isSorted();
        for (int keep : down) // the path has exactly this number of features
        assertThat(down.stream().filter(k -> k <= keep)).hasSize(keep);
    }

    @Test
    void bestSupportIsTunedAsInVersionOne() {
        Path run = done(quick("run", "--solver", "best-support"), "run");
        List<String[]> rows = Cli.rows(run.resolve("tuning.csv"));
        assertThat(rows).allMatch(row -> row.length == 13 && row[7].equals(row[8]) && row[9].isEmpty());
        assertThat(rows).allMatch(row -> row[2].equals("none") && row[3].equals("gaussian"));
        assertThat(column(run.resolve("tuning.csv"), "stage").stream().distinct())
                .containsSubsequence("grid", "seeds", "path", "change", "cloud");
        assertThat(rows.stream().filter(row -> row[0].equals("grid"))).hasSize(12);
        assertThat(rows.stream().filter(row -> row[0].equals("seeds"))).hasSize(6);
        assertThat(rows.stream().filter(row -> row[0].equals("cloud"))).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recommended", "best-support"})
    void theSummaryAgreesWithTheTables(String method) {
        boolean joint = method.equals("recommended");
        Path run = done(joint ? tune("run") : tune("run", "--solver", method), "run");
        JsonNode tuning = tuning(run);
        assertThat(keys(tuning))
                .containsExactly(
                        "criterion",
                        "command",
                        "score",
                        "fits",
                        "chosen",
                        "budget",
                        "runner_up",
                        "margin",
                        "noise",
                        "changes",
                        "path",
                        "stability",
                        "cloud",
                        "trust",
                        "groups",
                        "sentences");
        assertThat(keys(tuning.get("chosen")))
                .containsExactly("neighbors", "components", "weights", "alpha", "keep", "seed");
        assertThat(keys(tuning.get("runner_up")))
                .containsExactly("neighbors", "components", "weights", "alpha", "keep", "score");
        assertThat(keys(tuning.get("changes").get(0)))
                .containsExactly("parameter", "factor", "value", "score", "change");
        assertThat(keys(tuning.get("path").get(0))).containsExactly("keep", "score", "share");
        if (joint) assertThat(tuning.get("trust")).isEqualTo(Cli.summary(run).get("trust"));
        else assertThat(keys(tuning.get("cloud"))).contains("scores", "gap", "needed", "trusted");
        assertThat(tuning.get("cloud").isNull()).isEqualTo(joint);
        assertThat(tuning.get("noise").isNull()).isEqualTo(joint);
        assertThat(keys(tuning.get("groups"))).containsExactly("given", "used", "suggested", "low", "high", "reasons");
        assertThat(tuning.get("command").asString()).startsWith("grapnel tune ").contains("--clusters 3");
        assertThat(tuning.get("budget").isNull()).isTrue();
        assertThat(tuning.get("groups").get("given").asBoolean()).isTrue();

        List<String[]> rows = Cli.rows(run.resolve("tuning.csv"));
        assertThat(tuning.get("fits").asInt()).isEqualTo(rows.size() + 1);
        JsonNode chosen = tuning.get("chosen");
        JsonNode summary = Cli.summary(run);
        for (String key : List.of("neighbors", "seed"))
            assertThat(chosen.get(key)).as(key).isEqualTo(summary.get(key));
        assertThat(chosen.get("keep")).isEqualTo(summary.get("keep"));
        String[] winner = rows.stream()
                .filter(row -> joint || List.of("confirm", "grid", "seeds").contains(row[0]))
                .filter(row -> row[1].equals(chosen.get("neighbors").asString())
                        && row[3].equals(chosen.get("weights").asString())
                        && Double.parseDouble(row[4]) == chosen.get("alpha").asDouble()
                        && row[5].equals(
                                chosen.get("keep").isNull()
                                        ? String.valueOf(P)
                                        : chosen.get("keep").asString())
                        && row[6].equals(chosen.get("seed").asString()))
                .findFirst()
                .orElseThrow();
        assertThat(Double.parseDouble(winner[7])).isEqualTo(tuning.get("score").asDouble());
        assertThat(Integer.parseInt(winner[10]))
                .as("the fit itself")
                .isEqualTo(summary.get("iterations").asInt());
        double best = 0;
        for (JsonNode step : tuning.get("path"))
            best = Math.max(best, step.get("score").asDouble());
        for (JsonNode step : tuning.get("path"))
            assertThat(step.get("share").asDouble()).isEqualTo(step.get("score").asDouble() / best);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--keep 5 | keep | 5",
                "--neighbors 4 | neighbors | 4",
                "--alpha 7 | alpha | 7.0",
                "--weights binary | weights | binary",
                "--graph-pcs 5 | components | 5",
                "--seed 5 --normalize max | normalize | max",
                "--select gain | select | gain",
                "--select variance | select | variance"
            })
    void givenParametersAreNotTuned(String options, String key, String value) {
        Path run = done(quick("run", (Object[]) options.split(" ")), "run");
        JsonNode said = Cli.summary(run).get(key);
        JsonNode chosen = tuning(run).get("chosen").get(key);
        assertThat((chosen == null ? said : chosen).asString()).isEqualTo(value);
        List<String[]> rows = Cli.rows(run.resolve("tuning.csv"));
        if (key.equals("keep")) {
            assertThat(tuning(run).get("budget").asInt()).isEqualTo(5);
            assertThat(column(run.resolve("tuning.csv"), "keep")).containsOnly("5", "10", "2");
            assertThat(tuning(run).get("path").size()).isEqualTo(3);
        }
        if (key.equals("neighbors"))
            assertThat(rows.stream().filter(row -> !row[0].equals("change"))).allMatch(row -> row[1].equals("4"));
        if (key.equals("alpha"))
            assertThat(rows.stream().filter(row -> !row[0].equals("change"))).allMatch(row -> row[4].equals("7.0"));
        if (key.equals("weights")) assertThat(rows).allMatch(row -> row[3].equals("binary"));
        if (key.equals("components")) assertThat(rows).allMatch(row -> row[2].equals("5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"modularity", "silhouette", "stability", "held-out", "held-out-entries"})
    void everyCriterionMaximisesItsOwnScore(String criterion) {
        Path run = done(quick("run", "--criterion", criterion, "--keep", 6), "run");
        assertThat(tuning(run).get("criterion").asString()).isEqualTo(criterion);
        for (String[] row : Cli.rows(run.resolve("tuning.csv"))) {
            if (row[0].equals("cloud")) continue; // the null model is always scored by modularity
            assertThat(row[7].equals(row[8])).isEqualTo(criterion.equals("modularity"));
            assertThat(row[9].isEmpty()).isNotEqualTo(criterion.equals("silhouette"));
            if (criterion.equals("silhouette")) assertThat(row[9]).isEqualTo(row[7]);
        }
    }

    @Test
    void withoutSelectionOnlyTheGraphIsTuned() {
        Path run = done(tune("run", "--model", "gnmf", "--no-controls"), "run");
        assertThat(run.resolve("leaving.csv")).doesNotExist();
        assertThat(tuning(run).get("chosen").get("keep").isNull()).isTrue();
        assertThat(tuning(run).get("path").size()).isZero();
        assertThat(tuning(run).get("stability").isNull()).isTrue();
        assertThat(column(run.resolve("tuning.csv"), "keep")).containsOnly(String.valueOf(P));
    }

    @Test
    void withAGivenGraphNeighborsAreNotTuned() {
        Path ring = Cli.ring(home.resolve("ring.csv"), N);
        Path run = done(tune("run", "--graph", ring, "--no-controls"), "run");
        assertThat(column(run.resolve("tuning.csv"), "neighbors")).containsOnly("");
        assertThat(tuning(run).get("chosen").get("neighbors").isNull()).isTrue();
        assertThat(tuning(run).get("cloud").isNull()).isTrue();
        assertThat(run.resolve("report.html")).exists();
    }

    @Test
    void labelsAreScoredAndChooseNothing() {
        Path plain = done(quick("plain"), "plain");
        Path known = done(
                tune(labelled, "known", "--clusters", 3, "--labels", "kind", "--no-report", "--no-controls"), "known");
        List<String> lines = new ArrayList<>();
        for (String line : Cli.lines(known.resolve("tuning.csv"))) lines.add(line.substring(0, line.lastIndexOf(',')));
        assertThat(Cli.lines(known.resolve("tuning.csv")).get(0)).endsWith(",stop,inside,nmi");
        assertThat(lines).isEqualTo(Cli.lines(plain.resolve("tuning.csv")));
        assertThat(known.resolve("leaving.csv")).hasSameBinaryContentAs(plain.resolve("leaving.csv"));
        assertThat(known.resolve("W.npy")).hasSameBinaryContentAs(plain.resolve("W.npy"));
    }

    @Test
    void anEstimatedNumberOfGroupsIsReportedEverywhere() {
        Cli cli = tune(data, "run", "--no-report", "--no-controls");
        Path run = done(cli, "run");
        int used = tuning(run).get("groups").get("used").asInt();
        assertThat(cli.err()).hasLineCount(1).contains("the number of groups is not given: using the estimate " + used);
        assertThat(cli.out())
                .contains("tuned      Warning: the number of groups was not given; the graph suggests " + used);
        assertThat(tuning(run).get("groups").get("given").asBoolean()).isFalse();
        assertThat(tuning(run).get("sentences").get(0).asString()).startsWith("Warning: the number of groups");
        assertThat(Cli.summary(run).get("clusters").asInt()).isEqualTo(used);
    }

    @Test
    void otherFormatsOfTheSameNumbersGiveTheSameChoice() throws IOException {
        Path plain = done(quick("plain"), "plain");
        double[][] turned = Cli.transposed(samples);
        Path rows = Cli.csv(home.resolve("rows.csv"), turned);
        Path run =
                done(tune(rows, "rows", "--clusters", 3, "--features-in-rows", "--no-report", "--no-controls"), "rows");
        assertThat(run.resolve("tuning.csv")).hasSameBinaryContentAs(plain.resolve("tuning.csv"));
        assertThat(run.resolve("H.npy")).hasSameBinaryContentAs(plain.resolve("H.npy"));
        List<String> entries =
                new ArrayList<>(List.of("%%MatrixMarket matrix coordinate real general", N + " " + P + " " + N * P));
        for (int j = 0; j < N; j++)
            for (int i = 0; i < P; i++) entries.add((j + 1) + " " + (i + 1) + " " + samples[j][i]);
        Path sparse = Cli.write(home.resolve("sparse.mtx"), entries.toArray(String[]::new));
        Path of = done(tune(sparse, "sparse", "--clusters", 3, "--no-report", "--no-controls"), "sparse");
        assertThat(column(of.resolve("tuning.csv"), "stage")).isEqualTo(column(plain.resolve("tuning.csv"), "stage"));
        assertThat(tuning(of).get("chosen")).isEqualTo(tuning(plain).get("chosen"));
        assertThat(Files.readAllLines(of.resolve("leaving.csv")).get(0)).isEqualTo("rank,index,name,kept_down_to");
    }

    @Test
    void outputOptionsOfFitApply() throws IOException {
        Path csv = done(quick("csv", "--factors", "csv"), "csv");
        assertThat(names(csv)).contains("W.csv", "H.csv").doesNotContain("report.html", "embedding.csv");
        assertThat(Cli.summary(csv).get("controls").isNull()).isTrue();
        Cli strict = quick("strict", "--strict", "--max-iter", 2);
        assertThat(strict.code()).isEqualTo(ErrorHandler.NOT_CONVERGED);
        assertThat(strict.err()).contains("warning: not converged");
        assertThat(home.resolve("strict/tuning.csv")).exists();
        assertThat(column(home.resolve("strict/tuning.csv"), "stop")).contains("max-iter");
    }

    @Test
    void theSameCommandGivesTheSameBytesForAnyNumberOfThreads() throws IOException {
        Path first = done(quick("first", "--threads", 1), "first");
        for (int threads = 1; threads <= 3; threads++) {
            String name = "t" + threads;
            same(first, done(quick(name, "--threads", threads), name));
        }
    }

    @Test
    void dataAndOutputFolderAreRequired() {
        assertThat(Cli.run("tune", data).err()).contains("-o");
        assertThat(Cli.run("tune", "--help").out()).contains("Choice:", "--criterion WORD", "Default: modularity");
        assertThat(Cli.run("--help").out()).contains("tune");
    }
}
