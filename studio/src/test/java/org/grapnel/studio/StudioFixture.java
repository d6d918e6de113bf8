package org.grapnel.studio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.runs.json.Json;
import org.grapnel.studio.folder.FreeSpace;

/** A studio in this process with a worker of the test. Closing it ends all processes that it has started. */
public final class StudioFixture implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Studio studio;
    public final Path folder;

    private StudioFixture(Studio studio, Path folder) {
        this.studio = studio;
        this.folder = folder;
    }

    public static StudioFixture start(Path folder) throws IOException {
        return start(folder, 1);
    }

    public static StudioFixture start(Path folder, int jobs) throws IOException {
        return new StudioFixture(Studio.start(settings(folder).withJobs(jobs)), folder);
    }

    public static StudioFixture start(Path folder, FreeSpace space) throws IOException {
        return new StudioFixture(Studio.start(settings(folder).withSpace(space)), folder);
    }

    static StudioSettings settings(Path folder) {
        return StudioSettings.of(folder, FakeWorker::command, TestCommands::all);
    }

    public int port() {
        return studio.port();
    }

    public String token() {
        return studio.token();
    }

    public String address() {
        return studio.address();
    }

    /** The first lines of a request with the right token. */
    public String head(String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port() + "\r\nAuthorization: Bearer " + token()
                + "\r\nConnection: close\r\n";
    }

    public HttpAnswer send(String method, String path) throws IOException {
        return HttpAnswer.send(port(), head(method, path) + "Content-Length: 0\r\n\r\n");
    }

    public HttpAnswer get(String path) throws IOException {
        return HttpAnswer.send(port(), head("GET", path) + "\r\n");
    }

    public HttpAnswer send(String method, String path, Map<String, ?> json) throws IOException {
        return send(method, path, Json.formatLine(json).getBytes(StandardCharsets.UTF_8));
    }

    public HttpAnswer send(String method, String path, byte[] body) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write((head(method, path) + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        request.write(body);
        return HttpAnswer.send(port(), request.toByteArray());
    }

    /** Starts a fit of a file that says how it goes; returns the id. */
    public String fit(String how) throws IOException {
        String data = how + ".csv";
        if (!Files.exists(folder.resolve(data))) Files.writeString(folder.resolve(data), how + "\n");
        HttpAnswer answer =
                send("POST", "/api/runs", Map.of("data", data, "command", "fit", "options", Map.of("keep", 2)));
        if (answer.status() != 201) throw new AssertionError(answer.toString());
        return String.valueOf(answer.json().get("id"));
    }

    /** Waits until a run has one of these states. */
    public Map<String, Object> await(String id, String... states) throws IOException, InterruptedException {
        Map<String, Object> run = Map.of();
        for (int i = 0; i < PATIENCE_MILLIS / 20; i++) {
            run = get("/api/runs/" + id).json();
            if (List.of(states).contains(String.valueOf(run.get("state")))) return run;
            Thread.sleep(20);
        }
        throw new AssertionError(id + " did not become " + String.join(" or ", states) + ": " + run);
    }

    @Override
    public void close() {
        try {
            studio.close();
        } finally {
            endWorkers();
        }
    }

    public static void endWorkers() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }
}
