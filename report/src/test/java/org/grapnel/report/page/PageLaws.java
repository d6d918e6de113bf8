package org.grapnel.report.page;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.assertj.core.api.SoftAssertions;
import org.grapnel.browser.AccessibilityCheck;
import org.grapnel.browser.TestBrowser;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import tools.jackson.databind.JsonNode;

/**
 * Laws that every page keeps: it logs nothing, requests nothing but itself, draws all figures in light and dark mode, fits a telephone, offers its data
 * and pictures as files, shows tooltips, and is accessible.
 */
public final class PageLaws {
    private static final int WIDE = 1280;
    private static final int NARROW = 390;

    private final TestBrowser browser;
    private final Path html;
    private final SoftAssertions softly;

    private PageLaws(TestBrowser browser, Path html, SoftAssertions softly) {
        this.browser = browser;
        this.html = html;
        this.softly = softly;
    }

    /** Fails with the list of all laws that a page breaks. */
    public static void assertHold(TestBrowser browser, Path html) throws IOException, InterruptedException {
        SoftAssertions softly = new SoftAssertions();
        new PageLaws(browser, html, softly).check();
        softly.assertAll();
    }

    private void check() throws IOException, InterruptedException {
        softly.assertThat(addresses(Files.readString(html)))
                .as("addresses in the file")
                .isEmpty();
        browser.media("screen", "light");
        browser.viewport(WIDE, 900);
        browser.open(html);
        List<String> figures = figures();
        figures.forEach(this::checkName);
        checkDrawing("light");
        checkAccessibility("1280 light", "");
        checkDownloads(figures);
        figures.forEach(this::checkTooltip);
        browser.media("screen", "dark");
        checkDrawing("dark");
        checkAccessibility("1280 dark", "color-contrast"); // no other rule depends on colours
        browser.media("screen", "light");
        browser.viewport(NARROW, 844);
        softly.assertThat(
                        browser.evaluate("document.documentElement.scrollWidth").asInt())
                .as("the width of the page on a telephone")
                .isLessThanOrEqualTo(NARROW);
        checkAccessibility("390 light", "");
        softly.assertThat(browser.faults()).as("log of the browser").isEmpty();
        softly.assertThat(browser.requests())
                .as("requests of the page")
                .allMatch(address -> address.equals(html.toUri().toString())
                        || address.startsWith("data:")
                        || address.startsWith("blob:"));
    }

    private static Set<String> addresses(String text) {
        Set<String> found = new TreeSet<>();
        for (String scheme : List.of("http://", "https://"))
            for (int at = text.indexOf(scheme); at >= 0; at = text.indexOf(scheme, at + 1))
                found.add(text.substring(at, Math.min(text.length(), at + 60)));
        return found;
    }

    private List<String> figures() {
        List<String> figures = new ArrayList<>();
        for (JsonNode id :
                browser.evaluate("[...document.querySelectorAll('figure[data-figure]')].map(f => f.dataset.figure)"))
            figures.add(id.asString());
        return figures;
    }

    private static String selector(String figure) {
        return "figure[data-figure=" + TestBrowser.quote(figure) + "]";
    }

    private void checkName(String figure) {
        String name = browser.evaluate(
                        "(() => { const f = document.querySelector(" + TestBrowser.quote(selector(figure)) + ");"
                                + " const by = f.getAttribute('aria-labelledby');"
                                + " return (f.getAttribute('aria-label')"
                                + " ?? (by && by.split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' '))"
                                + " ?? f.querySelector('figcaption')?.textContent ?? '').trim(); })()")
                .asString("");
        softly.assertThat(name).as("the name of figure %s", figure).isNotEmpty();
    }

    /** Every figure has a size and more than one colour. */
    private void checkDrawing(String mode) throws IOException {
        BufferedImage page = browser.screenshot();
        JsonNode boxes = browser.evaluate("[...document.querySelectorAll('figure[data-figure]')].map(f => {"
                + " const d = f.querySelector('svg, canvas'); if (!d) return [f.dataset.figure, 0, 0, 0, 0];"
                + " const b = d.getBoundingClientRect();"
                + " return [f.dataset.figure, b.x + scrollX, b.y + scrollY, b.width, b.height]; })");
        for (JsonNode box : boxes) {
            String figure = box.get(0).asString() + ", " + mode;
            int left = (int) Math.ceil(box.get(1).asDouble());
            int top = (int) Math.ceil(box.get(2).asDouble());
            int width = (int) Math.min(box.get(3).asDouble(), page.getWidth() - left) - 1;
            int height = (int) Math.min(box.get(4).asDouble(), page.getHeight() - top) - 1;
            softly.assertThat(width > 0 && height > 0)
                    .as("%s has a size", figure)
                    .isTrue();
            if (width > 0 && height > 0)
                softly.assertThat(hasSeveralColours(page, left, top, width, height))
                        .as("%s has more than one colour", figure)
                        .isTrue();
        }
    }

    private static boolean hasSeveralColours(BufferedImage page, int left, int top, int width, int height) {
        int first = page.getRGB(left, top);
        for (int y = top; y < top + height; y++)
            for (int x = left; x < left + width; x++) if (page.getRGB(x, y) != first) return true;
        return false;
    }

    private void checkAccessibility(String mode, String rule) throws IOException {
        softly.assertThat(AccessibilityCheck.violations(browser, rule))
                .as("accessibility violations, %s", mode)
                .isEmpty();
    }

    /** Every figure offers its data as a CSV file with a header and at least one row, and its picture as an SVG file, both named after it. */
    private void checkDownloads(List<String> figures) throws IOException, InterruptedException {
        List<String> buttons = new ArrayList<>();
        for (String figure : figures)
            for (String action : List.of("csv", "svg")) buttons.add(selector(figure) + " [data-action=" + action + "]");
        Map<String, byte[]> files = browser.download(buttons);
        for (String figure : figures) {
            softly.assertThat(files.keySet()).as("downloaded files").contains(figure + ".csv", figure + ".svg");
            checkCsv(figure, new String(files.getOrDefault(figure + ".csv", new byte[0]), StandardCharsets.UTF_8));
            checkSvg(figure, files.getOrDefault(figure + ".svg", new byte[0]));
        }
    }

    private void checkCsv(String figure, String csv) {
        softly.assertThat(csv.lines().limit(2).count())
                .as("lines of the CSV of %s", figure)
                .isEqualTo(2);
        softly.assertThat(csv.lines().findFirst().orElse(""))
                .as("the header of the CSV of %s", figure)
                .matches("\\S.*")
                .doesNotMatch("[-0-9.,e]*");
    }

    private void checkSvg(String figure, byte[] svg) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setNamespaceAware(true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler()); // throws instead of printing
            Element root = builder.parse(new ByteArrayInputStream(svg)).getDocumentElement();
            softly.assertThat(root.getLocalName())
                    .as("the root of the SVG of %s", figure)
                    .isEqualTo("svg");
            softly.assertThat(root.getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
        } catch (SAXException | ParserConfigurationException e) {
            softly.fail("the SVG of " + figure + " is not XML: " + e.getMessage());
        }
    }

    /** At least one place in the figure shows a tooltip; places of marks are tried first. */
    private void checkTooltip(String figure) {
        JsonNode places = browser.evaluate(
                "(() => { const f = document.querySelector(" + TestBrowser.quote(selector(figure)) + ");"
                        + " f.querySelector('svg, canvas')?.scrollIntoView({block: 'center', behavior: 'instant'});"
                        + " const middle = e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };"
                        + " const seen = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;"
                        + " const marks = [...f.querySelectorAll('[data-tip]')].filter(e => { const at = middle(e);"
                        + " return seen(at) && document.elementFromPoint(...at)?.closest('[data-tip]') === e; }).map(middle).slice(0, 3);"
                        + " const b = (f.querySelector('svg, canvas') ?? f).getBoundingClientRect();"
                        + " const grid = []; for (let i = 1; i < 32; i++) for (let j = 1; j < 32; j++)"
                        + " grid.push([b.x + b.width * ((j * 13) % 32) / 32, b.y + b.height * ((i * 7) % 32) / 32]);"
                        + " return marks.concat(grid.filter(seen)); })()");
        for (JsonNode place : places) {
            browser.pointAt(place.get(0).asDouble(), place.get(1).asDouble());
            String tooltip = browser.evaluate("(() => { const t = [...document.querySelectorAll('[role=tooltip]')]"
                            + ".find(t => t.checkVisibility() && t.getBoundingClientRect().width > 0);"
                            + " return t ? t.textContent.trim() : ''; })()")
                    .asString("");
            if (!tooltip.isEmpty()) return;
        }
        softly.fail("no place in " + figure + " shows a tooltip");
    }
}
