package org.grapnel.studio;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.grapnel.Grapnel;
import org.grapnel.runs.json.FrameStream;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.resume.RunManifest;

/**
 * A worker whose commands do what the first line of the data says: {@code quick} ends at once, {@code slow} runs until it is stopped,
 * {@code refuse}, {@code crash} and {@code memory} fail. Describing {@code slow.csv} waits for a file {@code go}. It writes the files by which a studio knows a run.
 */
public final class FakeWorker {
    private static final FrameStream FRAMES = new FrameStream(System.in, new FileOutputStream(FileDescriptor.out));

    private FakeWorker() {}

    /** The command that starts it, as a studio needs it. */
    public static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                FakeWorker.class.getName());
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        FRAMES.write(Map.of("event", "hello", "protocol", 1, "version", Grapnel.version()));
        BlockingQueue<Optional<Map<String, Object>>> requests = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> read(requests));
        reader.setDaemon(true);
        reader.start();
        while (true) {
            Optional<Map<String, Object>> request = requests.take();
            if (request.isEmpty()) return;
            JsonObjectView view = JsonObjectView.of("request", request.orElseThrow());
            if (view.text("op").equals("run") && !run(view.integer("id"), view.texts("arguments"), requests)) return;
        }
    }

    private static void read(BlockingQueue<Optional<Map<String, Object>>> requests) {
        try {
            while (true) {
                Optional<byte[]> text = FRAMES.read();
                requests.add(text.map(bytes -> Json.parse(bytes, "request")));
                if (text.isEmpty()) return;
            }
        } catch (IOException e) {
            requests.add(Optional.empty());
        }
    }

    /** Returns whether there may be further requests. */
    private static boolean run(long id, List<String> words, BlockingQueue<Optional<Map<String, Object>>> requests)
            throws IOException, InterruptedException {
        if (words.get(0).equals("data")) {
            describe(id, words);
            return true;
        }
        boolean resumes = words.get(0).equals("resume");
        String out = resumes ? words.get(1) : words.get(words.indexOf("-o") + 1);
        List<String> began =
                resumes ? RunManifest.find(Path.of(out)).orElseThrow().words() : words;
        String how = Files.readAllLines(Path.of(began.get(1))).get(0);
        Path run = Path.of(out);
        switch (how) {
            case "refuse" ->
                done(id, 2, false, "grapnel: --keep must be between 1 and 3, the number of features, got 9\n");
            case "memory" -> done(id, 2, false, "note: large\ngrapnel: not enough memory: 8 GB\n");
            case "crash" -> {
                if (!resumes) RunManifest.create(Grapnel.version(), words).write(partial(run));
                Runtime.getRuntime().halt(17);
            }
            case "slow" -> {
                if (resumes) {
                    finish(id, run);
                    return true;
                }
                RunManifest.create(Grapnel.version(), words).write(partial(run));
                for (int i = 0; ; i++) {
                    FRAMES.write(Map.of(
                            "event",
                            "progress",
                            "id",
                            id,
                            "phase",
                            "fitting",
                            "iteration",
                            i,
                            "objective",
                            100.0 / (i + 1),
                            "change",
                            0.1,
                            "seconds",
                            i * 0.02,
                            "left",
                            5.0));
                    Optional<Map<String, Object>> next = requests.poll(20, TimeUnit.MILLISECONDS);
                    if (next == null) continue;
                    keep(run);
                    done(id, 130, true, "");
                    return next.isPresent();
                }
            }
            default -> finish(id, run);
        }
        return true;
    }

    private static Path partial(Path run) throws IOException {
        return Files.createDirectories(run.resolveSibling(run.getFileName() + ".partial"));
    }

    private static void keep(Path run) throws IOException {
        Files.move(partial(run), run);
        Files.writeString(run.resolve("summary.json"), "{\"rank\": 3, \"stop\": \"cancelled\"}");
    }

    private static void finish(long id, Path run) throws IOException {
        Files.createDirectories(run);
        Files.writeString(
                run.resolve("summary.json"), "{\"rank\": 3, \"model\": \"gnmf-l20\", \"stop\": \"tolerance\"}");
        Files.writeString(run.resolve("report.html"), "<!doctype html><title>report</title>");
        Files.deleteIfExists(run.resolve(RunManifest.NAME));
        done(id, 0, false, "note: all is well\n");
    }

    private static void describe(long id, List<String> words) throws IOException, InterruptedException {
        if (words.contains("slow.csv")) while (!Files.exists(Path.of("go"))) Thread.sleep(20);
        if (words.contains("--labels") && words.contains("nothing")) {
            done(id, 2, false, "grapnel: --labels: there is no column 'nothing'\n");
            return;
        }
        FRAMES.write(Map.of(
                "event",
                "done",
                "id",
                id,
                "code",
                0,
                "cancelled",
                false,
                "seconds",
                0.1,
                "errors",
                "",
                "output",
                Json.format(Map.of("words", new ArrayList<>(words)))));
    }

    private static void done(long id, int code, boolean cancelled, String errors) throws IOException {
        FRAMES.write(Map.of(
                "event",
                "done",
                "id",
                id,
                "code",
                code,
                "cancelled",
                cancelled,
                "seconds",
                0.1,
                "output",
                "",
                "errors",
                errors));
    }
}
