package org.grapnel.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Headless Firefox for tests, driven by WebDriver BiDi over a WebSocket: Debian has no geckodriver. The browser has a profile of its own,
 * which is deleted when it is closed.
 */
public final class TestFirefox implements AutoCloseable {
    private static final List<String> BROWSERS = List.of("firefox-esr", "firefox");
    private static final Pattern LISTENING = Pattern.compile("WebDriver BiDi listening on (ws://\\S+)");
    private static final int WAIT_SECONDS = 60;

    private final Path home;
    private final Process process;
    private final Thread closeAtExit = new Thread(this::end);
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable WebSocket socket;
    private String context = "";
    private int last;

    private TestFirefox(Path home, Process process) {
        this.home = home;
        this.process = process;
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    /** Returns what is missing on this machine; empty where tests can run. */
    public static Optional<String> missing() {
        return TestBrowser.onPath(BROWSERS).isEmpty()
                ? Optional.of("no browser: none of " + String.join(", ", BROWSERS) + " on PATH")
                : Optional.empty();
    }

    public static TestFirefox start() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("grapnel-firefox");
        Path profile = Files.createDirectory(home.resolve("profile"));
        ProcessBuilder builder = new ProcessBuilder(
                        TestBrowser.onPath(BROWSERS).orElseThrow().toString(),
                        "--headless",
                        "--no-remote",
                        "--profile",
                        profile.toString(),
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("MOZ_CRASHREPORTER_DISABLE", "1");
        TestFirefox browser = new TestFirefox(home, builder.start());
        try {
            browser.connect();
            return browser;
        } catch (IOException | InterruptedException | RuntimeException e) {
            browser.close();
            throw e;
        }
    }

    private void connect() throws IOException, InterruptedException {
        CompletableFuture<String> address = new CompletableFuture<>();
        Thread reader = new Thread(() -> readOutput(address), "firefox-output");
        reader.setDaemon(true);
        reader.start();
        socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(await(address) + "/session"), new Answers())
                .join();
        send("session.new", Map.of("capabilities", Map.of()));
        context = send("browsingContext.getTree", Map.of())
                .at("/contexts/0/context")
                .asString("");
    }

    private void readOutput(CompletableFuture<String> address) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher matcher = LISTENING.matcher(line);
                if (matcher.find()) address.complete(matcher.group(1));
            }
        } catch (IOException e) {
            address.completeExceptionally(e);
        }
        address.completeExceptionally(new IOException("firefox ended without listening"));
    }

    /** Opens an address and waits until the page is loaded. */
    public void open(String address) throws IOException, InterruptedException {
        send("browsingContext.navigate", Map.of("context", context, "url", address, "wait", "complete"));
    }

    public void viewport(int width, int height) throws IOException, InterruptedException {
        send(
                "browsingContext.setViewport",
                Map.of("context", context, "viewport", Map.of("width", width, "height", height)));
    }

    /** Returns the value of an expression, or of the promise it gives, as JSON. */
    public JsonNode evaluate(String expression) throws IOException, InterruptedException {
        JsonNode result = send(
                "script.evaluate",
                Map.of(
                        "expression",
                        "Promise.resolve(" + expression + ").then(value => JSON.stringify(value ?? null))",
                        "target",
                        Map.of("context", context),
                        "awaitPromise",
                        true));
        if (!result.path("type").asString("").equals("success"))
            throw new IOException(expression + ": " + result.path("exceptionDetails"));
        return JsonMapper.shared().readTree(result.at("/result/value").asString("null"));
    }

    /** Waits until an expression is true. */
    public void await(String expression) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!evaluate(expression).asBoolean(false)) {
            if (System.nanoTime() > end)
                throw new IllegalStateException("not within " + WAIT_SECONDS + " s: " + expression);
            Thread.sleep(50);
        }
    }

    private JsonNode send(String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        WebSocket to = socket;
        if (to == null) throw new IOException("firefox is not connected");
        int id = ++last;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        to.sendText(
                        JsonMapper.shared()
                                .writeValueAsString(Map.of("id", id, "method", method, "params", parameters)),
                        true)
                .join();
        JsonNode message = await(answer);
        if (message.path("type").asString("").equals("error"))
            throw new IOException(method + ": " + message.path("message").asString(""));
        return message.path("result");
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException, InterruptedException {
        try {
            return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException("firefox did not answer within " + WAIT_SECONDS + " s", e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                JsonNode message = JsonMapper.shared().readTree(text.toString());
                text.setLength(0);
                CompletableFuture<JsonNode> answer =
                        answers.remove(message.path("id").asInt(-1));
                if (answer != null) answer.complete(message);
            }
            from.request(1);
            return null;
        }
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(closeAtExit);
    }

    private void end() {
        List<ProcessHandle> all = process.toHandle().descendants().toList();
        process.destroyForcibly();
        TestBrowser.end(all);
        TestBrowser.end(List.of(process.toHandle()));
        TestBrowser.delete(home);
    }
}
