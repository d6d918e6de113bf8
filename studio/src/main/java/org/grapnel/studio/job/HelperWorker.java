package org.grapnel.studio.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.grapnel.studio.folder.RefusedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A worker that stays warm for short commands: describing data and making examples. One command runs at a time. */
public final class HelperWorker implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 300_000;
    private static final long IDLE_MILLIS = 300_000;

    /** Each request that waits holds a thread of the server, which has other requests to answer. */
    private static final int MAX_WAITING = 4;

    private final Supplier<List<String>> command;
    private final Path folder;
    private final Timer timer = new Timer("grapnel-helper", true);
    private @Nullable WorkerProcess worker;
    private @Nullable TimerTask idle;
    private long requests;
    private final Semaphore places = new Semaphore(1 + MAX_WAITING);
    private volatile boolean isClosed;

    public HelperWorker(Supplier<List<String>> command, Path folder) {
        this.command = command;
        this.folder = folder;
    }

    private WorkerProcess warm() throws IOException {
        if (isClosed) throw RefusedException.of(503, "the studio is ending");
        WorkerProcess now = worker;
        if (now == null || !now.isAlive()) worker = now = WorkerProcess.start(command.get(), folder);
        restIn();
        return now;
    }

    private void restIn() {
        TimerTask before = idle;
        if (before != null) before.cancel();
        TimerTask rest = new TimerTask() {
            @Override
            public void run() {
                rest(this);
            }
        };
        idle = rest;
        timer.schedule(rest, IDLE_MILLIS);
    }

    private synchronized void rest(TimerTask task) {
        WorkerProcess now = worker;
        if (task != idle || now == null) return;
        worker = null;
        now.close();
    }

    /**
     * Runs a command after those that wait; refuses it if too many wait.
     *
     * @param options its options, which tell the one that a refusal means
     */
    public HelperResult run(List<String> words, CommandSpec options) throws IOException {
        if (!places.tryAcquire())
            throw RefusedException.of(
                    503, "other data are being read, and " + MAX_WAITING + " requests wait for that; try again soon");
        try {
            return runNow(words, options);
        } finally {
            places.release();
        }
    }

    private synchronized HelperResult runNow(List<String> words, CommandSpec options) throws IOException {
        WorkerProcess now = warm();
        TimerTask limit = new TimerTask() {
            @Override
            public void run() {
                now.kill();
            }
        };
        timer.schedule(limit, PATIENCE_MILLIS);
        try {
            now.send(Map.of("op", "run", "id", ++requests, "arguments", words));
            while (true) {
                Optional<Map<String, Object>> next = now.read();
                if (next.isEmpty()) throw new IOException("the helper process has ended");
                Map<String, Object> message = next.orElseThrow();
                if ("done".equals(message.get("event"))) return result(message, options);
                if ("refused".equals(message.get("event")))
                    throw RefusedException.of(422, String.valueOf(message.get("message")));
            }
        } catch (IOException e) {
            worker = null;
            now.kill();
            throw RefusedException.of(
                    isClosed ? 503 : 500,
                    "the command ended without an answer, perhaps for lack of memory; try again, or with smaller data");
        } finally {
            limit.cancel();
        }
    }

    private static HelperResult result(Map<String, Object> done, CommandSpec options) {
        int code = done.get("code") instanceof Number number ? number.intValue() : 1;
        RunMessage said = RunMessage.parse(String.valueOf(done.get("errors")), options);
        return new HelperResult(code, String.valueOf(done.get("output")), said);
    }

    @Override
    public void close() {
        isClosed = true;
        timer.cancel();
        WorkerProcess now = worker;
        if (now != null) now.kill();
    }
}
