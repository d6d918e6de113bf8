package org.grapnel.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grapnel.runs.json.Json;

/** A studio in a process of its own, and requests to it. */
public final class StudioClient {
    private static final Pattern LINE =
            Pattern.compile("studio (http://127\\.0\\.0\\.1:[0-9]+)/#token=([A-Za-z0-9_-]{43})");
    private static final int PATIENCE_MILLIS = 120_000;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
    private final Process process;
    private final String address;
    private final String token;

    private StudioClient(Process process, String address, String token) {
        this.process = process;
        this.address = address;
        this.token = token;
    }

    /** Starts {@code grapnel studio FOLDER} and waits for its line. */
    public static StudioClient start(Path folder, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(TestProcesses.withInterrupts());
        command.addAll(CliProcess.java(List.of(), Main.class));
        command.addAll(List.of("studio", folder.toString(), "--no-browser"));
        command.addAll(List.of(options));
        Path out = Files.createTempFile(folder.toAbsolutePath().getParent(), "studio", ".out");
        Path err = Files.createTempFile(folder.toAbsolutePath().getParent(), "studio", ".err");
        Process process = TestProcesses.start(
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()));
        for (int i = 0; i < PATIENCE_MILLIS / 20; i++) {
            Matcher line = LINE.matcher(Files.readString(out).strip());
            if (line.matches()) return new StudioClient(process, line.group(1), line.group(2));
            if (!process.isAlive()) break;
            Thread.sleep(20);
        }
        throw new AssertionError("no line of a studio: " + Files.readString(out) + Files.readString(err));
    }

    public String address() {
        return address;
    }

    public String token() {
        return token;
    }

    public Process process() {
        return process;
    }

    public HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    public Map<String, Object> json(String method, String path, Map<String, ?> body)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = send(method, path, body.isEmpty() ? "" : Json.formatLine(body));
        if (answer.statusCode() >= 300)
            throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        return Json.parse(answer.body().getBytes(StandardCharsets.UTF_8), path);
    }

    public Map<String, Object> get(String path) throws IOException, InterruptedException {
        return json("GET", path, Map.of());
    }

    /** Waits until a run has one of these states. */
    public Map<String, Object> await(String id, String... states) throws IOException, InterruptedException {
        Map<String, Object> run = Map.of();
        for (int i = 0; i < PATIENCE_MILLIS / 50; i++) {
            run = get("/api/runs/" + id);
            if (List.of(states).contains(String.valueOf(run.get("state")))) return run;
            Thread.sleep(50);
        }
        throw new AssertionError(id + " did not become " + String.join(" or ", states) + ": " + run);
    }
}
