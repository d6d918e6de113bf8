package org.grapnel.cli.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.console.Text;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands for another program, one at a time, until the stream of requests ends. docs/worker.md describes the messages. A command
 * takes the words of the command line and runs as it does there, so its result has the same bits.
 */
public final class Worker {
    /** The version of the messages. */
    static final int PROTOCOL = 1;

    /** The commands that a request may name: those that read files and write a folder. */
    private static final List<String> COMMANDS =
            List.of("fit", "select", "tune", "compare", "transform", "graph", "report");

    /** How long a command may take to end after the stream of requests has ended. */
    private static final long ENDING_MILLIS = 5000;

    /** The longest text of an answer; a command that says more is cut. */
    private static final int MAX_TEXT = FrameStream.MAX_BYTES / 16;

    private final Function<FitListener, CommandRunner> program;
    private final FrameStream frames;
    private final ScratchFolders folders;
    private boolean isGreeted;
    private @Nullable Job job;

    private Worker(Function<FitListener, CommandRunner> program, FrameStream frames, ScratchFolders folders) {
        this.program = program;
        this.frames = frames;
        this.folders = folders;
    }

    /** A running command. */
    private static final class Job extends Thread {
        final long id;
        private volatile boolean isCancelled;

        Job(long id, Runnable command) {
            super(command, "grapnel-job");
            this.id = id;
            setDaemon(true);
        }

        void cancel() {
            isCancelled = true;
            interrupt();
        }
    }

    /**
     * Answers requests until their stream ends, then removes all files of the caller.
     *
     * @param program the program whose commands run, reporting to a listener
     * @return 0, or 2 if a frame was damaged
     */
    public static int serve(Function<FitListener, CommandRunner> program, InputStream in, OutputStream out)
            throws IOException {
        ScratchFolders folders = new ScratchFolders(ScratchFolders.usualPlaces());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(folders), "grapnel-cleaning"));
        return serve(program, in, out, folders);
    }

    static int serve(
            Function<FitListener, CommandRunner> program, InputStream in, OutputStream out, ScratchFolders folders)
            throws IOException {
        try {
            return new Worker(program, new FrameStream(in, out), folders).run();
        } finally {
            close(folders);
        }
    }

    private static void close(ScratchFolders folders) {
        try {
            folders.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int run() throws IOException {
        send(Map.of(
                "event",
                "hello",
                "protocol",
                PROTOCOL,
                "version",
                Grapnel.version(),
                "pid",
                ProcessHandle.current().pid(),
                "max_bytes",
                FrameStream.MAX_BYTES));
        try {
            while (true) {
                Optional<byte[]> text = frames.read();
                if (text.isEmpty()) return 0;
                answer(text.orElseThrow());
            }
        } catch (DataException e) {
            refuse(-1, String.valueOf(e.getMessage()));
            return 2;
        } finally {
            endJob();
        }
    }

    /** Answers one request. A request that is wrong is refused, and the next one may be right. */
    private void answer(byte[] text) throws IOException {
        long id = -1;
        try {
            JsonObjectView request = JsonObjectView.of("request", Json.parse(text, "request"));
            id = request.has("id") ? request.integer("id") : -1;
            String operation = request.text("op");
            switch (operation) {
                case "hello" -> greet(request);
                case "folder" -> {
                    requireGreeted();
                    createFolder(id, request.integer("bytes"));
                }
                case "run" -> {
                    requireGreeted();
                    start(id, request.texts("arguments"));
                }
                case "cancel" -> cancel(id);
                default ->
                    throw new DataException(
                            "request: op is '%s'; allowed are hello, folder, run and cancel", operation);
            }
        } catch (DataException e) {
            refuse(id, String.valueOf(e.getMessage()));
        }
    }

    private void greet(JsonObjectView request) {
        int protocol = request.count("protocol");
        String version = request.text("version");
        if (protocol != PROTOCOL || !version.equals(Grapnel.version()))
            throw new DataException(
                    "the caller has version %s with protocol %d, but this is Grapnel %s with protocol %d; install the same version of both",
                    version, protocol, Grapnel.version(), PROTOCOL);
        isGreeted = true;
    }

    private void requireGreeted() {
        if (!isGreeted)
            throw new DataException("the first request must be hello, with the caller's protocol and version");
    }

    private void createFolder(long id, long bytes) throws IOException {
        if (bytes < 0) throw new DataException("request: bytes is %d; it must be at least 0", bytes);
        String path;
        try {
            path = folders.create(bytes).toString();
        } catch (IOException e) {
            throw new DataException("cannot create a folder of temporary files: " + e.getMessage(), e);
        }
        send(Map.of("event", "folder", "id", id, "path", path));
    }

    private synchronized void start(long id, List<String> arguments) {
        if (job != null)
            throw new DataException("request %d is still running; a worker runs one command at a time", job.id);
        if (arguments.isEmpty() || !COMMANDS.contains(arguments.get(0)))
            throw new DataException(
                    "request: the command is '%s'; allowed are %s",
                    arguments.isEmpty() ? "" : arguments.get(0), String.join(", ", COMMANDS));
        job = new Job(id, () -> execute(id, arguments));
        job.start();
    }

    private synchronized void cancel(long id) {
        if (job != null && job.id == id) job.cancel();
    }

    /** Runs a command on its own thread, so that the next frame can cancel it. */
    private void execute(long id, List<String> arguments) {
        StringWriter printed = new StringWriter();
        StringWriter errors = new StringWriter();
        long before = System.nanoTime();
        int code = 1;
        try (PrintWriter out = new PrintWriter(printed);
                PrintWriter err = new PrintWriter(errors)) {
            CommandRunner command = program.apply(new ProgressEvents(id, this::send));
            code = CommandRunner.run(command, out, err, arguments.toArray(String[]::new));
        } finally {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("event", "done");
            answer.put("id", id);
            answer.put("code", code);
            answer.put("cancelled", removeJob());
            answer.put("seconds", (System.nanoTime() - before) * 1e-9);
            answer.put("output", beginning(printed));
            answer.put("errors", beginning(errors));
            send(answer);
        }
    }

    private static String beginning(StringWriter text) {
        StringBuffer all = text.getBuffer();
        return all.substring(0, Math.min(all.length(), MAX_TEXT));
    }

    /** Makes room for the next command; returns whether this one was cancelled. */
    private synchronized boolean removeJob() {
        boolean wasCancelled = job != null && job.isCancelled;
        job = null;
        return wasCancelled;
    }

    private void endJob() {
        Job last;
        synchronized (this) {
            last = job;
        }
        if (last == null) return;
        last.cancel();
        try {
            last.join(ENDING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void refuse(long id, String message) {
        send(Map.of("event", "refused", "id", id, "message", Text.printable(message)));
    }

    /** Sends a message. If the caller no longer reads, its requests end too, and so does the worker. */
    private void send(Map<String, ?> message) {
        try {
            frames.write(message);
        } catch (IOException e) {
            cancelRunning();
        }
    }

    private synchronized void cancelRunning() {
        if (job != null) job.cancel();
    }
}
