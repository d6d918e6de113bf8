package org.grapnel.report.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Chromium without a window, for tests that look at pages. It has a profile of its own, which goes with it, and is spoken to over loopback; nothing
 * else is asked of any network.
 */
public final class TestBrowser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int START_MILLIS = 60_000;

    private final Process process;
    private final Path home;
    private final DevTools tools;

    private TestBrowser(Process process, Path home, DevTools tools) {
        this.process = process;
        this.home = home;
        this.tools = tools;
    }

    /** A browser that has just been started; where none is installed, the test that asks is skipped. */
    public static TestBrowser start() throws IOException, InterruptedException {
        Optional<Path> program = program();
        assumeTrue(
                program.isPresent(),
                "no browser to look at pages with: none of " + String.join(", ", NAMES) + " on PATH");
        Path home = Files.createTempDirectory("grapnel-browser");
        Process process = null;
        try {
            process = new ProcessBuilder(
                            program.orElseThrow().toString(),
                            "--headless=new",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-dev-shm-usage",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-extensions",
                            "--disable-sync",
                            "--no-first-run",
                            "--no-default-browser-check",
                            "--force-color-profile=srgb",
                            "--hide-scrollbars",
                            "--remote-debugging-port=0",
                            "--user-data-dir=" + home.resolve("profile"),
                            "about:blank")
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("log.txt").toFile())
                    .start();
            return new TestBrowser(process, home, new DevTools(address(process, home)));
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            if (process != null) end(process);
            delete(home);
            throw e;
        }
    }

    private static Optional<Path> program() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return NAMES.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The browser chooses a port, and writes it and the path of its endpoint to a file. */
    private static URI address(Process process, Path home) throws IOException, InterruptedException {
        Path file = home.resolve("profile").resolve("DevToolsActivePort");
        for (int waited = 0; waited < START_MILLIS; waited += 20) {
            if (!process.isAlive())
                throw new IllegalStateException("the browser ended: " + Files.readString(home.resolve("log.txt")));
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (lines.size() >= 2) return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
            Thread.sleep(20);
        }
        throw new IllegalStateException("the browser did not start within " + START_MILLIS / 1000 + " s");
    }

    /** A new tab, into whose folder its downloads go. */
    public BrowserTab tab() throws IOException {
        Path downloads = Files.createTempDirectory(home, "downloads");
        String target = tools.send("", "Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        String session = tools.send("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asString();
        return new BrowserTab(tools, target, session, downloads);
    }

    @Override
    public void close() throws IOException {
        tools.close();
        end(process);
        delete(home);
    }

    /** This process and what it started, and nothing else. */
    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all)
            one.onExit().completeOnTimeout(one, 5, TimeUnit.SECONDS).join();
    }

    /** A child that ends late may write once more while its folder is being removed: hence again. */
    private static void delete(Path folder) throws IOException {
        for (int attempt = 0; Files.exists(folder) && attempt < 100; attempt++) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException e) {
                LockSupport.parkNanos(20_000_000);
            }
        }
    }
}
