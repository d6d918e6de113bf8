package org.grapnel.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The picture of the samples: what colours it, search, and zoom. */
class ScatterPlotTest {
    private static final int SAMPLES = 100;
    private static final int GROUPS = 25;
    private static final String LONG =
            "a feature with_a_name that is far too long for one line of the picture. ".repeat(2);

    private static <T> List<T> samples(IntFunction<T> of) {
        return IntStream.range(0, SAMPLES).mapToObj(of).toList();
    }

    private static FeatureLevels features() {
        double[][] values = new double[4][SAMPLES];
        for (int j = 0; j < SAMPLES; j++) {
            values[0][j] = j;
            values[1][j] = j % 2 == 0 ? Double.NaN : -j;
            values[2][j] = 5;
        }
        return FeatureLevels.of(List.of("gene 1", LONG, "gene 10", "both"), List.of(11, 12, 13, 14), values);
    }

    private static ScatterPlot plot() {
        IntFunction<ScatterPlot.Panel> panel = p -> new ScatterPlot.Panel(
                "panel " + p,
                samples(j -> CounterRandom.gaussian(p, j, 0)),
                samples(j -> CounterRandom.gaussian(p, j, 1)));
        return new ScatterPlot(
                        new Caption("samples", "Samples", "A scatter plot.", ""),
                        samples(j -> j == 99 ? "both" : "sample " + j),
                        List.of(panel.apply(0), panel.apply(1)),
                        List.of(
                                new ScatterPlot.ClassColouring(
                                        "group",
                                        IntStream.range(0, GROUPS)
                                                .mapToObj(g -> "group " + g)
                                                .toList(),
                                        samples(j -> j % GROUPS)),
                                new ScatterPlot.NumberColouring("confidence", samples(j -> j / 100.0))))
                .withFeatures(features());
    }

    @Test
    void levelsRunFromTheSmallestToTheLargestValue() {
        byte[] levels = Base64.getDecoder().decode(features().levels());
        assertThat(levels).hasSize(4 * SAMPLES);
        assertThat(levels[0]).isZero();
        assertThat(levels[99]).isEqualTo((byte) 254);
        assertThat(levels[SAMPLES]).as("a missing value").isEqualTo((byte) 255);
        assertThat(levels[2 * SAMPLES]).as("a constant feature").isZero();
        assertThat(features().lows()).containsExactly(0.0, -99.0, 5.0, 0.0);
        assertThat(features().highs()).containsExactly(99.0, -1.0, 5.0, 0.0);
    }

    /** The first, seventh and last pair of the table in the paper. */
    @Test
    void colorDistanceIsThatOfThePaper() {
        Offset<Double> digits = within(5e-5);
        assertThat(ColorDistance.between(new double[] {50, 2.6772, -79.7751}, new double[] {50, 0, -82.7485}))
                .isCloseTo(2.0425, digits);
        assertThat(ColorDistance.between(new double[] {50, 0, 0}, new double[] {50, -1, 2}))
                .isCloseTo(2.3669, digits);
        assertThat(ColorDistance.between(
                        new double[] {2.0776, 0.0795, -1.1350}, new double[] {0.9033, -0.0636, -0.5514}))
                .isCloseTo(0.9082, digits);
    }

    @Test
    void coloursOfOtherSamplesAreRefused() {
        ScatterPlot plot = plot();
        List<ScatterPlot.Colouring> tooShort = List.of(new ScatterPlot.NumberColouring("age", List.of(1.0)));
        assertThatThrownBy(() -> new ScatterPlot(plot.caption(), plot.names(), plot.panels(), tooShort))
                .hasMessageContaining("colouring age: not 100 points");
    }

    @Nested
    @Tag("browser")
    @ExtendWith(BrowserExtension.class)
    class ScatterPlotControls {
        @TempDir
        Path home;

        private static final String MENU = ".controls select";
        private static final String SEARCH = ".controls input";

        @BeforeEach
        void open(TestBrowser browser) throws IOException, InterruptedException {
            List<List<Table.Cell>> rows = List.of("gene 1", LONG, "gene 10").stream()
                    .map(name -> List.of(Table.Cell.of(name), Table.Cell.ofGroup("group 3", 3)))
                    .toList();
            Page page = new Page("A page", "Samples.");
            page.section(
                    "Features",
                    Table.ofNumbers("Features", List.of("feature", "marks"), rows)
                            .withRowIds(List.of("feature-11", "feature-12", "feature-13")));
            page.section("Samples", plot());
            page.write(home.resolve("page.html"));
            browser.open(home.resolve("page.html"));
        }

        private static String text(TestBrowser browser, String selector) {
            return browser.evaluate("document.querySelector('" + selector + "').textContent")
                    .asString();
        }

        /** Returns the number of different fills of the points in the first panel. */
        private static int fills(TestBrowser browser) {
            return browser.evaluate("new Set([...document.querySelector('.plot g[clip-path]').querySelectorAll('path')]"
                            + ".map(p => p.getAttribute('fill'))).size")
                    .asInt();
        }

        private static String transforms(TestBrowser browser) {
            return browser.evaluate("[...document.querySelectorAll('.area')].map(a => d3.zoomTransform(a).toString())")
                    .toString();
        }

        private static final String IDENTITY = "[\"translate(0,0) scale(1)\",\"translate(0,0) scale(1)\"]";

        @Test
        void pageKeepsTheLaws(TestBrowser browser) throws IOException, InterruptedException {
            PageLaws.assertHold(browser, home.resolve("page.html"));
        }

        @Test
        void menuColoursByNumbersAndFeatures(TestBrowser browser) {
            assertThat(browser.evaluate("[...document.querySelectorAll('.controls option')].map(o => o.label)")
                            .toString())
                    .startsWith("[\"group\",\"confidence\",\"gene 1\",");
            assertThat(fills(browser)).isEqualTo(24); // of 25 groups, the last has the first colour and another shape
            browser.choose(MENU, "confidence");
            assertThat(fills(browser)).isEqualTo(32);
            assertThat(text(browser, ".plot svg")).startsWith("confidence").contains("0.99");
            browser.choose(MENU, "gene 1");
            assertThat(text(browser, ".status")).contains("The picture is coloured by feature gene 1.");
            assertThat(text(browser, "tr.found th")).isEqualTo("gene 1");
            browser.choose(MENU, "group");
            assertThat(text(browser, ".status")).isEmpty();
            assertThat(browser.evaluate("document.querySelector('tr.found')").isNull())
                    .isTrue();
        }

        @Test
        void missingValuesAreGrey(TestBrowser browser) {
            browser.choose(MENU, LONG.strip());
            assertThat(browser.evaluate("document.querySelector('.plot path[fill=\"#999999\"]') !== null")
                            .asBoolean())
                    .isTrue();
        }

        @Test
        void searchFindsAFeature(TestBrowser browser) {
            browser.type(SEARCH, "GENE");
            assertThat(browser.evaluate("[...document.querySelectorAll('datalist option')].map(o => o.value)")
                            .toString())
                    .isEqualTo("[\"gene 1\",\"gene 10\"]");
            browser.type(SEARCH, " 10" + Keys.ENTER);
            assertThat(browser.evaluate("document.querySelector('" + MENU + "').selectedOptions[0].text")
                            .asString())
                    .isEqualTo("gene 10");
            assertThat(browser.evaluate("document.querySelector('tr.found').id").asString())
                    .isEqualTo("feature-13");
        }

        @Test
        void searchFindsASampleWithItsGroupAndConfidence(TestBrowser browser) {
            browser.type(SEARCH, "sample 42" + Keys.ENTER);
            assertThat(text(browser, ".status")).isEqualTo("Sample sample 42, group: group 17, confidence: 0.42. ");
            assertThat(browser.evaluate("document.querySelectorAll('.highlight').length")
                            .asInt())
                    .as("one ring in each panel")
                    .isEqualTo(2);
        }

        @Test
        void emptySearchRemovesTheHighlight(TestBrowser browser) {
            browser.type(SEARCH, "sample 4");
            assertThat(browser.evaluate("document.querySelectorAll('.highlight').length")
                            .asInt())
                    .isEqualTo(2);
            browser.type(SEARCH, Keys.BACK_SPACE.toString().repeat(8));
            assertThat(browser.evaluate("document.querySelectorAll('.highlight').length")
                            .asInt())
                    .isZero();
            assertThat(text(browser, ".status")).isEmpty();
        }

        @Test
        void featureAndSampleOfOneNameAreBothFound(TestBrowser browser) {
            browser.type(SEARCH, "both");
            assertThat(text(browser, ".status"))
                    .contains("The picture is coloured by feature both. ")
                    .contains("Sample both, group: group 24,");
        }

        @Test
        void searchForAnUnknownNameSaysSo(TestBrowser browser) {
            browser.type(SEARCH, "<b>nothing" + Keys.ENTER);
            assertThat(text(browser, ".status")).isEqualTo("Nothing in this picture is called <b>nothing.");
        }

        @Test
        void buttonsAndKeysZoomAndReset(TestBrowser browser) {
            assertThat(transforms(browser)).isEqualTo(IDENTITY);
            browser.click(".zoom button");
            String closer = transforms(browser);
            assertThat(closer).contains("scale(1.5)").doesNotContain("scale(1)");
            browser.type(".plot", Keys.ARROW_LEFT);
            assertThat(transforms(browser)).isNotEqualTo(closer).contains("scale(1.5)");
            browser.type(".plot", "+");
            assertThat(transforms(browser)).contains("scale(2.25)");
            browser.click(".zoom button:last-child");
            assertThat(transforms(browser)).isEqualTo(IDENTITY);
        }

        /** Without Ctrl the wheel belongs to the page. */
        @Test
        void wheelZoomsWithCtrlOnly(TestBrowser browser) {
            browser.wheel(".area", "", -100);
            assertThat(transforms(browser)).isEqualTo(IDENTITY);
            browser.wheel(".area", Keys.CONTROL, -100);
            assertThat(transforms(browser)).contains("scale(1.41", "translate(0,0) scale(1)");
        }

        @Test
        void draggingMovesOnePanel(TestBrowser browser) {
            browser.click(".zoom button");
            String before = transforms(browser);
            browser.drag(".area", 40, 30);
            String[] panels = transforms(browser).split("\",\"");
            assertThat(before).doesNotContain(panels[0]).contains(panels[1]);
        }

        @Test
        void zoomStaysWhenTheColourChanges(TestBrowser browser) {
            browser.click(".zoom button");
            String closer = transforms(browser);
            browser.choose(MENU, "gene 1");
            assertThat(transforms(browser)).isEqualTo(closer);
        }

        /** Any two of the 24 colours differ clearly, and groups of the same colour differ in shape. */
        @Test
        void groupsCanBeToldApart(TestBrowser browser) {
            List<String> colours = new ArrayList<>();
            browser.evaluate("[...new Set(d3.range(100).map(grapnel.colour))]").forEach(c -> colours.add(c.asString()));
            assertThat(colours).hasSize(24);
            for (int i = 0; i < colours.size(); i++)
                for (int j = 0; j < i; j++)
                    assertThat(ColorDistance.between(colours.get(i), colours.get(j)))
                            .as("%s and %s", colours.get(i), colours.get(j))
                            .isGreaterThanOrEqualTo(18);
            assertThat(browser.evaluate(
                                    "new Set(d3.range(168).map(i => grapnel.colour(i) + grapnel.outline(i, 0, 0, 5))).size")
                            .asInt())
                    .isEqualTo(168);
        }

        @Test
        void groupsInTablesHaveTheirSymbol(TestBrowser browser) {
            assertThat(browser.evaluate(
                                    "document.querySelector('td [data-group] path').getAttribute('fill') === grapnel.colour(3)")
                            .asBoolean())
                    .isTrue();
        }
    }
}
