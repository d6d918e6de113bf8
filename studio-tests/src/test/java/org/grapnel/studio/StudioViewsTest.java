package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.studio.StudioUser.marked;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The table of runs, the comparison of runs, and the exploration of one. */
@Tag("browser")
@Tag("once")
@ExtendWith(BrowserExtension.class)
class StudioViewsTest {
    @TempDir
    static Path home;

    private static RunningStudio studio;
    private static String few;
    private static String many;
    private TestBrowser browser;
    private StudioUser user;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        studio = RunningStudio.start(home);
        studio.put("cells.csv", SmallData.withLabels());
        few = studio.submit("cells.csv", "fit", "few", Map.of("clusters", 3, "keep", 6, "labels", "tissue"));
        many = studio.submit("cells.csv", "fit", "many", Map.of("clusters", 2, "keep", 12, "labels", "tissue"));
        studio.await(few, "done");
        studio.await(many, "done");
    }

    @AfterAll
    static void end() {
        if (studio != null) studio.close();
    }

    @BeforeEach
    void openPage(TestBrowser given) throws InterruptedException {
        browser = given;
        user = new StudioUser(given).open(studio, "/runs", row(few));
    }

    private static String row(String run) {
        return "tr[data-run='" + run + "']";
    }

    private List<String> runs() {
        return browser.evaluate("[...document.querySelectorAll('#runs tbody tr')].map(row => row.dataset.run)")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
    }

    @Test
    void runsAreSortedAndFiltered() throws InterruptedException {
        assertThat(runs()).as("the newest first").startsWith(many).containsSubsequence(many, few);
        user.click(marked("sort-keep"));
        assertThat(runs()).containsSubsequence(many, few);
        user.click(marked("sort-keep"));
        assertThat(runs()).containsSubsequence(few, many);
        user.type("#runs-search", "few");
        assertThat(runs()).containsExactly(few);
        assertThat(user.text("#runs-count")).startsWith("1 of ");
        browser.fill("#runs-search", "");
        browser.choose("#runs-state", "failed");
        user.see("#runs-empty");
        browser.choose("#runs-state", "all states");
        assertThat(runs()).contains(few, many);
        user.click(marked("sort-created"));
    }

    @Test
    void runIsRenamedTaggedPinnedAndDeleted() throws InterruptedException, IOException {
        String run = studio.submit("cells.csv", "fit", "for the bin", Map.of("clusters", 3, "keep", 0));
        studio.await(run, "failed");
        user.open(studio, "/runs", row(run)).click(row(run) + " " + marked("pencil"));
        user.type(marked("rename-field"), "another title").press(marked("rename-field"), Keys.ENTER);
        user.read(row(run) + " a", "another title");
        user.click(row(run) + " [data-act=pick]").click("#runs-tag-edit").type("#tags-field", "old, to delete");
        user.press("#tags-field", Keys.ENTER).read(row(run) + " .chip", "to delete");
        browser.choose("#runs-tag", "old");
        assertThat(runs()).containsExactly(run);
        browser.choose("#runs-tag", "all tags");
        user.click(row(run) + " " + marked("pin"));
        browser.await(
                "document.querySelector(\"" + row(run) + " [data-act=pin]\").getAttribute('aria-pressed') === 'true'");
        assertThat(runs()).as("pinned runs first").startsWith(run);
        assertThat(studio.get("/api/runs/" + run).toString())
                .contains("another title", "\"old\"", "\"to delete\"", "\"pinned\":true");
        user.click("#runs-delete").click(marked("delete-yes"));
        browser.await("!document.querySelector(\"" + row(run) + "\")");
        assertThat(studio.entries()).doesNotContain(run).contains(few, many);
    }

    @Test
    void twoRunsAreCompared() throws InterruptedException {
        user.click(row(few) + " [data-act=pick]")
                .click(row(many) + " [data-act=pick]")
                .click("#runs-compare");
        user.see("main[data-ready=true]");
        assertThat(user.text(marked("parameters"))).contains("features to keep", "6", "12", "groups");
        assertThat(user.text(marked("agreement"))).contains("ARI", "group 0", "group 1", "group 2");
        assertThat(user.text(marked("common"))).contains("In all runs (");
        user.see("#curves svg").see("#plot-1");
        browser.drawAroundLeftHalf("#plot-0");
        user.read("#linked", "selected in all pictures");
        user.click("#clear-selection").read("#linked", "Nothing is selected");
        assertThat(browser.faults()).isEmpty();
    }

    /** The second run has the samples 2, 0, 1 of the first one, in this order; the third run the order of the first. */
    @Test
    void samplesInAnotherOrderAreLinkedByName() throws InterruptedException {
        browser.evaluate(
                "import('/page/compare.js').then(compare => {"
                        + " const same = compare.sampleLinks([null, [2, 0, 1], null]);"
                        + " window.found = [same(0, 1, 2), same(1, 0, 0), same(1, 2, 1), same(2, 1, 1), same(0, 2, 1), same(1, 1, 2)].join(); })");
        browser.await("window.found === '0,2,0,2,1,2'");
    }

    @Test
    void runsOfOtherSamplesAreComparedAsFarAsTheyCanBe() throws InterruptedException {
        studio.put("others.csv", SmallData.newSamples());
        String others = studio.fit("others.csv", "others", Map.of("clusters", 3, "keep", 6));
        user.go("/compare?run=" + few + "&run=" + others, marked("parameters"));
        user.read(marked("agreement"), "same samples only").read("#linked", "not linked");
        assertThat(browser.faults()).isEmpty();
    }

    @Test
    void lassoSelectsSamplesForExport() throws InterruptedException, IOException {
        explore();
        user.click("#lasso");
        browser.drawAroundLeftHalf("#plot");
        user.read("#selected", "selected of 60");
        int selected = Integer.parseInt(user.text("#selected").split(" ", 2)[0]);
        Map<String, byte[]> files = browser.download(List.of("#export"));
        assertThat(files).containsOnlyKeys(few + "-selection.csv");
        List<String> lines = new String(files.get(few + "-selection.csv"), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(lines).hasSize(1 + selected).first().asString().startsWith("sample,index,group,confidence,label");
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.matches("s[0-9]+,[0-9]+,[012],.*"));
        user.click("#clear-selection").read("#selected", "Nothing is selected");
        assertThat(browser.faults()).isEmpty();
    }

    @Test
    void samplesAreColouredSearchedAndDescribed() throws InterruptedException {
        explore();
        assertThat(drawn()).isEqualTo(SmallData.SAMPLES);
        browser.choose("#colour-by", "label");
        browser.await("document.getElementById('plot').dataset.colour === 'label'");
        assertThat(user.text("#legend")).contains("healthy", "ill", "unclear");
        user.click(marked("legend-item")).read("#selected", "20 samples selected");
        String feature = browser.evaluate("document.querySelector('#colour-by optgroup:last-child option').textContent")
                .asString("");
        browser.choose("#colour-by", feature);
        browser.await("document.getElementById('plot').dataset.colour.startsWith('feature:')");
        assertThat(user.text("#legend")).contains(feature);
        user.click(marked("marker")).type("#search", "s17").press("#search", Keys.ENTER);
        user.read("#facts", "s17").read("#facts", "unclear");
        user.click("#zoom-in").click("#zoom-out").click("#zoom-reset");
        assertThat(drawn()).isEqualTo(SmallData.SAMPLES);
        assertThat(browser.faults()).isEmpty();
    }

    @Test
    void droppedFileIsPlacedInTheGroups() throws InterruptedException {
        explore();
        user.drop("new.csv", SmallData.newSamples());
        user.read("#placed", "60 new samples");
        assertThat(user.text(marked("placed"))).contains("new0", "new59");
        assertThat(user.text("#placed")).contains("20 in group 0");
    }

    private void explore() throws InterruptedException {
        user.go("/explore/" + few, "main[data-ready=true]");
        browser.await("performance.getEntriesByName('explore-visible').length > 0");
    }

    private int drawn() {
        return Integer.parseInt(browser.evaluate("document.getElementById('plot').dataset.drawn")
                .asString("0"));
    }
}
