package org.grapnel.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.fuzz.FuzzHarness;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.console.Interruption;
import org.grapnel.runs.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Whatever bytes a worker reads, it ends by itself with code 0 or 2, each answer is a whole message, each command that it takes has one
 * {@code done}, and no folder stays behind. Time and memory are those of {@link FuzzHarness}. The commands belong to the test: those of
 * {@code grapnel} would write where a made-up request tells them.
 */
@Tag("once")
class WorkerFuzzTest {
    private static final long MB = 1 << 20;

    /** JSON grows in memory, and each request has an answer. */
    private static final long PER_BYTE = 4096;

    /** Stands for the version of this program in the bytes. */
    private static final String VERSION = "@version";

    private static final int NEWLINE = '\n';

    @TempDir
    static Path scratch;

    /** Frames after the greeting, with their lengths. */
    @FuzzTest
    void workerFrames(byte[] bytes) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        addFrame(stream, Json.formatLine(WorkerClient.hello()).getBytes(StandardCharsets.UTF_8));
        stream.writeBytes(bytes);
        serve(stream.toByteArray());
    }

    /** One request a line, from the greeting on. */
    @FuzzTest
    void workerRequests(byte[] bytes) {
        byte[] text = new String(bytes, StandardCharsets.ISO_8859_1)
                .replace(VERSION, Grapnel.version())
                .getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        int from = 0;
        for (int at = 0; at <= text.length; at++) {
            if (at < text.length && text[at] != NEWLINE) continue;
            addFrame(stream, Arrays.copyOfRange(text, from, at));
            from = at + 1;
        }
        serve(stream.toByteArray());
    }

    private static void addFrame(ByteArrayOutputStream stream, byte[] text) {
        stream.writeBytes(ByteBuffer.allocate(4).putInt(text.length).array());
        stream.writeBytes(text);
    }

    private static void serve(byte[] stream) {
        new FuzzHarness(scratch, 64 * MB, PER_BYTE).requireBounded(stream.length, () -> {
            AtomicInteger started = new AtomicInteger();
            ByteArrayOutputStream answers = new ByteArrayOutputStream();
            int code;
            try {
                code = Worker.serve(
                        listener -> {
                            started.incrementAndGet();
                            return new StubProgram(listener);
                        },
                        new ByteArrayInputStream(stream),
                        answers,
                        new ScratchFolders(List.of(scratch)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            check(code, started.get(), messages(answers.toByteArray()));
        });
    }

    private static void check(int code, int started, List<Map<String, Object>> messages) {
        assertThat(code).isIn(0, 2);
        assertThat(messages.get(0)).containsEntry("event", "hello");
        int done = 0;
        int refused = 0;
        for (Map<String, Object> message : messages) {
            switch (String.valueOf(message.get("event"))) {
                case "hello", "progress", "folder" -> {}
                case "done" -> done++;
                case "refused" -> {
                    refused++;
                    assertThat(String.valueOf(message.get("message")))
                            .isNotEmpty()
                            .doesNotContain("\n", "\r");
                }
                default -> throw new AssertionError("unknown event: " + message);
            }
        }
        assertThat(done).isEqualTo(started);
        if (code == 2) assertThat(refused).isPositive();
        assertThat(scratch).isEmptyDirectory();
    }

    private static List<Map<String, Object>> messages(byte[] answers) {
        List<Map<String, Object>> messages = new ArrayList<>();
        ByteBuffer left = ByteBuffer.wrap(answers);
        while (left.hasRemaining()) {
            byte[] text = new byte[left.getInt()];
            left.get(text);
            messages.add(Json.parse(text, "answer"));
        }
        return messages;
    }

    /** A program whose commands touch no file. */
    @Command(
            name = "grapnel",
            subcommands = {StubFit.class, StubData.class})
    static final class StubProgram implements CommandRunner {
        private final Interruption interruption = new Interruption();
        private final FitListener listener;

        StubProgram(FitListener listener) {
            this.listener = listener;
        }

        @Override
        public Interruption interruption() {
            return interruption;
        }

        @Override
        public FitListener listener() {
            return listener;
        }
    }

    /** A command that does what its words say. */
    @Command(name = "fit")
    public static final class StubFit implements Callable<Integer> {
        private static final int MOST_MILLIS = 200;

        @Parameters
        List<String> words = List.of();

        @Spec
        CommandSpec command = CommandSpec.create();

        @Override
        public Integer call() throws Exception {
            CommandRunner program = (CommandRunner) command.root().userObject();
            for (String word : words) {
                program.listener().onPhase(word);
                switch (word) {
                    case "wait" -> await(program.interruption());
                    case "keep" -> program.interruption().keepResult();
                    case "print" -> command.commandLine().getOut().print("\u0001ü".repeat(1 << 20));
                    case "complain" -> command.commandLine().getErr().print("\u0001\ud83d".repeat(1 << 18));
                    case "refuse" -> throw new DataException("refused");
                    case "fail" -> throw new IllegalStateException("failed");
                    case "overflow" -> throw new StackOverflowError();
                    default -> program.listener().onProgress(word.length());
                }
            }
            return words.size();
        }

        private static void await(Interruption interruption) {
            try {
                for (int i = 0; i < MOST_MILLIS && !interruption.isRequested(); i++) Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new CancellationException("cancelled");
            }
        }
    }

    /** A command with a subcommand. */
    @Command(name = "data", subcommands = StubFit.class)
    public static final class StubData implements Callable<Integer> {
        @Override
        public Integer call() {
            return 0;
        }
    }
}
