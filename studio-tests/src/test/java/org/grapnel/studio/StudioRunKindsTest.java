package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.studio.StudioUser.marked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.runs.resume.Directories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the pages offer for runs without points, runs of the command line, and runs whose folder is gone. */
@Tag("browser")
@Tag("once")
@ExtendWith(BrowserExtension.class)
class StudioRunKindsTest {
    @TempDir
    static Path home;

    private static RunningStudio studio;
    private static String fit;
    private static String selection;
    private TestBrowser browser;
    private StudioUser user;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        studio = RunningStudio.start(home);
        studio.put("cells.csv", SmallData.withLabels());
        fit = studio.submit(
                "cells.csv", "fit", "groups", Map.of("clusters", 3, "keep", 6, "labels", "tissue", "graph-pcs", 4));
        selection =
                studio.submit("cells.csv", "select", "features", Map.of("clusters", 3, "keep", 6, "labels", "tissue"));
        studio.await(fit, "done");
        studio.await(selection, "done");
    }

    @AfterAll
    static void end() {
        if (studio != null) studio.close();
    }

    @BeforeEach
    void takeBrowser(TestBrowser given) {
        browser = given;
        user = new StudioUser(given);
    }

    /** Copies a run as the command line would have made it: without a record of the studio. */
    private static Path copy(String run, String name) throws IOException {
        Path copy = Files.createDirectories(home.resolve(name));
        try (var files = Files.list(home.resolve(run))) {
            for (Path file : files.toList())
                if (Files.isRegularFile(file)) Files.copy(file, copy.resolve(file.getFileName()));
        }
        return copy;
    }

    private boolean isShown(String selector) {
        return browser.evaluate("Boolean(document.querySelector(" + TestBrowser.quote(selector) + "))")
                .asBoolean();
    }

    @Test
    void runWithoutPointsOffersNoExploration() throws InterruptedException {
        assertThat(home.resolve(selection).resolve("embedding.csv")).doesNotExist();
        user.open(studio, "/run/" + selection, "#scores");
        assertThat(isShown("#explore")).isFalse();
        user.open(studio, "/run/" + fit, "#scores").click("#explore").see("main[data-ready=true]");
        assertThat(browser.faults()).isEmpty();
    }

    @Test
    void comparisonLeavesOutOnlyThePictureThatIsMissing() throws InterruptedException {
        user.open(studio, "/compare?run=" + selection + "&run=" + fit, "main[data-ready=true]");
        assertThat(user.text(marked("no-picture"))).startsWith("features has no picture");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('.pictures figcaption')].map(one => one.textContent)")
                        .valueStream()
                        .map(name -> name.asString("")))
                .containsExactly("groups");
        assertThat(user.text(".pictures .legend")).contains("group 0", "group 2");
        user.click(".pictures .legend-item").read("#linked", "20 samples selected");
        assertThat(browser.faults()).isEmpty();
    }

    @Test
    void runOfTheCommandLineOnDataOutsideHasNoLinkToIt() throws InterruptedException, IOException {
        Path summary = copy(fit, "elsewhere").resolve("summary.json");
        Files.writeString(
                summary,
                Files.readString(summary).replaceAll("\"data\"\\s*:\\s*\"[^\"]*\"", "\"data\": \"../in/cells.csv\""));
        user.open(studio, "/run/elsewhere", "#scores");
        assertThat(user.text(".crumbs")).isEqualTo("Runs / ../in/cells.csv");
        assertThat(isShown("a[href*='#/data/']")).isFalse();
        assertThat(isShown("#again")).isFalse();
        user.open(studio, "/run/" + fit, "#scores").see(".crumbs a[href='#/data/cells.csv']");
    }

    @Test
    void onlyARunWhoseWordsAreKnownCanBeChanged() throws InterruptedException {
        user.open(studio, "/new/cells.csv", "#start").click("#auto-keep").type("#opt-keep", "7");
        browser.run("const real = fetch; window.fetch = async (path, options) => {"
                + " const answer = await real(path, options);"
                + " if (path !== '/api/runs/" + fit + "') return answer;"
                + " return new Response(JSON.stringify({...await answer.json(), words: []})); };");
        user.go("/run/" + fit, "#scores");
        assertThat(isShown("#again")).as("without words").isFalse();
        user.go("/new/cells.csv", "#start");
        assertThat(browser.evaluate("document.getElementById('opt-keep').value").asString(""))
                .as("what was typed before")
                .isEqualTo("7");
        user.open(studio, "/run/" + fit, "#scores").click("#again").see("#start");
        assertThat(browser.evaluate("document.getElementById('opt-keep').value").asString(""))
                .as("what the run had")
                .isEqualTo("6");
    }

    @Test
    void tableOfRunsIsNewWhileTheFocusIsInIt() throws InterruptedException {
        String pencil = "tr[data-run='" + selection + "'] [data-act=rename]";
        user.open(studio, "/runs", pencil);
        browser.run("document.querySelector(" + TestBrowser.quote(pencil) + ").focus()");
        String later = studio.submit("cells.csv", "fit", "later", Map.of("clusters", 3, "keep", 6, "labels", "tissue"));
        user.read("tr[data-run='" + later + "'] [data-cell=state]", "done");
        assertThat(browser.evaluate(
                                "document.activeElement === document.querySelector(" + TestBrowser.quote(pencil) + ")")
                        .asBoolean())
                .as("the focus stays on its control")
                .isTrue();
    }

    @Test
    void twoToSixRunsCanBeCompared() throws InterruptedException, IOException {
        for (int i = 1; i <= 7; i++) copy(fit, "many-" + i);
        user.open(studio, "/runs", "tr[data-run=many-7]").type("#runs-search", "many-");
        for (int i = 1; i <= 7; i++) {
            user.click("tr[data-run=many-" + i + "] [data-act=pick]");
            assertThat(browser.evaluate("document.getElementById('runs-compare').disabled")
                            .asBoolean())
                    .as("%d runs are refused", i)
                    .isEqualTo(i < 2 || i > 6);
        }
        assertThat(user.text("#picked")).isEqualTo("7 selected; 2 to 6 runs can be compared");
    }

    @Test
    void runWithoutItsFolderSaysSoAndCanBeDeleted() throws InterruptedException, IOException {
        String gone = studio.fit("cells.csv", "gone", Map.of("clusters", 3, "keep", 6, "labels", "tissue"));
        Directories.deleteTree(home.resolve(gone));
        user.open(studio, "/run/" + gone, marked("run-gone"));
        assertThat(user.text(marked("run-gone"))).contains("The folder of this run is gone");
        user.click("#run-delete").click(marked("delete-yes")).see("tr[data-run='" + fit + "']");
        assertThat(isShown("tr[data-run='" + gone + "']")).isFalse();
    }

    @Test
    void columnOfCategoriesBecomesFeatures() throws InterruptedException {
        user.open(studio, "/data/cells.csv", "#columns")
                .click("[data-column=tissue] [data-role=feature]")
                .read("#chosen", "--one-hot tissue");
        user.see("[data-column=tissue] [data-role=feature][aria-pressed=true]");
        user.click("#new-run").read("#command", "--one-hot tissue");
        assertThat(user.text("#command")).doesNotContain("--labels");
    }

    @Test
    void principalComponentsAreNotExplainedAsNeighbourhoods() throws InterruptedException, IOException {
        Files.delete(copy(fit, "components").resolve("embedding.csv"));
        user.open(studio, "/explore/components", "main[data-ready=true]");
        assertThat(user.text("#embedding")).startsWith("principal components.").doesNotContain("Only distances");
        user.open(studio, "/explore/" + fit, "main[data-ready=true]");
        assertThat(user.text("#embedding")).isEqualTo("t-SNE. Only distances between near samples mean something.");
    }

    @Test
    void filesAreSavedByTickets() throws InterruptedException, IOException {
        user.open(studio, "/run/" + fit, "#files-open").click("#files-open");
        Map<String, byte[]> files = browser.download(List.of("[aria-label='Download features.csv']"));
        assertThat(files.get("features.csv"))
                .isEqualTo(Files.readAllBytes(home.resolve(fit).resolve("features.csv")));
        assertThat(browser.requests())
                .as("the whole file is not read into the page")
                .noneMatch(address -> address.contains("/files/") && !address.endsWith("/files/features.csv"))
                .anyMatch(address -> address.endsWith("/api/tickets"));
        assertThat(browser.faults()).isEmpty();
    }
}
