package org.grapnel.report.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.report.RunReport;
import org.grapnel.report.page.PageLaws;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Pages of tuned runs made by hand, in a browser. */
@Tag("browser")
@ExtendWith(BrowserExtension.class)
class TuningSectionBrowserTest {
    @TempDir
    Path home;

    /** A kind of tuned run. */
    enum TuningKind {
        EVERYTHING_CHOSEN(TuningFixture.create().labels()),
        BUDGET_OF_PIXELS(TuningFixture.create().budget().pixels()),
        GIVEN_GRAPH_THAT_IS_NOT_TRUSTED(TuningFixture.create()
                .graphGiven()
                .untrusted()
                .groupsSuggested()
                .put("criterion", "silhouette")),
        ALL_FEATURES_AND_NOTHING_KNOWN(TuningFixture.create().keepsAll().nulls());

        private final TuningFixture tuning;

        TuningKind(TuningFixture tuning) {
            this.tuning = tuning;
        }
    }

    @ParameterizedTest
    @EnumSource
    void pageOfATunedRunKeepsThePageLaws(TuningKind kind, TestBrowser browser)
            throws IOException, InterruptedException {
        PageLaws.assertHold(browser, RunReport.write(kind.tuning.writeTo(home.resolve("run"))));
    }

    /** The frame is around the chosen cell, on a screen and on a telephone, and its tooltip says so. */
    @Test
    void chosenCellIsFramed(TestBrowser browser) throws IOException, InterruptedException {
        Path page = RunReport.write(TuningFixture.create().writeTo(home.resolve("run")));
        for (int width : new int[] {1280, 390}) {
            browser.viewport(width, 900);
            browser.open(page);
            JsonNode middle = browser.evaluate(
                    "(() => { const f = document.querySelector('[data-figure=tuning-map] svg');"
                            + " const frames = [...f.querySelectorAll('rect[fill=none]')]; if (frames.length !== 2) return null;"
                            + " frames[0].scrollIntoView({block: 'center', behavior: 'instant'});"
                            + " const b = frames[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()");
            browser.pointAt(middle.get(0).asDouble(), middle.get(1).asDouble());
            assertThat(browser.evaluate("document.getElementById('tip').textContent")
                            .asString())
                    .isEqualTo("neighbours 5\ngraph weight alpha 50\nmodularity 0.92\nchosen");
        }
    }

    @Test
    void numbersFitTheirCells(TestBrowser browser) throws IOException, InterruptedException {
        Path page = RunReport.write(TuningFixture.create().writeTo(home.resolve("run")));
        browser.viewport(390, 844);
        browser.open(page);
        assertThat(browser.evaluate("(() => { const f = document.querySelector('[data-figure=tuning-map] svg');"
                                + " const cell = f.querySelector('rect[fill=none]').getBoundingClientRect().width + 4;"
                                + " return [...f.querySelectorAll('text[pointer-events=none]')]"
                                + ".filter(t => t.getBoundingClientRect().width > cell).map(t => t.textContent); })()")
                        .toString())
                .isEqualTo("[]");
    }
}
