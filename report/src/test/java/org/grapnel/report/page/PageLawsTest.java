package org.grapnel.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The laws on pages made by hand: each law must be able to fail. */
@Tag("browser")
@ExtendWith(BrowserExtension.class)
class PageLawsTest {
    @TempDir
    Path home;

    private static final String GOOD = """
            <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>:root { color-scheme: light dark; } svg { max-width: 100%; height: auto; display: block; }
            [role=tooltip] { position: fixed; top: 0; pointer-events: none; }</style></head>
            <body><main><h1>A page</h1>
            <figure data-figure="one" aria-labelledby="one-title"><figcaption id="one-title">One</figcaption>
            <svg width="300" height="200" viewBox="0 0 300 200" role="img" aria-label="a square">
            <rect x="50" y="50" width="100" height="100" fill="#4477aa" data-tip="a square"></rect></svg>
            <button data-action="csv">CSV</button> <button data-action="svg">SVG</button></figure></main>
            <div role="tooltip" hidden></div>
            <script>
            const tip = document.querySelector('[role=tooltip]');
            document.addEventListener('pointerover', e => {
              const mark = e.target.closest('[data-tip]');
              tip.hidden = !mark; tip.textContent = mark ? mark.dataset.tip : ''; });
            const save = (name, text) => { const a = document.createElement('a');
              a.href = URL.createObjectURL(new Blob([text])); a.download = name; a.click(); };
            document.querySelector('[data-action=csv]').onclick = () => save('one.csv', 'a,b\\n1,2\\n');
            document.querySelector('[data-action=svg]').onclick = () =>
              save('one.svg', new XMLSerializer().serializeToString(document.querySelector('svg')));
            document.documentElement.dataset.drawn = 'true';
            </script></body></html>
            """;

    private Path page(String html) throws IOException {
        return Files.writeString(home.resolve("page, 1 ü.html"), html);
    }

    @Test
    void correctPageKeepsTheLaws(TestBrowser browser) throws IOException, InterruptedException {
        PageLaws.assertHold(browser, page(GOOD));
    }

    /** Asserts that a changed page breaks these laws; {@code changes} are texts of the page and their replacements, in turn. */
    private void assertBreaks(TestBrowser browser, List<String> laws, String... changes) throws IOException {
        String html = GOOD;
        for (int i = 0; i < changes.length; i += 2) {
            assertThat(html).contains(changes[i]);
            html = html.replace(changes[i], changes[i + 1]);
        }
        Path page = page(html);
        AbstractThrowableAssert<?, ?> broken = assertThatThrownBy(() -> PageLaws.assertHold(browser, page));
        for (String law : laws) broken.hasMessageContaining(law);
    }

    @Test
    void faultyPageBreaksEveryLaw(TestBrowser browser) throws IOException {
        assertBreaks(
                browser,
                List.of(
                        "addresses in the file",
                        "\"oh\"",
                        "nothing is not defined",
                        "requests of the page",
                        "one, light has more than one colour",
                        "the width of the page on a telephone",
                        "the name of figure",
                        "the header of the CSV",
                        "is not XML",
                        "shows a tooltip",
                        "accessibility violations, 1280 light",
                        "color-contrast"),
                "<main>",
                "<main><!-- http://somewhere.example --><img alt='' src='other.png'>",
                "const tip",
                "console.error('oh'); setTimeout(() => nothing.at.all); const tip",
                "fill=\"#4477aa\"",
                "fill=\"none\" pointer-events=\"all\"",
                "<h1>",
                "<h1 style='width: 500px; color: #ccc'>",
                ">One<",
                "><",
                "a,b\\n1,2\\n",
                "1,2\\n3,4\\n",
                "save('one.svg', ",
                "save('one.svg', '<p>' + ",
                "tip.hidden = !mark",
                "tip.hidden = true",
                "lang=\"en\"",
                "");
    }

    @Test
    void darkModeIsCheckedToo(TestBrowser browser) throws IOException {
        String onlyLight = "fill=\"light-dark(#4477aa, Canvas)\" style=\"fill: light-dark(#4477aa, Canvas)\"";
        assertBreaks(
                browser,
                List.of("one, dark has more than one colour", "lines of the CSV"),
                "fill=\"#4477aa\"",
                onlyLight,
                "a,b\\n1,2\\n",
                "a,b\\n");
    }

    @Test
    void waitingForAPageHasATimeLimit(TestBrowser browser) {
        assertThatThrownBy(() -> browser.await("false", "drawn at last", 200)).hasMessageContaining("drawn at last");
    }

    @Test
    void browserEmulatesScreensMediaPointerAndDownloads(TestBrowser browser) throws IOException, InterruptedException {
        browser.viewport(390, 844);
        browser.media("screen", "dark");
        browser.open(page(GOOD));
        assertThat(browser.evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]")
                        .toString())
                .isEqualTo("[390,true]");
        assertThat(browser.screenshot().getWidth()).isEqualTo(390);
        browser.media("print", "light");
        assertThat(browser.evaluate("matchMedia('print').matches").asBoolean()).isTrue();
        browser.media("screen", "light");
        browser.hover("[data-tip]");
        assertThat(browser.evaluate("document.querySelector('[role=tooltip]').textContent")
                        .asString())
                .isEqualTo("a square");
        assertThat(browser.download(List.of("[data-action=csv]")))
                .containsOnlyKeys("one.csv")
                .extractingByKey("one.csv")
                .isEqualTo("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
        assertThat(browser.faults()).isEmpty();
        assertThat(browser.requests()).hasSizeGreaterThanOrEqualTo(1);
    }
}
