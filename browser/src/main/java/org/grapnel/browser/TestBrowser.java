package org.grapnel.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Headless Chromium for tests of pages, driven by Selenium. The driver and the browser are those on PATH; nothing is downloaded. The browser
 * has a profile of its own, which is deleted when it is closed.
 */
public final class TestBrowser implements AutoCloseable {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final String DRIVER = "chromedriver";
    private static final int WAIT_MILLIS = 30_000;

    /** Chromium silently drops downloads beyond ten a second. */
    private static final int BURST = 8;

    private static final int BURST_MILLIS = 1100;

    /** Selenium warns of every browser that is newer than itself; kept here, or its level would be forgotten. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    private final Path home;
    private final ChromeDriver driver;
    private final List<ProcessHandle> processes;
    private final Thread closeAtExit = new Thread(this::stop);
    private final List<String> faults = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private int clicks;

    private TestBrowser(Path home, ChromeDriver driver, List<ProcessHandle> processes) {
        this.home = home;
        this.driver = driver;
        this.processes = processes;
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    /** Returns what is missing on this machine; empty where tests can run. */
    public static Optional<String> missing() {
        if (onPath(BROWSERS).isEmpty())
            return Optional.of("no browser: none of " + String.join(", ", BROWSERS) + " on PATH");
        return onPath(List.of(DRIVER)).isEmpty()
                ? Optional.of("no " + DRIVER + " on PATH (Debian: chromium-driver)")
                : Optional.empty();
    }

    static Optional<Path> onPath(List<String> names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return names.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static TestBrowser start() throws IOException {
        Path home = Files.createTempDirectory("grapnel-browser");
        List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
        try {
            Files.createDirectory(home.resolve("downloads"));
            // with the driver's path given, Selenium does not look for one, here or elsewhere
            ChromeDriverService service = new ChromeDriverService.Builder()
                    .usingDriverExecutable(onPath(List.of(DRIVER)).orElseThrow().toFile())
                    .usingAnyFreePort()
                    .withEnvironment(Map.of("TMPDIR", home.toString()))
                    .withLogFile(home.resolve("driver.log").toFile())
                    .build();
            ChromeDriver driver = new ChromeDriver(service, options(home));
            TestBrowser browser = new TestBrowser(home, driver, startedSince(before));
            driver.manage().timeouts().scriptTimeout(Duration.ofMillis(WAIT_MILLIS));
            driver.manage().timeouts().pageLoadTimeout(Duration.ofMillis(WAIT_MILLIS));
            return browser;
        } catch (IOException | RuntimeException | Error e) {
            end(startedSince(before));
            delete(home);
            throw e;
        }
    }

    private static ChromeOptions options(Path home) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(onPath(BROWSERS).orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-breakpad",
                "--disable-component-update",
                "--disable-crash-reporter",
                "--disable-extensions",
                "--disable-sync",
                "--no-first-run",
                "--no-default-browser-check",
                "--force-color-profile=srgb",
                "--hide-scrollbars",
                "--user-data-dir=" + home.resolve("profile"));
        options.setCapability(ChromeOptions.LOGGING_PREFS, Map.of(LogType.BROWSER, "ALL", LogType.PERFORMANCE, "ALL"));
        return options;
    }

    private static List<ProcessHandle> startedSince(List<ProcessHandle> before) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> !before.contains(process))
                .toList();
    }

    /** Wide, light, on a screen: what every test begins with. */
    public void reset() {
        media("screen", "light");
        viewport(1280, 900);
    }

    /** Opens a report and waits until the page has drawn all its figures. */
    public void open(Path html) throws InterruptedException {
        open(html.toUri().toString(), "document.documentElement.dataset.drawn === 'true'");
    }

    /** Opens an address and waits until an expression is true in its page. */
    public void open(String address, String isReady) throws InterruptedException {
        driver.get("about:blank"); // an address that differs in its fragment only would not be loaded again
        readLogs();
        faults.clear();
        requests.clear();
        driver.get(address);
        await(isReady, address + " is ready", WAIT_MILLIS);
        settle();
    }

    /** Waits until an expression is true, up to half a minute. */
    public void await(String expression) throws InterruptedException {
        await(expression, expression, WAIT_MILLIS);
    }

    /** Waits until an expression is true. */
    public void await(String expression, String what, int millis) throws InterruptedException {
        for (long end = System.nanoTime() + millis * 1_000_000L; System.nanoTime() < end; Thread.sleep(20))
            if (evaluate(expression).asBoolean(false)) return;
        throw new IllegalStateException("not within " + millis + " ms: " + what + "; the page reports " + faults());
    }

    /** Waits until an expression is true in the page of a frame. */
    public void awaitInFrame(String selector, String expression) throws InterruptedException {
        driver.switchTo().frame(driver.findElement(By.cssSelector(selector)));
        try {
            await(expression);
        } finally {
            driver.switchTo().defaultContent();
        }
    }

    /** Waits for two frames: what a change caused has been drawn. */
    private void settle() {
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }

    /** Returns what the browser logged since the page was opened: console messages, exceptions, refused requests. */
    public List<String> faults() {
        readLogs();
        return List.copyOf(faults);
    }

    /** Returns the addresses requested since the page was opened. */
    public List<String> requests() {
        readLogs();
        return List.copyOf(requests);
    }

    private void readLogs() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) faults.add("console: " + entry.getMessage());
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode event = JsonMapper.shared().readTree(entry.getMessage()).path("message");
            if (event.path("method").asString("").equals("Network.requestWillBeSent"))
                requests.add(event.at("/params/request/url").asString(""));
        }
    }

    /** Returns the value of an expression, or of the promise it gives. */
    public JsonNode evaluate(String expression) {
        return JsonMapper.shared().valueToTree(driver.executeScript("return (" + expression + ");"));
    }

    public void run(String script) {
        driver.executeScript(script);
    }

    /** Sets the size of the viewport; below 600 pixels it is a telephone's. */
    public void viewport(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        settle();
    }

    /**
     * Sets what media queries see.
     *
     * @param medium {@code screen} or {@code print}
     * @param scheme {@code light} or {@code dark}
     */
    public void media(String medium, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        settle();
    }

    /** Returns an image of the whole page, also of what is below the fold. */
    public BufferedImage screenshot() throws IOException {
        JsonNode metrics = JsonMapper.shared().valueToTree(driver.executeCdpCommand("Page.getLayoutMetrics", Map.of()));
        JsonNode size = metrics.get("cssContentSize");
        Map<String, Object> clip = Map.of(
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
        Object png = driver.executeCdpCommand(
                        "Page.captureScreenshot",
                        Map.of("format", "png", "captureBeyondViewport", true, "optimizeForSpeed", true, "clip", clip))
                .get("data");
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(String.valueOf(png))));
    }

    /** Moves the pointer to a place in the viewport. */
    public void pointAt(double x, double y) {
        PointerInput mouse = new PointerInput(PointerInput.Kind.MOUSE, "mouse");
        Sequence move = new Sequence(mouse, 0)
                .addAction(mouse.createPointerMove(Duration.ZERO, PointerInput.Origin.viewport(), (int) x, (int) y));
        driver.perform(List.of(move));
    }

    /** Moves the pointer to the middle of the first element that matches a selector. */
    public void hover(String selector) {
        new Actions(driver, Duration.ZERO)
                .moveToElement(driver.findElement(By.cssSelector(selector)))
                .perform();
    }

    /** Clicks on the first element that matches a selector. */
    public void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    /** Drags the first element that matches a selector. */
    public void drag(String selector, int x, int y) {
        new Actions(driver, Duration.ZERO)
                .dragAndDropBy(driver.findElement(By.cssSelector(selector)), x, y)
                .perform();
    }

    /** Draws a closed line around the left half of the first element that matches a selector, with the pressed pointer. */
    public void drawAroundLeftHalf(String selector) {
        WebElement element = driver.findElement(By.cssSelector(selector));
        Dimension size = element.getSize();
        int width = size.getWidth() / 2 - 8;
        int height = size.getHeight() - 16;
        new Actions(driver, Duration.ofMillis(20))
                .scrollToElement(element)
                .moveToElement(element, 0, -height / 2)
                .clickAndHold()
                .moveByOffset(0, height)
                .moveByOffset(-width, 0)
                .moveByOffset(0, -height)
                .moveByOffset(width - 4, 0)
                .release()
                .perform();
    }

    /** Presses keys where the focus is. */
    public void press(CharSequence... keys) {
        new Actions(driver, Duration.ZERO).sendKeys(keys).perform();
    }

    /** Turns the wheel over the first element that matches a selector, while a key is held; an empty key holds none. */
    public void wheel(String selector, CharSequence key, int y) {
        Actions actions = new Actions(driver, Duration.ZERO);
        if (!key.isEmpty()) actions.keyDown(key);
        actions.scrollFromOrigin(
                WheelInput.ScrollOrigin.fromElement(driver.findElement(By.cssSelector(selector))), 0, y);
        if (!key.isEmpty()) actions.keyUp(key);
        actions.perform();
    }

    /** Types into the first element that matches a selector. */
    public void type(String selector, CharSequence keys) {
        driver.findElement(By.cssSelector(selector)).sendKeys(keys);
    }

    /** Replaces the text of the first field that matches a selector. */
    public void fill(String selector, CharSequence keys) {
        driver.findElement(By.cssSelector(selector)).sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE, keys);
    }

    /** Chooses an option of the first menu that matches a selector. */
    public void choose(String selector, String option) {
        for (WebElement each : driver.findElement(By.cssSelector(selector)).findElements(By.tagName("option")))
            if (each.getText().equals(option)) each.click();
    }

    /** Clicks on one button after the other, each of which saves a file, and returns the contents of the files by name. */
    public Map<String, byte[]> download(List<String> selectors) throws IOException, InterruptedException {
        Path downloads = home.resolve("downloads");
        try (Stream<Path> earlier = Files.list(downloads)) {
            for (Path file : earlier.toList()) Files.delete(file);
        }
        driver.executeCdpCommand(
                "Browser.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", downloads.toString()));
        for (String selector : selectors) {
            if (++clicks % BURST == 0) Thread.sleep(BURST_MILLIS);
            driver.findElement(By.cssSelector(selector)).click();
        }
        List<Path> complete = List.of();
        for (long end = System.nanoTime() + WAIT_MILLIS * 1_000_000L; System.nanoTime() < end; Thread.sleep(10)) {
            try (Stream<Path> files = Files.list(downloads)) {
                // an empty file reserves the name until the complete one is moved there
                complete = files.filter(file -> !file.getFileName().toString().matches(".*\\.crdownload|\\..*"))
                        .filter(file -> file.toFile().length() > 0)
                        .toList();
            }
            if (complete.size() >= selectors.size()) break;
        }
        Map<String, byte[]> contents = new TreeMap<>();
        for (Path file : complete) contents.put(file.getFileName().toString(), Files.readAllBytes(file));
        return contents;
    }

    /** Returns text as a JavaScript string. */
    public static String quote(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    @Override
    public void close() {
        stop();
        Runtime.getRuntime().removeShutdownHook(closeAtExit);
    }

    private void stop() {
        try {
            driver.quit();
        } catch (WebDriverException e) {
            // its processes are ended below
        }
        end(processes);
        delete(home);
    }

    static void end(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : processes)
            process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
    }

    /** A process that is ending may still write, so deletion is tried again. */
    static void delete(Path folder) {
        for (int attempt = 0; Files.exists(folder) && attempt < 100; attempt++) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException e) {
                LockSupport.parkNanos(20_000_000);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
