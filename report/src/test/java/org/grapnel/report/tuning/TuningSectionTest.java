package org.grapnel.report.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.report.RunReport;
import org.grapnel.report.page.TextFormat;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.read.SavedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of the page of a tuned run. */
class TuningSectionTest {
    private static final String SECTION = "How the parameters were chosen";

    @TempDir
    Path home;

    private String page(TuningFixture tuning) throws IOException {
        return page(tuning.writeTo(home.resolve("run")));
    }

    private static String page(Path folder) throws IOException {
        String page = Files.readString(RunReport.write(folder));
        return page.substring(
                page.indexOf("<body>"), page.indexOf("/*! d3")); // without the scripts, which would hide a failure
    }

    /** The text of a page; a failure prints only the texts that are missing or unexpected. */
    private record PageText(String page) {
        PageText contains(String... words) {
            assertThat(Stream.of(words).filter(word -> !page.contains(word)))
                    .as("missing texts")
                    .isEmpty();
            return this;
        }

        PageText doesNotContain(String... words) {
            assertThat(Stream.of(words).filter(page::contains))
                    .as("unexpected texts")
                    .isEmpty();
            return this;
        }
    }

    private PageText textOf(TuningFixture tuning) throws IOException {
        return new PageText(page(tuning));
    }

    private static PageText textOf(Path folder) throws IOException {
        return new PageText(page(folder));
    }

    private static void assertBefore(String page, String first, String second) {
        assertThat(page.indexOf(first)).as(first).isNotNegative();
        assertThat(page.indexOf(first)).as("%s before %s", first, second).isLessThan(page.indexOf(second));
    }

    @Test
    void pageOfAnUntunedRunHasNoTuningSection() throws IOException {
        Path folder = TuningFixture.create().writeTo(home.resolve("run"));
        Map<String, Object> summary = Json.read(folder.resolve("summary.json"));
        summary.remove("tuning");
        Json.write(folder.resolve("summary.json"), summary);
        textOf(folder)
                .doesNotContain(SECTION, "tuning-map", "chosen without labels")
                .contains("this command repeats the run:");
    }

    @Test
    void pageShowsTheChosenValuesTheirScoreAndNoise() throws IOException {
        textOf(TuningFixture.create())
                .contains(SECTION, "5 neighbours are best.", "6 features are enough.")
                .contains("5 neighbours, graph weight 50, 6 features.", "Chosen from 39 fits by modularity")
                .contains("6 of 30", "0.9123", "0.0073")
                .contains("Runner-up: 3 neighbours, graph weight 50, 6 features, with score 0.905.")
                .contains("by 0.004 (one standard deviation). The margin is less than twice that")
                .contains("81 %", "On 5 subsamples of 80 % of the samples: they mostly keep the same features")
                .contains("Data without groups keep 0.5, 0.51, 0.49 of the edges", "At least 0.08 is needed")
                .contains("39 fits were compared without using any labels", "than by chance. 0 is chance")
                .doesNotContain("class=\"notes warning\"", "column nmi");
    }

    @Test
    void heatMapShowsMeansOverSeedsAndFramesTheChosenPoint() throws IOException {
        textOf(TuningFixture.create())
                .contains("Framed: the chosen point, 5 neighbours and graph weight 50, with score 0.92.")
                .contains("\"row_names\":[\"3\",\"5\",\"10\",\"15\"]")
                .contains("\"column_names\":[\"0.1\",\"1\",\"10\",\"50\",\"250\",\"1,000\"]")
                .contains("0.840103,0.92,0.840103") // mean of 0.91, 0.92 and 0.93
                .contains(",null]]") // the last fit has no score
                .contains("\"frames\":[{\"row\":1,\"column\":3,\"what\":\"chosen\"}]");
    }

    @Test
    void pathShowsTheThresholdAndTheChosenPoint() throws IOException {
        textOf(TuningFixture.create())
                .contains("Chosen: 6 features, with a score of 0.9123, 99.7 % of the best.")
                .contains("\"x\":{\"title\":\"features\",\"log\":true}")
                .contains("\"name\":\"99 % of the best\",\"x\":[30,3],\"y\":[0.90585,0.90585]")
                .contains("\"name\":\"chosen\",\"x\":[6],\"y\":[0.9123],\"marks\":true")
                .contains("\"views\":[\"all\",\"near the best score\"]", "\"x\":[30,15,6],\"y\":[0.915,");
    }

    @Test
    void tableShowsTheChangeAtHalfAndTwiceOfEachParameter() throws IOException {
        textOf(TuningFixture.create())
                .contains(row("graph weight alpha, half", "25", "0.9133", "+0.001", "no"))
                .contains(row("features, half", "3", "0.8123", "-0.1", "yes"))
                .contains(row("neighbours, twice", "10", "0.8923", "-0.02", "yes"));
    }

    private static String row(String name, String... cells) {
        return "<th scope=\"row\">" + name + "</th><td>" + String.join("</td><td>", cells) + "</td>";
    }

    @Test
    void lastFeaturesToDropOutAreNamed() throws IOException {
        textOf(TuningFixture.create())
                .contains("The last 20 of 25 features to drop out; leaving.csv lists all")
                .contains("5 features dropped out at the first step and are not listed.")
                .contains(row("f1", "1", "3"), row("f20", "20", "25"))
                .doesNotContain(row("f21", "21", "25"), "leaving-pixels");
    }

    @Test
    void pixelsAreColouredByHowLongTheyAreKept() throws IOException {
        String page = page(TuningFixture.create().pixels());
        new PageText(page)
                .contains("Pixels that drop out last", "25 pixels have a colour", "still kept when 3 are left")
                .contains("\"ink\":\"falling\",\"value\":\"kept down to\"");
        // pixels are numbered by column, 5 rows each: the first row holds features 0, 5, 10, …
        new PageText(page).contains("\"values\":[3,6,15,25,25,0,3,");
    }

    @Test
    void requestedNumberOfFeaturesIsNotCalledChosen() throws IOException {
        textOf(TuningFixture.create().budget())
                .contains("The number you asked for.", "Score with fewer and more features than requested")
                .contains("\"name\":\"requested\",\"x\":[6],\"y\":[0.9123],\"marks\":true")
                .contains("Requested: 6 features, with a score of 0.9123.")
                .doesNotContain("99 % of the best");
    }

    @Test
    void graphOfTheUserGivesOneRow() throws IOException {
        textOf(TuningFixture.create().graphGiven())
                .contains("\"row_names\":[\"your graph\"]", "Score by graph weight")
                .contains("Framed: the chosen point, your graph and graph weight 50, with")
                .contains("\"frames\":[{\"row\":0,\"column\":3")
                .contains("Your graph defines which samples are connected.")
                .contains("Your graph, graph weight 50, 6 features.");
    }

    @Test
    void modelThatKeepsAllFeaturesHasNoPathAndNoEliminationOrder() throws IOException {
        textOf(TuningFixture.create().keepsAll())
                .contains("all 30", "The number of features was not tuned.", "tuning-map")
                .doesNotContain("tuning-path", "to drop out", "Stability of the features");
    }

    @Test
    void modelWithoutAGraphDoesNotMentionOne() throws IOException {
        textOf(TuningFixture.create().put("chosen.neighbors", null).put("chosen.alpha", null))
                .contains("<dd>6 features.</dd>")
                .doesNotContain("<dt>Neighbours</dt>", "<dt>Graph weight alpha</dt>", "Your graph", "Framed");
    }

    @Test
    void warningComesFirst() throws IOException {
        String page = page(TuningFixture.create().untrusted());
        new PageText(page)
                .contains("<div class=\"notes warning\"><p><strong>Warnings</strong>")
                .contains("<li>Data without groups do &lt;b&gt;as well&lt;/b&gt;.</li>")
                .contains(
                        "on data without groups, the same procedure keeps 0.88, 0.9 of the edges between neighbours inside groups")
                .contains("A gap of 0.08 is needed, but the gap is only 0.0223.")
                .contains("chosen, but not reliable", "Not enough: groups are reliable from 0.08 on.");
        assertBefore(page, "notes warning", "class=\"cards\"");
        assertBefore(page, "notes warning", "<h2");
    }

    @Test
    void warningSentenceOrSmallGapIsAWarning() throws IOException {
        Path folder = home.resolve("run");
        TuningFixture.create()
                .put("sentences", List.of("Warning: few samples."))
                .writeTo(folder);
        textOf(folder).contains("<strong>Warning</strong>", "<li>Few samples.</li>");
        TuningFixture.create().put("cloud.trusted", false).addTo(folder);
        textOf(folder).contains("<strong>Warning</strong>", "The groups may not be real");
    }

    @Test
    void suggestedNumberOfGroupsIsCalledSuggested() throws IOException {
        String page = page(TuningFixture.create().groupsSuggested());
        String card = "Grapnel suggested this number; 2 to 5 would also be reasonable. Confirm it with --clusters.";
        assertBefore(page, card, "<h2");
        new PageText(page)
                .contains("The number of groups was not given. 3 were used, because the data suggest 4; 2 to 5")
                .contains("<li>2 communities in the graph of 10 neighbours</li>\n<li>5 large &lt;eigenvalues&gt;</li>");
    }

    @Test
    void givenNumberOfGroupsIsComparedWithTheRange() throws IOException {
        Path folder = home.resolve("run");
        TuningFixture.create().writeTo(folder);
        textOf(folder)
                .contains("You asked for 3 groups. The data suggest 4, and 2 to 5 would be reasonable: "
                        + "your number lies inside that range. Reasons:")
                .doesNotContain("Grapnel suggested");
        TuningFixture.create().put("groups.low", 5).addTo(folder);
        textOf(folder).contains("and 5 would be reasonable: your number lies outside that range.");
    }

    @Test
    void pageShowsTheTuningCommandAfterTheFitCommand() throws IOException {
        String page = page(TuningFixture.create());
        assertBefore(page, "grapnel fit ", "grapnel tune data.csv -o &#39;a b&#39; --clusters 3");
        new PageText(page).contains("this command repeats the fit with the chosen parameters");
    }

    @Test
    void everyCriterionIsExplained() throws IOException {
        Path folder = TuningFixture.create().labels().writeTo(home.resolve("run"));
        textOf(folder)
                .contains("the column nmi shows its agreement with the labels, which played no part in the choice");
        for (String criterion : List.of("silhouette", "stability", "held-out", "held-out-entries", "something else")) {
            TuningFixture.create().put("criterion", criterion).addTo(folder);
            textOf(folder)
                    .contains("by " + criterion + "; details are below")
                    .contains(TextFormat.capitalize(criterion) + ": higher is better.")
                    .contains("The score is " + TuningCards.describeCriterion(criterion) + ".");
        }
    }

    @Test
    void missingValuesAreNotInvented() throws IOException {
        textOf(TuningFixture.create().nulls())
                .contains("There was no runner-up", "tuning-map", "tuning-path")
                .contains("your number lies inside that range.")
                .doesNotContain("halving or doubling", "Stability of the features", "Gap to data without groups")
                .doesNotContain("NaN", "null,\"x\"", "standard deviation)");
    }

    /** JSON holds null for numbers that are not finite. */
    @Test
    void numbersThatAreNotFiniteAreLeftOut() throws IOException {
        TuningFixture tuning = TuningFixture.create();
        for (String key : List.of(
                "score",
                "path.2.score",
                "path.2.share",
                "changes.1.score",
                "changes.1.change",
                "stability.jaccard",
                "stability.corrected",
                "cloud.gap",
                "cloud.needed",
                "runner_up.score")) tuning.put(key, null);
        tuning.put("cloud.scores", Arrays.asList(0.5, null));
        textOf(tuning)
                .contains(row("neighbours, twice", "10", "–", "–", "–"))
                .contains("It could not be measured.", "Data without groups keep 0.5, – of the edges")
                .doesNotContain("NaN");
    }

    @Test
    void keyThatMayBeNullMayBeMissing() throws IOException {
        TuningFixture tuning = TuningFixture.create();
        for (String key : List.of("budget", "runner_up", "margin", "noise", "stability", "cloud", "chosen.neighbors"))
            tuning.without(key);
        textOf(tuning).contains(SECTION);
    }

    @Test
    void sameFolderGivesTheSameBytes() throws IOException {
        Path folder = TuningFixture.create().pixels().writeTo(home.resolve("run"));
        assertThat(page(folder).equals(page(folder))).isTrue();
    }

    @Test
    void missingAndDamagedFilesAreNamed() throws IOException {
        Path folder = TuningFixture.create().writeTo(home.resolve("run"));
        Path trials = folder.resolve("tuning.csv");
        String whole = Files.readString(trials);
        Files.writeString(trials, whole.replace("grid,3,0.1", "grid,three,0.1"));
        assertRefused(folder, "tuning.csv: data row 1, column 'neighbors': 'three' is not a number");
        Files.writeString(trials, whole.replace("stage,", "phase,"));
        assertRefused(folder, "tuning.csv: has no column 'stage'");
        Files.delete(trials);
        assertRefused(folder, "tuning.csv is missing");
        Files.writeString(trials, whole);
        Files.writeString(folder.resolve("leaving.csv"), "rank,index,name,kept_down_to\n1,30,f,3\n");
        assertRefused(folder, "leaving.csv: data row 1, column 'index': 30.0 is not an integer from 0 to 29");
        Files.writeString(folder.resolve("leaving.csv"), "rank,index,name,kept_down_to\n1,3,f,\n");
        assertRefused(folder, "leaving.csv: data row 1, column 'kept_down_to': NaN");
        Files.writeString(folder.resolve("leaving.csv"), "rank,index,name,kept_down_to\n1,3,f,0\n");
        assertRefused(folder, "leaving.csv: kept_down_to of feature 'f' is 0");
    }

    private static void assertRefused(Path folder, String message) {
        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                Arguments.of("criterion", 3, "tuning.criterion is '3', expected text"),
                Arguments.of("fits", 3.5, "tuning.fits is '3.5', expected an integer from 0 on"),
                Arguments.of("fits", -1, "tuning.fits is '-1', expected an integer"),
                Arguments.of("score", "high", "tuning.score is 'high', expected a number"),
                Arguments.of("chosen", null, "tuning.chosen is null, expected an object"),
                Arguments.of("chosen.alpha", "much", "tuning.chosen.alpha is 'much', expected a number"),
                Arguments.of("chosen.keep", List.of(), "tuning.chosen.keep is '[]', expected an integer"),
                Arguments.of("runner_up", 7, "tuning.runner_up is '7', expected an object"),
                Arguments.of("changes", "none", "tuning.changes is 'none', expected a list"),
                Arguments.of("changes.1.value", true, "tuning.changes.1.value is 'true', expected a number"),
                Arguments.of("path.2.keep", null, "tuning.path.2.keep is null, expected an integer"),
                Arguments.of("path.2.keep", 0, "path.2.keep is '0', expected an integer from 1 on"),
                Arguments.of("cloud.trusted", "yes", "tuning.cloud.trusted is 'yes', expected true or false"),
                Arguments.of("cloud.scores", List.of("a"), "tuning.cloud.scores.0 is 'a', expected a number"),
                Arguments.of("groups.reasons", List.of(1), "tuning.groups.reasons.0 is '1', expected text"),
                Arguments.of("sentences", null, "tuning.sentences is null, expected a list"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void valueOfTheWrongTypeIsNamedByFileAndKey(String key, Object value, String message) throws IOException {
        assertSummaryRefused(TuningFixture.create().put(key, value), message);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void missingKeyIsNamed(String key) throws IOException {
        assertSummaryRefused(TuningFixture.create().without(key), "tuning." + key + " is missing, expected ");
    }

    static Stream<String> keys() {
        return Stream.of(
                "criterion",
                "command",
                "score",
                "fits",
                "chosen",
                "changes",
                "changes.0.parameter",
                "path",
                "path.0.score",
                "cloud.gap",
                "stability.subsamples",
                "groups",
                "groups.low",
                "sentences");
    }

    /** The summary alone is refused, without other files. */
    private void assertSummaryRefused(TuningFixture tuning, String message) throws IOException {
        Json.write(home.resolve("summary.json"), Map.of("model", "gnmf"));
        tuning.addTo(home);
        SavedRun saved = SavedRun.read(home);
        assertThatThrownBy(() -> SavedTuning.find(saved))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("summary.json: ")
                .hasMessageContaining(message);
    }

    @Test
    void entryThatIsNotAnObjectIsNamed() throws IOException {
        Json.write(home.resolve("summary.json"), Map.of("model", "gnmf", "tuning", "x".repeat(200)));
        SavedRun saved = SavedRun.read(home);
        assertThatThrownBy(() -> SavedTuning.find(saved))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("summary.json: tuning is 'xxx")
                .hasMessageEndingWith("x…', expected an object");
    }
}
