package org.grapnel.cli.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Text;
import org.grapnel.runs.json.FrameStream;
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

    /** The commands that a request may name: those that read files and write files. */
    private static final List<String> COMMANDS =
            List.of("fit", "select", "tune", "compare", "transform", "graph", "report", "resume");

    private static final List<String> DATA_COMMANDS = List.of("describe", "export", "synthetic");

    /** How long a command may take to end after the stream of requests has ended, and how long if its result is kept. */
    private static final long ENDING_MILLIS = 5000;

    private static final long KEEPING_MILLIS = 120_000;

    /** The most bytes of the output as JSON, and of characters of the errors, which take at most six bytes each: both fit into a frame. */
    private static final int MAX_OUTPUT = FrameStream.MAX_BYTES / 2;

    private static final int MAX_ERRORS = FrameStream.MAX_BYTES / 32;

    private final Function<FitListener, CommandRunner> program;
    private final FrameStream frames;
    private final ScratchFolders folders;
    private boolean isGreeted;
    private volatile boolean isEnding;
    private @Nullable Job job;

    private Worker(Function<FitListener, CommandRunner> program, FrameStream frames, ScratchFolders folders) {
        this.program = program;
        this.frames = frames;
        this.folders = folders;
    }

    /** A running command. */
    private static final class Job extends Thread {
        final long id;
        private final CommandRunner command;
        private final boolean keeps;
        private volatile boolean isCancelled;
        private volatile boolean isStopped;

        /** @param keeps whether the point reached is kept when the requests end */
        Job(long id, CommandRunner command, boolean keeps, Runnable work) {
            super(work, "grapnel-job");
            this.id = id;
            this.command = command;
            this.keeps = keeps;
            setDaemon(true);
        }

        void cancel() {
            isCancelled = true;
            interrupt();
        }

        /** Ends the command as Ctrl-C does: what is worth keeping is kept. */
        void stopAndKeep() {
            if (isCancelled) return;
            isCancelled = true;
            isStopped = true;
            Thread waiting = new Thread(this::keepOrCancel, "grapnel-stop");
            waiting.setDaemon(true);
            waiting.start();
        }

        private void keepOrCancel() {
            try {
                command.interruption().stopCommand(this);
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        /** Ends the command because no further request comes, and waits for its end. */
        void end() throws InterruptedException {
            if (keeps) stopAndKeep();
            else cancel();
            join(keeps ? KEEPING_MILLIS : ENDING_MILLIS);
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
        Worker worker = new Worker(program, new FrameStream(in, out), folders);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> worker.clean(), "grapnel-cleaning"));
        return serve(worker, folders);
    }

    static int serve(
            Function<FitListener, CommandRunner> program, InputStream in, OutputStream out, ScratchFolders folders)
            throws IOException {
        return serve(new Worker(program, new FrameStream(in, out), folders), folders);
    }

    private static int serve(Worker worker, ScratchFolders folders) throws IOException {
        try {
            return worker.run();
        } finally {
            close(folders);
        }
    }

    /** Ends the running command at a signal, which is also that of a Ctrl-C for the caller, and removes the folders. */
    private void clean() {
        if (!isEnding) endJob();
        close(folders);
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
                    start(id, request.texts("arguments"), request.has("keep") && request.flag("keep"));
                }
                case "cancel" -> cancel(id);
                case "stop" -> stop(request.integer("id"));
                default ->
                    throw new DataException(
                            "request: op is '%s'; allowed are hello, folder, run, stop and cancel", operation);
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

    private synchronized void start(long id, List<String> arguments, boolean keeps) {
        if (job != null)
            throw new DataException("request %d is still running; a worker runs one command at a time", job.id);
        if (isEnding) throw new DataException("the worker is ending");
        requireAllowed(arguments);
        CommandRunner command = program.apply(new ProgressEvents(id, this::send));
        job = new Job(id, command, keeps, () -> execute(id, command, arguments));
        job.start();
    }

    private static void requireAllowed(List<String> arguments) {
        if (arguments.isEmpty()
                || !(COMMANDS.contains(arguments.get(0)) || arguments.get(0).equals("data")))
            throw new DataException(
                    "request: the command is '%s'; allowed are %s, data",
                    arguments.isEmpty() ? "" : arguments.get(0), String.join(", ", COMMANDS));
        if (arguments.get(0).equals("data") && !(arguments.size() > 1 && DATA_COMMANDS.contains(arguments.get(1))))
            throw new DataException(
                    "request: the command of data is '%s'; allowed are %s",
                    arguments.size() > 1 ? arguments.get(1) : "", String.join(", ", DATA_COMMANDS));
    }

    private synchronized void cancel(long id) {
        if (job != null && job.id == id) job.cancel();
    }

    private synchronized void stop(long id) {
        if (job == null || job.id != id) return;
        if (job.keeps) job.stopAndKeep();
        else throw new DataException("request %d was not started with keep; it can only be cancelled", id);
    }

    /** Runs a command on its own thread, so that the next frame can cancel it. */
    private void execute(long id, CommandRunner command, List<String> arguments) {
        StringWriter printed = new StringWriter();
        StringWriter errors = new StringWriter();
        long before = System.nanoTime();
        int code = 1;
        try (PrintWriter out = new PrintWriter(printed);
                PrintWriter err = new PrintWriter(errors)) {
            code = CommandRunner.run(command, out, err, arguments.toArray(String[]::new));
        } finally {
            command.interruption().finish();
            Job ended = removeJob();
            boolean isAbandoned = ended.isStopped && code != 0 && code != Interruption.CODE;
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("event", "done");
            answer.put("id", id);
            answer.put("code", isAbandoned ? Interruption.CODE : code);
            answer.put("cancelled", ended.isCancelled);
            answer.put("seconds", (System.nanoTime() - before) * 1e-9);
            answer.put("output", beginning(printed));
            answer.put("errors", isAbandoned ? "stopped before there was a result to keep\n" : end(errors));
            send(answer);
        }
    }

    /** The output, halved until its JSON fits into a frame: an escape takes up to six bytes, but most characters take one. */
    private static String beginning(StringWriter text) {
        String all = text.toString();
        while (Json.formatLine(Map.of("output", all)).getBytes(StandardCharsets.UTF_8).length > MAX_OUTPUT)
            all = all.substring(0, all.length() / 2);
        return all;
    }

    /** The last lines, because the reason of a refusal is the last one. */
    private static String end(StringWriter text) {
        StringBuffer all = text.getBuffer();
        return all.substring(Math.max(0, all.length() - MAX_ERRORS));
    }

    /** Makes room for the next command and returns the one that has ended. */
    private synchronized Job removeJob() {
        Job ended = Objects.requireNonNull(job);
        job = null;
        return ended;
    }

    private void endJob() {
        Job last;
        synchronized (this) {
            isEnding = true;
            last = job;
        }
        if (last == null) return;
        try {
            last.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void refuse(long id, String message) {
        send(Map.of("event", "refused", "id", id, "message", Text.printable(message), "ending", isEnding));
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
        if (job == null) return;
        if (job.keeps) job.stopAndKeep();
        else job.cancel();
    }
}
