package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.studio.RunningStudio.encoded;
import static org.grapnel.studio.StudioUser.marked;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.grapnel.browser.AccessibilityCheck;
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

/** Laws that every page of the studio keeps, on data whose names are all markup. */
@Tag("browser")
@Tag("once")
@ExtendWith(BrowserExtension.class)
class StudioLawsTest {
    private static final String DATA = "odd & 'quoted' names.csv";
    private static final String LABELS = SmallData.markup("label");
    private static final int MAX_TABS = 40;

    @TempDir
    static Path home;

    private static RunningStudio studio;

    /** The routes and what each shows when it is ready. */
    private static final Map<String, String> ROUTES = new LinkedHashMap<>();

    private TestBrowser browser;
    private StudioUser user;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        studio = RunningStudio.start(home);
        studio.put(DATA, SmallData.withMarkup());
        String first = studio.submit(DATA, "fit", SmallData.markup("first"), options(6));
        String second = studio.submit(DATA, "fit", "<script>window.hit = 1</script>", options(9));
        String refused = studio.submit(DATA, "fit", SmallData.markup("refused"), options(0));
        studio.await(first, "done");
        studio.await(second, "done");
        studio.patch("/api/runs/" + encoded(first), Map.of("tags", List.of(SmallData.markup("tag")), "pinned", true));
        String placed = studio.post(
                        "/api/runs",
                        Map.of("data", DATA, "command", "transform", "run", first, "options", Map.of("labels", LABELS)))
                .get("id")
                .asString("");
        studio.await(placed, "done");
        ROUTES.put("/data", "#data-list");
        ROUTES.put("/data/" + encoded(DATA), "#columns");
        ROUTES.put("/new/" + encoded(DATA), "#start");
        ROUTES.put("/runs", "#runs tbody tr");
        ROUTES.put("/run/" + encoded(first), "#scores");
        ROUTES.put("/run/" + encoded(refused), "#change-options");
        ROUTES.put("/run/" + encoded(placed), marked("placed"));
        ROUTES.put("/explore/" + encoded(first), "main[data-ready=true]");
        ROUTES.put("/compare?run=" + encoded(first) + "&run=" + encoded(second), "main[data-ready=true]");
    }

    private static Map<String, Object> options(int keep) {
        return Map.of("clusters", 3, "keep", keep, "labels", LABELS);
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

    @Test
    void everyPageFitsIsAccessibleAndSilent() throws InterruptedException, IOException {
        SoftAssertions softly = new SoftAssertions();
        for (Map.Entry<String, String> route : ROUTES.entrySet()) {
            user.open(studio, route.getKey(), route.getValue());
            if (route.getKey().startsWith("/new")) browser.click("#more-options");
            for (int width : List.of(1440, 390)) {
                for (String scheme : List.of("light", "dark")) {
                    String where = route.getKey() + " at " + width + " px, " + scheme;
                    browser.viewport(width, 900);
                    browser.media("screen", scheme);
                    softly.assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                    .asInt())
                            .as("width of %s", where)
                            .isLessThanOrEqualTo(width);
                    softly.assertThat(AccessibilityCheck.violations(
                                    browser, scheme.equals("dark") ? "color-contrast" : ""))
                            .as("axe on %s", where)
                            .isEmpty();
                }
            }
            browser.reset();
            softly.assertThat(browser.faults()).as("log of %s", route.getKey()).isEmpty();
            softly.assertThat(browser.requests())
                    .as("requests of %s", route.getKey())
                    .allMatch(address -> address.startsWith(studio.origin + "/")
                            || address.startsWith("data:")
                            || address.startsWith("blob:"))
                    .noneMatch(address -> address.contains(studio.token));
        }
        softly.assertAll();
    }

    @Test
    void namesAreTextAndNeverMarkup() throws InterruptedException {
        for (Map.Entry<String, String> route : ROUTES.entrySet()) {
            user.open(studio, route.getKey(), route.getValue());
            browser.run("for (const details of document.querySelectorAll('details')) details.open = true;");
            assertThat(browser.evaluate("document.querySelectorAll('main img, main script').length")
                            .asInt())
                    .as("elements made of names on %s", route.getKey())
                    .isZero();
            assertThat(browser.evaluate("window.hit ?? 0").asInt())
                    .as(route.getKey())
                    .isZero();
        }
        user.go("/explore/" + firstRun(), "main[data-ready=true]");
        user.type("#search", "s7").read("#search-results", SmallData.markup("s7"));
        user.press("#search", Keys.ENTER).read("#facts", SmallData.markup("s7"));
        user.go("/runs", "#runs tbody tr");
        assertThat(user.text("#runs")).contains(SmallData.markup("first"), SmallData.markup("tag"));
        user.go("/data", "#choose-file").drop(SmallData.markup("x.csv"), SmallData.withLabels());
        user.see(".upload.failed [role=alert]");
        assertThat(user.text("#uploads")).contains(SmallData.markup("x.csv"));
        assertThat(browser.evaluate("document.querySelectorAll('.upload img').length + (window.hit ?? 0)")
                        .asInt())
                .isZero();
    }

    private static String firstRun() {
        return ROUTES.keySet().stream()
                .filter(route -> route.startsWith("/explore/"))
                .findFirst()
                .orElseThrow()
                .substring("/explore/".length());
    }

    @Test
    void tokenLeavesTheAddressAndTheHistory() throws InterruptedException {
        user.open(studio, "/data", "#choose-file").go("/runs", "#runs-search").go("/data", "#choose-file");
        assertThat(browser.evaluate("location.href").asString("")).isEqualTo(studio.origin + "/#/data");
        assertThat(browser.evaluate("JSON.stringify(navigation.entries().map(entry => entry.url))")
                        .asString(""))
                .contains("#/runs")
                .doesNotContain(studio.token);
        assertThat(browser.evaluate("document.documentElement.outerHTML").asString(""))
                .doesNotContain(studio.token);
    }

    @Test
    void withoutATokenThePageSaysHowToOpenIt() throws InterruptedException {
        browser.open(studio.origin + "/", "true");
        browser.run("sessionStorage.clear();");
        browser.open(studio.origin + "/", "Boolean(document.querySelector('" + marked("no-token") + "'))");
        assertThat(user.text("main")).contains("grapnel studio", "#token=");
        assertThat(browser.faults()).isEmpty();
        user.type("#token-line", "nothing").click("#token-open").read("#token-error", "no token");
        user.type("#token-line", "studio " + studio.origin + "/#token=" + "x".repeat(43))
                .click("#token-open");
        user.read(marked("no-token"), "does not accept the token");
        user.type("#token-line", "studio " + studio.origin + "/#token=" + studio.token)
                .click("#token-open");
        user.see("#choose-file");
        assertThat(browser.evaluate("location.href").asString("")).doesNotContain(studio.token);
    }

    @Test
    void keyboardAloneStartsARun() throws InterruptedException, IOException {
        user.open(studio, "/new/" + encoded(DATA), "#start");
        browser.press(Keys.TAB);
        assertThat(focused()).isEqualTo("skip");
        browser.press(Keys.ENTER);
        assertThat(focused()).isEqualTo("main");
        int tabs = 0;
        while (!focused().equals("start") && tabs++ < MAX_TABS) {
            browser.press(Keys.TAB);
            assertThat(browser.evaluate(
                                    "document.activeElement.checkVisibility() && document.activeElement !== document.body")
                            .asBoolean())
                    .as("the element with the focus after %d tabs is shown", tabs)
                    .isTrue();
        }
        assertThat(focused()).isEqualTo("start");
        browser.press(Keys.ENTER);
        user.see("#run-command, #stop");
        user.go("/data", "#choose-file");
        browser.run("document.activeElement.blur()");
        browser.press("?");
        user.see("#help");
        assertThat(AccessibilityCheck.violations(browser, "")).isEmpty();
        browser.press(Keys.ESCAPE);
        browser.await("!document.getElementById('help')");
        browser.press("g");
        browser.press("r");
        user.see("#runs");
    }

    private String focused() {
        return browser.evaluate("document.activeElement.id").asString("");
    }
}
