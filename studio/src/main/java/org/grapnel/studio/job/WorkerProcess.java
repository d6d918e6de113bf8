package org.grapnel.studio.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.FrameStream;
import org.grapnel.runs.json.Json;

/** A worker in a process of its own, whose working directory is the folder. docs/worker.md describes the messages. */
final class WorkerProcess implements AutoCloseable {
    private static final int PROTOCOL = 1;
    private static final long ENDING_SECONDS = 10;

    private final Process process;
    private final OutputStream input;
    private final FrameStream frames;

    private WorkerProcess(Process process) {
        this.process = process;
        input = process.getOutputStream();
        frames = new FrameStream(process.getInputStream(), input);
    }

    /** Starts a worker and greets it. */
    static WorkerProcess start(List<String> command, Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        WorkerProcess worker = new WorkerProcess(builder.start());
        try {
            worker.send(Map.of("op", "hello", "protocol", PROTOCOL, "version", Grapnel.version()));
        } catch (IOException e) {
            worker.close();
            throw e;
        }
        return worker;
    }

    long pid() {
        return process.pid();
    }

    Optional<Instant> began() {
        return process.info().startInstant();
    }

    void run(long id, List<String> words) throws IOException {
        send(Map.of("op", "run", "id", id, "arguments", words, "keep", true));
    }

    void send(Map<String, ?> request) throws IOException {
        frames.write(request);
    }

    /** The next message; empty when the process has ended. */
    Optional<Map<String, Object>> read() throws IOException {
        try {
            return frames.read().map(text -> Json.parse(text, "a message of the worker"));
        } catch (DataException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Ends the requests: the command ends with the point reached, and then the process. */
    void endRequests() {
        try {
            input.close();
        } catch (IOException e) {
            // the process has ended already
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean endsWithin(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** The exit code, once the process has ended. */
    int code() throws InterruptedException {
        if (!endsWithin(ENDING_SECONDS)) kill();
        return process.waitFor();
    }

    /** Ends the process; kills it if it does not end by itself. */
    @Override
    public void close() {
        endRequests();
        try {
            if (!endsWithin(ENDING_SECONDS)) kill();
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
