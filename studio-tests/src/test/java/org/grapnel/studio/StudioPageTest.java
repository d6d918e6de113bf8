package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.studio.StudioUser.marked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** From data to a result, by clicks. */
@Tag("browser")
@Tag("once")
@ExtendWith(BrowserExtension.class)
class StudioPageTest {
    private static final int MAX_ACTIONS = 12;

    @TempDir
    static Path home;

    private static RunningStudio studio;
    private TestBrowser browser;
    private StudioUser user;

    @BeforeAll
    static void start() throws IOException {
        studio = RunningStudio.start(home.resolve("cells"));
    }

    @AfterAll
    static void end() {
        if (studio != null) studio.close();
    }

    @BeforeEach
    void openPage(TestBrowser given) throws InterruptedException {
        browser = given;
        user = new StudioUser(given).open(studio, "/data", "#choose-file");
    }

    @Test
    void fileBecomesAReportByClicks() throws InterruptedException {
        user.drop("cells.csv", SmallData.withText());
        user.see(marked("describe-error"));
        assertThat(user.text("#columns")).contains("tissue", "note");
        user.click("[data-column=note] [data-role=drop]").click("[data-column=tissue] [data-role=label]");
        user.read("#describe-status", "60 samples").click("#new-run");
        user.see("#start").read("#command", "--labels tissue").click("#start");
        user.see(marked("trust"));
        assertThat(user.text(marked("trust"))).contains("These groups can be trusted");
        user.see("#curve svg path.curve");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('#curve svg text')].every(text => text.getBoundingClientRect().left"
                                        + " >= document.querySelector('#curve svg').getBoundingClientRect().left)")
                        .asBoolean())
                .as("no number of the axis is cut")
                .isTrue();
        user.click("#report-show").see("#report-frame");
        assertThat(user.actions()).as("actions of the user").isLessThanOrEqualTo(MAX_ACTIONS);
        assertReportIsDrawn();
        assertThat(browser.faults())
                .as("log of the browser, apart from the answer that the table cannot be read yet")
                .allMatch(line -> line.contains("/describe - ") && line.contains("status of 422"));
        assertThat(home.resolve("cells/cells-fit/report.html")).exists();
    }

    private void assertReportIsDrawn() throws InterruptedException {
        assertThat(browser.evaluate("document.getElementById('report-frame').getAttribute('sandbox')")
                        .asString(""))
                .isEqualTo("allow-scripts allow-downloads");
        assertThat(browser.evaluate(
                                "(() => { try { return Boolean(document.getElementById('report-frame').contentDocument); }"
                                        + " catch { return false; } })()")
                        .asBoolean())
                .as("the page can reach into the report")
                .isFalse();
        browser.awaitInFrame("#report-frame", "document.documentElement.dataset.drawn === 'true'");
    }

    @Test
    void oneClickTakesTheSuggestionForAnUnreadableTable() throws InterruptedException {
        user.drop("notes.csv", SmallData.withText());
        user.see(marked("describe-error")).click(marked("suggestion"));
        user.read("#describe-status", "60 samples");
        assertThat(user.text("#chosen")).contains("--drop note", "--labels tissue");
    }

    @Test
    void labelsThatTheDescriptionFoundAreThoseOfTheRun() throws InterruptedException {
        user.drop("found.csv", SmallData.withLabels());
        user.read("#chosen", "--labels tissue").click("#new-run").read("#command", "--labels tissue");
    }

    @Test
    void singleCellFileBecomesAResult() throws InterruptedException, IOException {
        Path cells = Path.of("../formats/src/test/resources/fixtures/hdf5/cells.h5ad");
        user.drop("atlas.h5ad", Files.readAllBytes(cells));
        user.read("#describe-status", "samples").click("#new-run");
        user.click("#auto-clusters")
                .type("#opt-clusters", "2")
                .click("#auto-keep")
                .type("#opt-keep", "3");
        user.click("#more-options").type("#opt-neighbors", "2").click("#start").see("#scores");
        assertThat(studio.entries()).contains("atlas.h5ad", "atlas-fit");
    }

    @Test
    void picturesInAZipBecomeAResult() throws InterruptedException, IOException {
        user.drop("shapes.zip", SmallData.zip(SmallData.pictures()));
        user.read("#describe-status", "40 samples");
        user.click(marked("suggestion") + "[aria-label*=folder]")
                .see(marked("classes"))
                .click("#new-run");
        user.click("#auto-clusters")
                .type("#opt-clusters", "2")
                .click("#auto-keep")
                .type("#opt-keep", "20");
        user.click("#start").see("#scores");
        assertThat(user.text("#scores")).contains("NMI");
        assertThat(studio.folder.resolve("shapes/left/0.png")).exists();
    }

    @Test
    void folderOfPicturesArrivesWhole() throws InterruptedException, IOException {
        Path pictures = home.resolve("faces");
        for (Map.Entry<String, byte[]> file : SmallData.pictures().entrySet()) {
            Files.createDirectories(pictures.resolve(file.getKey()).getParent());
            Files.write(pictures.resolve(file.getKey()), file.getValue());
        }
        browser.type("#folder-input", pictures.toString());
        user.read("h1", "faces").read("#describe-status", "40 samples");
        assertThat(studio.folder.resolve("faces/top/1.png")).hasSameBinaryContentAs(pictures.resolve("top/1.png"));
    }

    @Test
    void wrongFileIsRefusedInTheWordsOfTheServer() throws InterruptedException {
        user.drop("letter.docx", new byte[] {1, 2, 3});
        user.see(".upload.failed [role=alert], " + marked("describe-error"));
        assertThat(user.text("#uploads") + user.text(marked("describe-error"))).contains("letter.docx");
        user.go("/data", "#choose-file");
        user.drop("broken.npy", "no numbers at all".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        user.see(marked("describe-error"));
        assertThat(user.text(marked("describe-error"))).contains("broken.npy");
    }

    @Test
    void nameThatIsTakenIsReplacedOnlyWhenTheUserSaysSo() throws InterruptedException, IOException {
        studio.put("twice.csv", SmallData.withLabels());
        user.drop("twice.csv", SmallData.newSamples()).click(marked("replace-no"));
        browser.await("!document.querySelector('dialog')");
        assertThat(studio.folder.resolve("twice.csv")).hasBinaryContent(SmallData.withLabels());
        user.drop("twice.csv", SmallData.newSamples()).click(marked("replace-yes"));
        user.read("h1", "twice.csv");
        assertThat(studio.folder.resolve("twice.csv")).hasBinaryContent(SmallData.newSamples());
    }

    @Test
    void stoppedRunGoesOn() throws InterruptedException {
        studio.put("long.csv", SmallData.withLabels());
        user.go("/new/long.csv", "#start");
        user.click("#auto-clusters")
                .type("#opt-clusters", "3")
                .click("#auto-keep")
                .type("#opt-keep", "9");
        user.click("#more-options")
                .type("#opt-labels", "tissue")
                .type("#opt-tol", "0")
                .type("#opt-max-iter", "100000000");
        user.click("#start").see("#curve svg").read("#point", "iteration").read("#left", "left");
        assertThat(browser.evaluate("document.getElementById('share').hasAttribute('value')")
                        .asBoolean())
                .as("the bar moves where the time that is left is known")
                .isTrue();
        user.click("#stop").see(marked("stopped"));
        assertThat(user.text("#state")).isEqualTo("Stopped");
        assertThat(browser.evaluate("[...document.querySelectorAll('main .primary')].map(one => one.id).join()")
                        .asString(""))
                .isEqualTo("resume");
        assertThat(user.text("#scores")).contains("Objective");
        user.click("#resume").see("#curve svg").read("#point", "iteration");
        assertThat(browser.evaluate("document.querySelector('#curve path.curve').getAttribute('d').split('L').length")
                        .asInt(0))
                .as("points of the curve, with those before the stop")
                .isGreaterThan(20);
        user.click("#stop").see(marked("stopped"));
    }

    @Test
    void errorStaysWhenTheAnswerToAnEarlierChangeArrives() throws InterruptedException {
        studio.put("slow.csv", SmallData.withLabels());
        user.go("/new/slow.csv", "#start").read("#command", "grapnel fit");
        browser.run(
                "const real = fetch; window.fetch = (path, options) => path === '/api/command'"
                        + " ? new Promise(go => { window.answer = () => go(new Response('{\"command\": \"late\"}')); }) : real(path, options);");
        user.click("#command-select").read("#command-about", "Only select");
        browser.await("Boolean(window.answer)");
        user.click("#start").read("#error-keep", "--keep is needed for select");
        browser.evaluate("(window.answer(), fetch('/page/app.js').then(page => page.text()))");
        assertThat(user.text("#error-keep")).contains("--keep is needed for select");
        assertThat(user.text("#command")).doesNotContain("late");
    }

    @Test
    void refusedOptionIsShownBesideItsField() throws InterruptedException {
        studio.put("refused.csv", SmallData.withLabels());
        user.go("/new/refused.csv", "#start").click("#command-select").read("#command-about", "Only select");
        user.click("#start").read("#error-keep", "--keep is needed for select");
        user.click("#command-fit").read("#command-about", "Find groups").click("#auto-clusters");
        user.type("#opt-clusters", "2.5").click("#start");
        user.read("#error-clusters", "'2.5' is not a whole number of at most 2147483647, or auto");
        browser.await("document.getElementById('copy-command').disabled");
        user.see("#command-earlier");
        user.type("#opt-clusters", "3").read("#command", "--clusters 3");
        browser.await("!document.getElementById('copy-command').disabled");
        user.type("#opt-clusters", "three").click("#start").read("#error-clusters", "'three' is not a whole number");
        user.type("#opt-clusters", "3").click("#auto-keep").type("#opt-keep", "0");
        user.click("#more-options")
                .type("#opt-labels", "tissue")
                .click("#start")
                .see("#change-options");
        assertThat(user.text(marked("run-error"))).contains("--keep must be at least 1, got 0");
        user.click("#change-options").read("#error-keep", "--keep must be at least 1, got 0");
        browser.await("document.activeElement.id === 'opt-keep'");
        assertThat(browser.evaluate("document.getElementById('opt-keep').getAttribute('aria-invalid')")
                        .asString(""))
                .isEqualTo("true");
        assertThat(browser.evaluate("document.getElementById('opt-clusters').value")
                        .asString(""))
                .isEqualTo("3");
        assertThat(browser.evaluate("document.getElementById('opt-labels').value")
                        .asString(""))
                .isEqualTo("tissue");
    }
}
