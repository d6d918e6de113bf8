package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code --recipe}, from counts as people have them to groups and back to new samples. */
class RecipeCommandTest {
    private static final int CELLS = 90;
    private static final int GENES = 80;
    private static final int TYPES = 3;

    @TempDir
    Path home;

    private Path counts = Path.of("");

    /** Cells of three types, of which the deepest has twenty times the counts of the shallowest. */
    @BeforeEach
    void simulate() {
        counts = Cli.csv(home.resolve("counts.csv"), cells(1));
    }

    private static double[][] cells(long seed) {
        double[][] x = new double[CELLS][GENES];
        for (int j = 0; j < CELLS; j++) {
            double depth = Math.exp(3 * CounterRandom.uniform(seed, 1000, j));
            for (int g = 0; g < GENES; g++) {
                double rate = depth * (g % 20 == j % TYPES ? 12 : 0.7);
                x[j][g] = Math.floor(-rate * Math.log(1 - CounterRandom.uniform(seed, g, j)));
            }
        }
        return x;
    }

    private Path fit(String name, Object... more) {
        Path run = home.resolve(name);
        List<Object> words = new ArrayList<>(
                List.of("fit", counts, "--clusters", TYPES, "--keep", 12, "--no-report", "--force", "-o", run));
        words.addAll(List.of(more));
        Cli cli = Cli.run(words.toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        return run;
    }

    /** Whether two samples share a group exactly if they share a type. */
    private static boolean agree(Path run) {
        List<String[]> labels = Cli.rows(run.resolve("labels.csv"));
        for (int j = 0; j < labels.size(); j++)
            for (int l = 0; l < j; l++)
                if (labels.get(j)[1].equals(labels.get(l)[1]) != (j % TYPES == l % TYPES)) return false;
        return true;
    }

    @Test
    void countsAreComparedByWhatTheyAreNotByDepth() {
        Path run = fit("run", "--recipe", "counts");
        assertThat(agree(run)).isTrue();
        JsonNode summary = Cli.summary(run);
        assertThat(summary.get("recipe").asString()).isEqualTo("counts");
        assertThat(summary.get("normalize").asString()).isEqualTo("total");
        assertThat(summary.get("log1p").asBoolean()).isTrue();
        assertThat(summary.get("total").asDouble()).isPositive();
    }

    @Test
    void theStepsOfARecipeAreTheSameOptionsByHand() {
        Path recipe = fit("recipe", "--recipe", "counts");
        Path byHand = fit("by-hand", "--normalize", "total", "--log1p");
        Path found = fit("found", "--recipe", "auto");
        for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv", "preparation.csv")) {
            assertThat(Cli.bytes(byHand.resolve(file))).as(file).isEqualTo(Cli.bytes(recipe.resolve(file)));
            assertThat(Cli.bytes(found.resolve(file))).as(file).isEqualTo(Cli.bytes(recipe.resolve(file)));
        }
        assertThat(Cli.summary(found).get("recipe").asString()).isEqualTo("counts");
        assertThat(Cli.summary(byHand).get("recipe").asString()).isEqualTo("none");
    }

    /** Texts on three subjects, each of which has words of its own. */
    private static double[][] texts(long seed) {
        double[][] x = new double[CELLS][GENES];
        for (int j = 0; j < CELLS; j++)
            for (int g = 0; g < GENES; g++) {
                double u = CounterRandom.uniform(seed, g, j);
                if (u < (g % 4 == j % TYPES ? 0.6 : 0.06)) x[j][g] = 1 + Math.floor(20 * u);
            }
        return x;
    }

    @Test
    void newSamplesArePreparedInTheSameWay() {
        placedByType("counts", cells(2));
        counts = Cli.csv(home.resolve("texts.csv"), texts(1));
        placedByType("text", texts(2));
    }

    private void placedByType(String recipe, double[][] fresh) {
        Path run = fit("run", "--recipe", recipe);
        assertThat(agree(run)).as(recipe).isTrue();
        Path placed = home.resolve("placed-" + recipe);
        Cli cli = Cli.run("transform", run, Cli.csv(home.resolve("new.csv"), fresh), "-o", placed);
        assertThat(cli.code()).as(cli.err()).isZero();
        List<String[]> known = Cli.rows(run.resolve("labels.csv"));
        List<String[]> found = Cli.rows(placed.resolve("labels.csv"));
        for (int j = 0; j < CELLS; j++) assertThat(found.get(j)[1]).isEqualTo(known.get(j % TYPES)[1]);
    }

    @Test
    void dataThatLookLikeCountsSaySoFirst() {
        Cli plain =
                Cli.run("fit", counts, "--clusters", TYPES, "--keep", 12, "--no-report", "-o", home.resolve("plain"));
        assertThat(plain.code()).isZero();
        assertThat(plain.err()).contains("these look like counts of samples at different depth", "try --recipe counts");
        assertThat(Cli.run("data", "describe", counts).out())
                .contains("hint       these look like counts", "try --recipe counts");
        assertThat(Cli.run("data", "describe", counts, "--json").out()).contains("\"recipe\" : \"counts\"");
        Cli prepared = Cli.run(
                "fit", counts, "--clusters", TYPES, "--keep", 12, "--log1p", "--no-report", "-o", home.resolve("log"));
        assertThat(prepared.err()).doesNotContain("--recipe");
    }

    @Test
    void oneClearLineRefusesWhatCannotBe() {
        refused(
                "--recipe text normalizes by tfidf, so --normalize l2 contradicts it",
                "--recipe",
                "text",
                "--normalize",
                "l2");
        refused("--normalize", "--normalize", "total:0");
        refused("'total:many': the sum of a sample must be a number above 0", "--normalize", "total:many");
        refused("'max:3': only total takes a number", "--normalize", "max:3");
        refused("'sum' is not among none, max, minmax, l2, total, tfidf, total:T", "--normalize", "sum");
        refused("--clip must be between 0 and 1, such as 0.99, got 99.0", "--clip", 99);
        refused("'soup' is not among none, counts, text, pictures, auto", "--recipe", "soup");
        double[][] empty = cells(1);
        empty[7] = new double[GENES];
        counts = Cli.csv(home.resolve("empty.csv"), empty);
        refused("sample 7 (7) has depth 0", "--recipe", "counts");
        empty[7][3] = -1;
        counts = Cli.csv(home.resolve("negative.csv"), empty);
        refused(
                "tf-idf needs numbers >= 0, such as counts of words; it is in row 9, column 4 ('g3')",
                "--recipe",
                "text");
    }

    private void refused(String message, Object... more) {
        List<Object> words =
                new ArrayList<>(List.of("fit", counts, "--clusters", TYPES, "--keep", 12, "-o", home.resolve("no")));
        words.addAll(List.of(more));
        Cli cli = Cli.run(words.toArray());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(message).hasLineCount(1);
        assertThat(home.resolve("no")).doesNotExist();
    }
}
