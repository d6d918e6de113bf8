package org.grapnel.studio;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A studio as a process of its own, on the class path of the test. It and all that it starts end with the test. */
final class RunningStudio implements AutoCloseable {
    private static final Pattern LINE = Pattern.compile("studio (http://127\\.0\\.0\\.1:\\d+)/#token=([\\w-]{43})");
    private static final int PATIENCE_SECONDS = 120;
    private static final int END_SECONDS = 20;

    private final Process process;
    private final Thread endAtExit;
    private final HttpClient client = HttpClient.newHttpClient();
    final Path folder;
    final String origin;
    final String token;

    private RunningStudio(Process process, Thread endAtExit, Path folder, String origin, String token) {
        this.process = process;
        this.endAtExit = endAtExit;
        this.folder = folder;
        this.origin = origin;
        this.token = token;
    }

    static RunningStudio start(Path folder) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.grapnel.cli.Main",
                        "studio",
                        folder.toString(),
                        "--no-browser")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread endAtExit = new Thread(() -> end(process));
        Runtime.getRuntime().addShutdownHook(endAtExit);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = String.valueOf(lines.readLine());
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            end(process);
            throw new IOException("the studio printed: " + line);
        }
        return new RunningStudio(process, endAtExit, folder, matcher.group(1), matcher.group(2));
    }

    /** Returns the address of a page, such as {@code /runs}, with the token. */
    String address(String route) {
        return origin + "/#token=" + token + "&" + route;
    }

    /** Returns a name as a part of an address. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    JsonNode get(String path) {
        return send("GET", path, HttpRequest.BodyPublishers.noBody());
    }

    JsonNode post(String path, Map<String, ?> body) {
        return send(
                "POST",
                path,
                HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)));
    }

    JsonNode patch(String path, Map<String, ?> body) {
        return send(
                "PATCH",
                path,
                HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)));
    }

    JsonNode put(String name, byte[] content) {
        return send("PUT", "/api/data/" + encoded(name), HttpRequest.BodyPublishers.ofByteArray(content));
    }

    private JsonNode send(String method, String path, HttpRequest.BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(origin + path))
                .header("Authorization", "Bearer " + token)
                .method(method, body)
                .build();
        try {
            var answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() >= 300)
                throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
            return JsonMapper.shared().readTree(answer.body().isEmpty() ? "{}" : answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Starts a run and returns its id. */
    String submit(String data, String command, String title, Map<String, ?> options) {
        return post("/api/runs", Map.of("data", data, "command", command, "title", title, "options", options))
                .get("id")
                .asString("");
    }

    /** Waits until a run has a state. */
    void await(String run, String state) throws InterruptedException {
        JsonNode found = get("/api/runs/" + encoded(run));
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS); System.nanoTime() < end; ) {
            found = get("/api/runs/" + encoded(run));
            String now = found.path("state").asString("");
            if (now.equals(state)) return;
            if (List.of("done", "failed", "stopped").contains(now)) break;
            Thread.sleep(100);
        }
        throw new AssertionError(run + " did not become " + state + ": " + found);
    }

    /** Runs a fit to its end and returns its id. */
    String fit(String data, String title, Map<String, ?> options) throws InterruptedException {
        String run = submit(data, "fit", title, options);
        await(run, "done");
        return run;
    }

    @Override
    public void close() {
        end(process);
        Runtime.getRuntime().removeShutdownHook(endAtExit);
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS))
                process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all)
            each.onExit().completeOnTimeout(each, 5, TimeUnit.SECONDS).join();
    }

    /** Returns the names of the entries of the folder. */
    List<String> entries() throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(path -> String.valueOf(path.getFileName())).sorted().toList();
        }
    }
}
