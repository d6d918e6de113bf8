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
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import tools.jackson.databind.JsonNode;

/**
 * What holds for every page: it complains of nothing, asks nobody for anything, draws all its figures in the light and in the dark, fits a telephone,
 * gives out its numbers and pictures, answers to the pointer, and can be used by people who do not see it.
 */
public final class PageLaws {
    private static final int WIDE = 1280;
    private static final int NARROW = 390;

    private final BrowserTab tab;
    private final Path html;
    private final SoftAssertions softly;

    private PageLaws(BrowserTab tab, Path html, SoftAssertions softly) {
        this.tab = tab;
        this.html = html;
        this.softly = softly;
    }

    /** Fails with all the laws that a page breaks. */
    public static void hold(TestBrowser browser, Path html) throws IOException, InterruptedException {
        SoftAssertions softly = new SoftAssertions();
        try (BrowserTab tab = browser.tab()) {
            new PageLaws(tab, html, softly).check();
        }
        softly.assertAll();
    }

    private void check() throws IOException, InterruptedException {
        softly.assertThat(addresses(Files.readString(html)))
                .as("addresses in the file")
                .isEmpty();
        tab.media("screen", "light");
        tab.viewport(WIDE, 900);
        tab.open(html);
        List<String> figures = figures();
        figures.forEach(this::named);
        drawn("light");
        usable("1280 light", "");
        given(figures);
        figures.forEach(this::answers);
        tab.media("screen", "dark");
        drawn("dark");
        usable("1280 dark", "color-contrast"); // nothing else depends on colours
        tab.media("screen", "light");
        tab.viewport(NARROW, 844);
        softly.assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                .as("the width of the page on a telephone")
                .isLessThanOrEqualTo(NARROW);
        usable("390 light", "");
        softly.assertThat(tab.faults()).as("what the page complains of").isEmpty();
        softly.assertThat(tab.requests())
                .as("whom the page asks")
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
                tab.evaluate("[...document.querySelectorAll('figure[data-figure]')].map(f => f.dataset.figure)"))
            figures.add(id.asString());
        return figures;
    }

    private static String selector(String figure) {
        return "figure[data-figure=" + BrowserTab.quoted(figure) + "]";
    }

    private void named(String figure) {
        String name = tab.evaluate(
                        "(() => { const f = document.querySelector(" + BrowserTab.quoted(selector(figure)) + ");"
                                + " const by = f.getAttribute('aria-labelledby');"
                                + " return (f.getAttribute('aria-label')"
                                + " ?? (by && by.split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' '))"
                                + " ?? f.querySelector('figcaption')?.textContent ?? '').trim(); })()")
                .asString("");
        softly.assertThat(name).as("the name of figure %s", figure).isNotEmpty();
    }

    /** Every figure has a size, and is more than one colour. */
    private void drawn(String how) throws IOException {
        BufferedImage page = tab.screenshot();
        JsonNode boxes = tab.evaluate("[...document.querySelectorAll('figure[data-figure]')].map(f => {"
                + " const d = f.querySelector('svg, canvas'); if (!d) return [f.dataset.figure, 0, 0, 0, 0];"
                + " const b = d.getBoundingClientRect();"
                + " return [f.dataset.figure, b.x + scrollX, b.y + scrollY, b.width, b.height]; })");
        for (JsonNode box : boxes) {
            String figure = box.get(0).asString() + ", " + how;
            int left = (int) Math.ceil(box.get(1).asDouble());
            int top = (int) Math.ceil(box.get(2).asDouble());
            int width = (int) Math.min(box.get(3).asDouble(), page.getWidth() - left) - 1;
            int height = (int) Math.min(box.get(4).asDouble(), page.getHeight() - top) - 1;
            softly.assertThat(width > 0 && height > 0)
                    .as("%s has a size", figure)
                    .isTrue();
            if (width > 0 && height > 0)
                softly.assertThat(coloured(page, left, top, width, height))
                        .as("%s is more than one colour", figure)
                        .isTrue();
        }
    }

    private static boolean coloured(BufferedImage page, int left, int top, int width, int height) {
        int first = page.getRGB(left, top);
        for (int y = top; y < top + height; y++)
            for (int x = left; x < left + width; x++) if (page.getRGB(x, y) != first) return true;
        return false;
    }

    private void usable(String how, String rule) throws IOException {
        softly.assertThat(AccessibilityCheck.violations(tab, rule))
                .as("what keeps people from using the page, %s", how)
                .isEmpty();
    }

    /** The numbers of every figure as a table with a header and something in it, its picture as XML, in files that bear its name. */
    private void given(List<String> figures) throws IOException, InterruptedException {
        List<String> buttons = new ArrayList<>();
        for (String figure : figures)
            for (String action : List.of("csv", "svg")) buttons.add(selector(figure) + " [data-action=" + action + "]");
        Map<String, byte[]> files = tab.downloads(buttons);
        for (String figure : figures) {
            softly.assertThat(files.keySet()).as("what was downloaded").contains(figure + ".csv", figure + ".svg");
            table(figure, new String(files.getOrDefault(figure + ".csv", new byte[0]), StandardCharsets.UTF_8));
            picture(figure, files.getOrDefault(figure + ".svg", new byte[0]));
        }
    }

    private void table(String figure, String csv) {
        softly.assertThat(csv.lines().limit(2).count())
                .as("lines of the CSV of %s", figure)
                .isEqualTo(2);
        softly.assertThat(csv.lines().findFirst().orElse(""))
                .as("the header of the CSV of %s", figure)
                .matches("\\S.*")
                .doesNotMatch("[-0-9.,e]*");
    }

    private void picture(String figure, byte[] svg) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setNamespaceAware(true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler()); // which throws and does not print
            Element root = builder.parse(new ByteArrayInputStream(svg)).getDocumentElement();
            softly.assertThat(root.getLocalName())
                    .as("the root of the SVG of %s", figure)
                    .isEqualTo("svg");
            softly.assertThat(root.getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
        } catch (SAXException | ParserConfigurationException e) {
            softly.fail("the SVG of " + figure + " is no XML: " + e.getMessage());
        }
    }

    /** Somewhere in the figure, on a mark where there are any, the pointer is told something. */
    private void answers(String figure) {
        JsonNode places =
                tab.evaluate("(() => { const f = document.querySelector(" + BrowserTab.quoted(selector(figure)) + ");"
                        + " f.querySelector('svg, canvas')?.scrollIntoView({block: 'center', behavior: 'instant'});"
                        + " const middle = e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };"
                        + " const seen = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;"
                        + " const marks = [...f.querySelectorAll('[data-tip]')].filter(e => { const at = middle(e);"
                        + " return seen(at) && document.elementFromPoint(...at)?.closest('[data-tip]') === e; }).map(middle).slice(0, 3);"
                        + " const b = (f.querySelector('svg, canvas') ?? f).getBoundingClientRect();"
                        + " const grid = []; for (let i = 1; i < 16; i++) for (let j = 1; j < 12; j++)"
                        + " grid.push([b.x + b.width * j / 12, b.y + b.height * ((i * 7) % 16) / 16]);"
                        + " return marks.concat(grid.filter(seen)); })()");
        for (JsonNode place : places) {
            tab.point(place.get(0).asDouble(), place.get(1).asDouble());
            String said = tab.evaluate("(() => { const t = [...document.querySelectorAll('[role=tooltip]')]"
                            + ".find(t => t.checkVisibility() && t.getBoundingClientRect().width > 0);"
                            + " return t ? t.textContent.trim() : ''; })()")
                    .asString("");
            if (!said.isEmpty()) return;
        }
        softly.fail("nowhere in " + figure + " is the pointer told anything");
    }
}
