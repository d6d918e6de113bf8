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

/** What the page of a run says whose parameters were chosen without labels. */
class TuningSectionTest {
    private static final String SECTION = "How the parameters were chosen";

    @TempDir
    Path home;

    private String page(TuningFixture tuning) throws IOException {
        return page(tuning.into(home.resolve("run")));
    }

    private static String page(Path folder) throws IOException {
        String page = Files.readString(RunReport.write(folder));
        return page.substring(page.indexOf("<body>"), page.indexOf("/*! d3")); // no failure needs to print the scripts
    }

    /** A page of which a failure prints only what is missing, or too much. */
    private record PageText(String page) {
        PageText contains(String... words) {
            assertThat(Stream.of(words).filter(word -> !page.contains(word)))
                    .as("what the page does not say")
                    .isEmpty();
            return this;
        }

        PageText doesNotContain(String... words) {
            assertThat(Stream.of(words).filter(page::contains))
                    .as("what the page should not say")
                    .isEmpty();
            return this;
        }
    }

    private PageText said(TuningFixture tuning) throws IOException {
        return new PageText(page(tuning));
    }

    private static PageText said(Path folder) throws IOException {
        return new PageText(page(folder));
    }

    private static void comesBefore(String page, String first, String second) {
        assertThat(page.indexOf(first)).as(first).isNotNegative();
        assertThat(page.indexOf(first)).as("%s before %s", first, second).isLessThan(page.indexOf(second));
    }

    @Test
    void aRunThatWasNotTunedDoesNotSpeakOfIt() throws IOException {
        Path folder = TuningFixture.free().into(home.resolve("run"));
        Map<String, Object> summary = Json.read(folder.resolve("summary.json"));
        summary.remove("tuning");
        Json.write(folder.resolve("summary.json"), summary);
        said(folder)
                .doesNotContain(SECTION, "tuning-map", "chosen without labels")
                .contains("this command repeats the run:");
    }

    @Test
    void theValuesTheirScoreAndItsNoiseAreSaid() throws IOException {
        said(TuningFixture.free())
                .contains(SECTION, "5 neighbours are best.", "6 features are enough.")
                .contains("5 neighbours, graph weight 50, 6 features.", "The best of 39 fits by modularity")
                .contains("6 of 30", "0.9123", "0.0073")
                .contains("The runner-up: 3 neighbours, graph weight 50, 6 features, with 0.905.")
                .contains("by 0.004 (one standard deviation). The margin is not twice that")
                .contains("81 %", "Over 5 parts of 80 % of the samples: they mostly keep the same features")
                .contains("such clouds keep 0.5, 0.51, 0.49 of all edges inside.", "At least 0.08 is needed")
                .contains("39 fits were compared, without a look at any label", "than by chance. 0 is chance")
                .doesNotContain("class=\"notes warning\"", "(nmi)");
    }

    @Test
    void theMapIsTheMeanOverTheSeedsAndFramesWhatWasChosen() throws IOException {
        said(TuningFixture.free())
                .contains("Framed: what was chosen, 5 neighbours and graph weight 50, with 0.92.")
                .contains("\"row_names\":[\"3\",\"5\",\"10\",\"15\"]")
                .contains("\"column_names\":[\"0.1\",\"1\",\"10\",\"50\",\"250\",\"1,000\"]")
                .contains("0.840103,0.92,0.840103") // 0.91 of one seed, 0.92 of the next, 0.93
                .contains(",null]]") // of the last fit nothing came
                .contains("\"frames\":[{\"row\":1,\"column\":3,\"what\":\"chosen\"}]");
    }

    @Test
    void thePathHasTheLineOfEnoughAndWhatWasChosen() throws IOException {
        said(TuningFixture.free())
                .contains("Chosen: 6 features, with a score of 0.9123, 99.7 % of the best.")
                .contains("\"x\":{\"title\":\"features\",\"log\":true}")
                .contains("\"name\":\"99 % of the best\",\"x\":[30,3],\"y\":[0.90585,0.90585]")
                .contains("\"name\":\"chosen\",\"x\":[6],\"y\":[0.9123],\"marks\":true")
                .contains("\"views\":[\"the whole path\",\"near the best\"]", "\"x\":[30,15,6],\"y\":[0.915,");
    }

    @Test
    void halfAndTwiceAreSaidWithTheirChange() throws IOException {
        said(TuningFixture.free())
                .contains(row("graph weight alpha, half", "25", "0.9133", "+0.001", "no"))
                .contains(row("features, half", "3", "0.8123", "-0.1", "yes"))
                .contains(row("neighbours, twice", "10", "0.8923", "-0.02", "yes"));
    }

    private static String row(String name, String... cells) {
        return "<th scope=\"row\">" + name + "</th><td>" + String.join("</td><td>", cells) + "</td>";
    }

    @Test
    void theLastToLeaveAreNamed() throws IOException {
        said(TuningFixture.free())
                .contains("The last 20 of 25 features to leave; all are in leaving.csv")
                .contains("5 features went at the first step and are not listed.")
                .contains(row("f1", "1", "3"), row("f20", "20", "25"))
                .doesNotContain(row("f21", "21", "25"), "leaving-pixels");
    }

    @Test
    void pixelsAreDrawnByHowLongTheyStay() throws IOException {
        String page = page(TuningFixture.free().pixels());
        new PageText(page)
                .contains("Which pixels leave last", "25 pixels have a colour", "still there when 3 are left")
                .contains("\"ink\":\"falling\",\"value\":\"kept down to\"");
        // numbered down the columns of 5 rows: the first row has features 0, 5, 10, …
        new PageText(page).contains("\"values\":[3,6,15,25,25,0,3,");
    }

    @Test
    void aBudgetIsNotCalledAChoice() throws IOException {
        said(TuningFixture.free().budget())
                .contains("As many as you asked for.", "Fewer features than you asked for, and more")
                .contains("\"name\":\"asked for\",\"x\":[6],\"y\":[0.9123],\"marks\":true")
                .contains("Asked for: 6 features, with a score of 0.9123.")
                .doesNotContain("99 % of the best");
    }

    @Test
    void aGraphOfTheUserHasOneRow() throws IOException {
        said(TuningFixture.free().graphGiven())
                .contains("\"row_names\":[\"your graph\"]", "The tuning map: the score over the graph weight")
                .contains("Framed: what was chosen, your graph and graph weight 50, with")
                .contains("\"frames\":[{\"row\":0,\"column\":3")
                .contains("Which samples are tied was said by a graph of yours.")
                .contains("Your graph, graph weight 50, 6 features.");
    }

    @Test
    void aModelThatKeepsAllFeaturesHasNeitherPathNorLeaving() throws IOException {
        said(TuningFixture.free().keepsAll())
                .contains("all 30", "How many to keep was not part of the choice.", "tuning-map")
                .doesNotContain("tuning-path", "to leave", "The same features again");
    }

    @Test
    void aModelWithoutAGraphDoesNotSpeakOfOne() throws IOException {
        said(TuningFixture.free().put("chosen.neighbors", null).put("chosen.alpha", null))
                .contains("<dd>6 features.</dd>")
                .doesNotContain("<dt>Neighbours</dt>", "<dt>Graph weight alpha</dt>", "Your graph", "Framed");
    }

    @Test
    void aWarningIsTheFirstThingToRead() throws IOException {
        String page = page(TuningFixture.free().untrusted());
        new PageText(page)
                .contains("<div class=\"notes warning\"><p><strong>Warnings</strong>")
                .contains("<li>Data without groups do &lt;b&gt;as well&lt;/b&gt;.</li>")
                .contains(
                        "data without any groups keep 0.88, 0.9 of the edges between neighbours inside groups by the same procedure")
                .contains("A gap of 0.08 would be needed, there is one of 0.0223.")
                .contains("chosen, not trusted", "Not enough: 0.08 is needed before groups can be trusted.");
        comesBefore(page, "notes warning", "class=\"cards\"");
        comesBefore(page, "notes warning", "<h2");
    }

    @Test
    void eitherOfTheTwoSignsIsAWarning() throws IOException {
        Path folder = home.resolve("run");
        TuningFixture.free().put("sentences", List.of("Warning: few samples.")).into(folder);
        said(folder).contains("<strong>Warning</strong>", "<li>Few samples.</li>");
        TuningFixture.free().put("cloud.trusted", false).add(folder);
        said(folder).contains("<strong>Warning</strong>", "The groups may not be real");
    }

    @Test
    void aNumberOfGroupsThatNobodyGaveIsCalledSuggested() throws IOException {
        String page = page(TuningFixture.free().groupsSuggested());
        String card = "This number was suggested and not given: 2 to 5 can be argued. Confirm it with --clusters.";
        comesBefore(page, card, "<h2");
        new PageText(page)
                .contains("The number of groups was not given. 3 were used, for the data suggest 4, and 2 to 5")
                .contains("<li>2 communities in the graph of 10 neighbours</li>\n<li>5 large &lt;eigenvalues&gt;</li>");
    }

    @Test
    void aNumberOfGroupsThatWasGivenIsHeldAgainstTheRange() throws IOException {
        Path folder = home.resolve("run");
        TuningFixture.free().into(folder);
        said(folder)
                .contains("You asked for 3 groups. The data themselves suggest 4, and 2 to 5 can be argued: "
                        + "your number lies in that range. The reasons:")
                .doesNotContain("suggested and not given");
        TuningFixture.free().put("groups.low", 5).add(folder);
        said(folder).contains("and 5 can be argued: your number lies outside that range.");
    }

    @Test
    void theCommandThatTunedStandsBesideTheOneThatFits() throws IOException {
        String page = page(TuningFixture.free());
        comesBefore(page, "grapnel fit ", "grapnel tune data.csv -o &#39;a b&#39; --clusters 3");
        new PageText(page).contains("this command repeats the fit with the parameters that were chosen");
    }

    @Test
    void everyCriterionIsExplained() throws IOException {
        Path folder = TuningFixture.free().labels().into(home.resolve("run"));
        said(folder).contains("how well its groups agree with the labels (nmi), which decided nothing");
        for (String criterion : List.of("silhouette", "stability", "held-out", "something else")) {
            TuningFixture.free().put("criterion", criterion).add(folder);
            said(folder)
                    .contains("by " + criterion + "; how is said below")
                    .contains(TextFormat.capitalize(criterion) + ": more is better.")
                    .contains("The score is " + TuningCards.describeCriterion(criterion) + ".");
        }
    }

    @Test
    void whatIsNotKnownIsNotInvented() throws IOException {
        said(TuningFixture.free().nulls())
                .contains("There was no runner-up", "tuning-map", "tuning-path")
                .contains("your number lies in that range.")
                .doesNotContain("half and twice", "The same features again", "Above data without groups")
                .doesNotContain("NaN", "null,\"x\"", "standard deviation)");
    }

    /** JSON writes null for what is not finite. */
    @Test
    void numbersThatAreNotFiniteAreLeftOut() throws IOException {
        TuningFixture tuning = TuningFixture.free();
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
        said(tuning)
                .contains(row("neighbours, twice", "10", "–", "–", "–"))
                .contains("It could not be measured.", "such clouds keep 0.5, – of all edges inside.")
                .doesNotContain("NaN");
    }

    @Test
    void aKeyThatMayBeNullMayBeMissing() throws IOException {
        TuningFixture tuning = TuningFixture.free();
        for (String key : List.of("budget", "runner_up", "margin", "noise", "stability", "cloud", "chosen.neighbors"))
            tuning.without(key);
        said(tuning).contains(SECTION);
    }

    @Test
    void theSameFolderGivesTheSameBytes() throws IOException {
        Path folder = TuningFixture.free().pixels().into(home.resolve("run"));
        assertThat(page(folder).equals(page(folder))).isTrue();
    }

    @Test
    void filesThatAreMissingOrDamagedAreNamed() throws IOException {
        Path folder = TuningFixture.free().into(home.resolve("run"));
        Path trials = folder.resolve("tuning.csv");
        String whole = Files.readString(trials);
        Files.writeString(trials, whole.replace("grid,3,0.1", "grid,three,0.1"));
        refused(folder, "tuning.csv: row 1 under the header, column 'neighbors': 'three' is not a number");
        Files.writeString(trials, whole.replace("stage,", "phase,"));
        refused(folder, "tuning.csv: has no column 'stage'");
        Files.delete(trials);
        refused(folder, "tuning.csv is missing");
        Files.writeString(trials, whole);
        Files.writeString(folder.resolve("leaving.csv"), "rank,index,name,kept_down_to\n1,30,f,3\n");
        refused(folder, "leaving.csv: row 1 under the header, column 'index': 30.0 is not a whole number from 0 to 29");
        Files.writeString(folder.resolve("leaving.csv"), "rank,index,name,kept_down_to\n1,3,f,\n");
        refused(folder, "leaving.csv: row 1 under the header, column 'kept_down_to': NaN");
        Files.writeString(folder.resolve("leaving.csv"), "rank,index,name,kept_down_to\n1,3,f,0\n");
        refused(folder, "leaving.csv: feature 'f' is kept down to 0");
    }

    private static void refused(Path folder, String message) {
        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                Arguments.of("criterion", 3, "tuning.criterion is '3', where words should be"),
                Arguments.of("fits", 3.5, "tuning.fits is '3.5', where a whole number from 0 on should be"),
                Arguments.of("fits", -1, "tuning.fits is '-1', where"),
                Arguments.of("score", "high", "tuning.score is 'high', where a number should be"),
                Arguments.of("chosen", null, "tuning.chosen is null, where an object should be"),
                Arguments.of("chosen.alpha", "much", "tuning.chosen.alpha is 'much', where a number should be"),
                Arguments.of("chosen.keep", List.of(), "tuning.chosen.keep is '[]', where a whole number"),
                Arguments.of("runner_up", 7, "tuning.runner_up is '7', where an object should be"),
                Arguments.of("changes", "none", "tuning.changes is 'none', where a list should be"),
                Arguments.of("changes.1.value", true, "tuning.changes.1.value is 'true', where a number should be"),
                Arguments.of("path.2.keep", null, "tuning.path.2.keep is null, where a whole number"),
                Arguments.of("path.2.keep", 0, "path.2.keep is '0', where a whole number from 1 on should be"),
                Arguments.of("cloud.trusted", "yes", "tuning.cloud.trusted is 'yes', where true or false should be"),
                Arguments.of("cloud.scores", List.of("a"), "tuning.cloud.scores.0 is 'a', where a number should be"),
                Arguments.of("groups.reasons", List.of(1), "tuning.groups.reasons.0 is '1', where words should be"),
                Arguments.of("sentences", null, "tuning.sentences is null, where a list should be"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void aValueOfTheWrongKindIsNamedByItsFileAndKey(String key, Object value, String message) throws IOException {
        refusedSummary(TuningFixture.free().put(key, value), message);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyThatIsMissingIsNamed(String key) throws IOException {
        refusedSummary(TuningFixture.free().without(key), "tuning." + key + " is missing, where ");
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

    /** The summary alone says it: nothing else has to be there. */
    private void refusedSummary(TuningFixture tuning, String message) throws IOException {
        Json.write(home.resolve("summary.json"), Map.of("model", "gnmf"));
        tuning.add(home);
        SavedRun saved = SavedRun.read(home);
        assertThatThrownBy(() -> SavedTuning.find(saved))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("summary.json: ")
                .hasMessageContaining(message);
    }

    @Test
    void whatIsNoObjectAtAllIsNamed() throws IOException {
        Json.write(home.resolve("summary.json"), Map.of("model", "gnmf", "tuning", "x".repeat(200)));
        SavedRun saved = SavedRun.read(home);
        assertThatThrownBy(() -> SavedTuning.find(saved))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("summary.json: tuning is 'xxx")
                .hasMessageEndingWith("x…', where an object should be");
    }
}
