package org.grapnel.report.page;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A tab: opens a page, looks at it, points at it, and hears what it complains of and whom it asks. */
public final class BrowserTab implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    /** Of more than ten downloads of a page within a second, Chromium drops the rest without a word. */
    private static final int BURST = 8;

    private static final int BURST_MILLIS = 1100;

    private final DevTools tools;
    private final String target;
    private final String session;
    private final Path downloads;
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private int asked;

    BrowserTab(DevTools tools, String target, String session, Path downloads) {
        this.tools = tools;
        this.target = target;
        this.session = session;
        this.downloads = downloads;
        tools.listen(session, this::hear);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) send(domain + ".enable", Map.of());
        viewport(1280, 900);
    }

    private void hear(String event, JsonNode about) {
        switch (event) {
            case "Runtime.exceptionThrown" ->
                faults.add(about.at("/exceptionDetails/exception/description")
                        .asString(about.at("/exceptionDetails/text").asString("")));
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert")
                        .contains(about.path("type").asString(""))) faults.add("console: " + about.path("args"));
            }
            case "Log.entryAdded" ->
                faults.add("log: " + about.at("/entry/text").asString(""));
            case "Network.requestWillBeSent" ->
                requests.add(about.at("/request/url").asString(""));
            default -> {}
        }
    }

    private JsonNode send(String method, Map<String, ?> parameters) {
        return tools.send(session, method, parameters);
    }

    /** Opens a file, and waits until it has drawn all its figures. */
    public void open(Path html) throws InterruptedException {
        faults.clear();
        requests.clear();
        send("Page.navigate", Map.of("url", html.toUri().toString()));
        await(
                "document.readyState === 'complete' && document.documentElement.dataset.drawn === 'true'",
                html + " is drawn",
                PATIENCE_MILLIS);
        settle();
    }

    /** Waits until an expression is true. */
    void await(String expression, String what, int millis) throws InterruptedException {
        for (long end = System.nanoTime() + millis * 1_000_000L; System.nanoTime() < end; Thread.sleep(20))
            if (evaluate(expression).asBoolean(false)) return;
        throw new IllegalStateException("not within " + millis + " ms: " + what + "; heard " + faults);
    }

    /** Two frames: what a change set off has been drawn. */
    void settle() {
        send("Page.bringToFront", Map.of());
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }

    /** What the page complained of since it was opened: errors, warnings, exceptions, entries of the log. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** The addresses that were asked for since the page was opened. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** The value of an expression, or of what it promises. */
    public JsonNode evaluate(String expression) {
        JsonNode answer =
                send("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails"))
            throw new IllegalStateException(
                    answer.at("/exceptionDetails/exception/description").asString("") + " in " + expression);
        return answer.path("result").path("value");
    }

    /** A narrow one is a telephone's. */
    public void viewport(int width, int height) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        settle();
    }

    /** {@code medium}: screen or print; {@code scheme}: light or dark. */
    void media(String medium, String scheme) {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        settle();
    }

    /** The whole page, below the fold too. */
    BufferedImage screenshot() throws IOException {
        JsonNode size = send("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
        Map<String, Object> all = Map.of(
                "x",
                0,
                "y",
                0,
                "width",
                size.get("width").asDouble(),
                "height",
                size.get("height").asDouble(),
                "scale",
                1);
        String png = send(
                        "Page.captureScreenshot",
                        Map.of("format", "png", "captureBeyondViewport", true, "optimizeForSpeed", true, "clip", all))
                .get("data")
                .asString();
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(png)));
    }

    /** Moves the pointer to a place of the viewport. */
    public void point(double x, double y) {
        mouse("mouseMoved", x, y, 0);
    }

    /** Clicks in the middle of the first element of this selector. */
    void click(String selector) {
        JsonNode at = middle(selector);
        double x = at.get(0).asDouble();
        double y = at.get(1).asDouble();
        mouse("mouseMoved", x, y, 0);
        mouse("mousePressed", x, y, 1);
        mouse("mouseReleased", x, y, 1);
    }

    /** Moves the pointer to the middle of the first element of this selector. */
    void hover(String selector) {
        JsonNode at = middle(selector);
        point(at.get(0).asDouble(), at.get(1).asDouble());
    }

    private JsonNode middle(String selector) {
        JsonNode at =
                evaluate("(() => { const e = document.querySelector(" + quoted(selector) + "); if (!e) return null;"
                        + " e.scrollIntoView({block: 'center', behavior: 'instant'});"
                        + " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()");
        if (at.isNull()) throw new IllegalStateException("there is no " + selector);
        return at;
    }

    private void mouse(String type, double x, double y, int clicks) {
        send(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", clicks > 0 ? "left" : "none", "clickCount", clicks));
    }

    /** Clicks on one after the other, each of which gives a file, and returns the content of the files by their names. */
    Map<String, byte[]> downloads(List<String> selectors) throws IOException, InterruptedException {
        try (Stream<Path> earlier = Files.list(downloads)) {
            for (Path file : earlier.toList()) Files.delete(file);
        }
        tools.send(
                "",
                "Browser.setDownloadBehavior",
                Map.of("behavior", "allow", "downloadPath", downloads.toString(), "eventsEnabled", false));
        for (String selector : selectors) {
            if (++asked % BURST == 0) Thread.sleep(BURST_MILLIS);
            click(selector);
        }
        List<Path> whole = List.of();
        for (long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L; System.nanoTime() < end; Thread.sleep(10)) {
            try (Stream<Path> files = Files.list(downloads)) {
                // an empty file of the name only keeps its place until the whole one is moved there
                whole = files.filter(file -> !file.getFileName().toString().matches(".*\\.crdownload|\\..*"))
                        .filter(file -> file.toFile().length() > 0)
                        .toList();
            }
            if (whole.size() >= selectors.size()) break;
        }
        Map<String, byte[]> content = new TreeMap<>();
        for (Path file : whole) content.put(file.getFileName().toString(), Files.readAllBytes(file));
        return content;
    }

    /** Words as a JavaScript string. */
    static String quoted(String words) {
        return JsonMapper.shared().writeValueAsString(words);
    }

    @Override
    public void close() {
        tools.send("", "Target.closeTarget", Map.of("targetId", target));
    }
}
