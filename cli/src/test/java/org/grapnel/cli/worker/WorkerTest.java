package org.grapnel.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.Grapnel;
import org.grapnel.cli.Cli;
import org.grapnel.runs.json.FrameStream;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.resume.RunManifest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class WorkerTest {
    @TempDir
    static Path data;

    @TempDir
    Path scratch;

    @BeforeAll
    static void makeData() {
        Cli made = Cli.run(
                "data",
                "synthetic",
                "-o",
                data.resolve("x.csv"),
                "--samples",
                "80",
                "--features",
                "20",
                "--noise",
                "5");
        assertThat(made.code()).as(made.err()).isZero();
    }

    private static Object[] fit(Path out) {
        return new Object[] {
            "fit", data.resolve("x.csv"), "--labels", "class", "--clusters", 3, "--keep", 6, "--no-report", "-o", out
        };
    }

    /** A fit that does not end by itself. */
    private static Object[] endlessFit(Path out) {
        return new Object[] {
            "fit",
            data.resolve("x.csv"),
            "--labels",
            "class",
            "--solver",
            "palm",
            "--rank",
            3,
            "--keep",
            6,
            "--tol",
            0,
            "--max-iter",
            2_000_000_000,
            "-o",
            out
        };
    }

    @Test
    void fitHasTheBitsOfTheCommandLine(@TempDir Path runs) throws Exception {
        assertThat(Cli.run(fit(runs.resolve("line"))).code()).isZero();
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            for (int id = 1; id <= 2; id++) {
                Path run = runs.resolve("worker" + id);
                client.run(id, fit(run));
                Map<String, Object> done = client.answer("done");
                assertThat(done)
                        .containsEntry("id", id)
                        .containsEntry("code", 0)
                        .containsEntry("cancelled", false);
                for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
                    assertThat(run.resolve(file))
                            .hasSameBinaryContentAs(runs.resolve("line").resolve(file));
            }
        }
    }

    @Test
    void progressIsReportedDuringAFit(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(7, fit(runs.resolve("run")));
            Map<String, Object> message = client.answer("progress");
            assertThat(message).containsEntry("id", 7).containsKey("phase");
        }
    }

    @Test
    void refusalIsTheLineOfTheCommand(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(1, "fit", data.resolve("x.csv"), "--kep", 3, "-o", runs.resolve("run"));
            Map<String, Object> done = client.answer("done");
            assertThat(done).containsEntry("code", 2);
            assertThat(String.valueOf(done.get("errors")))
                    .isEqualTo("grapnel: unknown option '--kep'; did you mean --keep?" + System.lineSeparator());
        }
    }

    @Test
    void requestsBeforeHelloAreRefused() throws Exception {
        try (WorkerClient client = WorkerClient.start(scratch)) {
            assertThat(client.answer())
                    .containsEntry("event", "hello")
                    .containsEntry("protocol", Worker.PROTOCOL)
                    .containsEntry("version", Grapnel.version());
            client.send(Map.of("op", "folder", "id", 1, "bytes", 10));
            assertThat(client.answer("refused").get("message"))
                    .asString()
                    .startsWith("the first request must be hello");
            assertThat(scratch).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void otherVersionIsRefused(boolean otherProtocol) throws Exception {
        try (WorkerClient client = WorkerClient.start(scratch)) {
            String version = otherProtocol ? Grapnel.version() : "0.1.0";
            int protocol = Worker.PROTOCOL + (otherProtocol ? 1 : 0);
            client.send(Map.of("op", "hello", "protocol", protocol, "version", version));
            assertThat(client.answer("refused").get("message"))
                    .isEqualTo("the caller has version " + version + " with protocol " + protocol
                            + ", but this is Grapnel " + Grapnel.version() + " with protocol " + Worker.PROTOCOL
                            + "; install the same version of both");
            client.run(1, "fit");
            assertThat(client.answer("refused").get("message")).asString().contains("must be hello");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, FrameStream.MAX_BYTES + 1, 0x47455420})
    void frameOfWrongLengthEndsTheWorker(int length) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.sendBytes(ByteBuffer.allocate(4).putInt(length).array());
            String message = String.valueOf(client.answer("refused").get("message"));
            assertThat(message)
                    .isEqualTo("a frame announces " + Integer.toUnsignedString(length) + " bytes; 2 to "
                            + FrameStream.MAX_BYTES + " are allowed: a 32-bit length, then a JSON object in UTF-8");
            assertThat(client.code()).isEqualTo(2);
        }
    }

    static Stream<String> wrongRequests() {
        return Stream.of(
                "{}",
                "[]",
                "null",
                "17",
                "{\"op\"",
                "\u0000\u0000",
                "{\"op\": 3}",
                "{\"op\": \"stop\"}",
                "{\"op\": \"run\"}",
                "{\"op\": \"run\", \"id\": \"x\", \"arguments\": []}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": []}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": \"fit\"}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": [1]}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": [\"worker\"]}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": [\"paper\", \"x\"]}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": [\"--version\"]}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": [\"data\"]}",
                "{\"op\": \"run\", \"id\": 1, \"arguments\": [\"data\", \"list\"]}",
                "{\"op\": \"run\", \"id\": 1, \"keep\": 1, \"arguments\": [\"fit\"]}",
                "{\"op\": \"folder\", \"id\": 1, \"bytes\": -1}",
                "{\"op\": \"folder\", \"id\": 1, \"bytes\": 9223372036854775807}",
                "{\"op\": \"hello\", \"protocol\": 0.5, \"version\": \"\"}",
                "[".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("wrongRequests")
    void wrongRequestIsRefusedInOneLine(String text) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.sendText(text);
            String message = String.valueOf(client.answer("refused").get("message"));
            assertThat(message).doesNotContain("\n", "\r").hasSizeBetween(10, 600);
            client.send(Map.of("op", "folder", "id", 5, "bytes", 10));
            assertThat(client.answer()).containsEntry("event", "folder").containsEntry("id", 5);
        }
    }

    /** Whatever arrives, the worker ends by itself, its answers are whole, and no file stays behind. */
    @Test
    void randomFramesDamageNothing() throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < 60; round++) {
            try (WorkerClient client = WorkerClient.greeted(scratch)) {
                int frames = random.nextInt(5);
                for (int i = 0; i < frames; i++) {
                    byte[] text = random.nextInt(2) == 0 ? randomBytes(random) : changedRequest(random);
                    int announced = random.nextInt(4) == 0 ? text.length + random.nextInt(40) - 20 : text.length;
                    client.sendBytes(ByteBuffer.allocate(4 + text.length)
                            .putInt(announced)
                            .put(text)
                            .array());
                }
                client.endRequests();
                assertThat(client.rest()).allMatch(message -> message.containsKey("event"));
                assertThat(client.code()).isIn(0, 2);
            } catch (IOException e) {
                // the worker has refused a frame and no longer reads
                assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe|connection).*");
            }
            assertThat(scratch).isEmptyDirectory();
        }
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) random.nextInt(256);
        return bytes;
    }

    /** A request of which some bytes are others. */
    private static byte[] changedRequest(Random random) {
        List<String> requests = List.of(
                "{\"op\": \"folder\", \"id\": 3, \"bytes\": 100}",
                "{\"op\": \"cancel\", \"id\": 3}",
                "{\"op\": \"run\", \"id\": 4, \"arguments\": [\"graph\", \"/\", \"-o\", \"/\"]}");
        byte[] bytes = requests.get(random.nextInt(requests.size())).getBytes(StandardCharsets.UTF_8);
        int changes = random.nextInt(3);
        for (int i = 0; i < changes; i++) bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        return bytes;
    }

    @Test
    void cancelEndsTheFitAndNotTheWorker(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(1, endlessFit(runs.resolve("endless")));
            client.answer("progress");
            client.run(2, fit(runs.resolve("second")));
            assertThat(client.answer("refused"))
                    .containsEntry("id", 2)
                    .containsEntry("message", "request 1 is still running; a worker runs one command at a time");
            client.send(Map.of("op", "cancel", "id", 9));
            client.send(Map.of("op", "cancel", "id", 1));
            assertThat(client.answer("done")).containsEntry("id", 1).containsEntry("cancelled", true);
            assertThat(runs.resolve("endless")).doesNotExist();
            client.run(3, fit(runs.resolve("third")));
            assertThat(client.answer("done"))
                    .containsEntry("id", 3)
                    .containsEntry("code", 0)
                    .containsEntry("cancelled", false);
        }
    }

    @Test
    void endOfRequestsEndsAFitAndRemovesFolders(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.send(Map.of("op", "folder", "id", 1, "bytes", 10));
            Path folder = Path.of(String.valueOf(client.answer("folder").get("path")));
            assertThat(folder).startsWith(scratch).isDirectory();
            Files.writeString(folder.resolve("x.npy"), "numbers");
            client.run(2, endlessFit(folder.resolve("run")));
            client.answer("progress");
            client.endRequests();
            assertThat(client.code()).isZero();
            assertThat(scratch).isEmptyDirectory();
        }
    }

    @Test
    void stopKeepsThePointReachedAndResumeContinuesIt(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            Path run = runs.resolve("run");
            client.runKept(1, endlessFit(run));
            awaitIteration(client);
            client.send(Map.of("op", "stop", "id", 1));
            assertThat(client.answer("done")).containsEntry("code", 130).containsEntry("cancelled", true);
            assertThat(run.resolve("summary.json")).exists();
            assertThat(RunManifest.find(run)).isPresent();
            client.runKept(2, "resume", run);
            awaitIteration(client);
            client.endRequests();
            assertThat(client.answer("done")).containsEntry("id", 2).containsEntry("code", 130);
            assertThat(client.code()).isZero();
            assertThat(RunManifest.find(run)).isPresent();
        }
    }

    @Test
    void stopBeforeThereIsAResultLeavesNothing(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            for (int id = 1; id <= 5; id++) {
                client.runKept(id, endlessFit(runs.resolve("run" + id)));
                client.send(Map.of("op", "stop", "id", id));
                assertThat(client.answer("done"))
                        .containsEntry("id", id)
                        .containsEntry("code", 130)
                        .containsEntry("cancelled", true);
                assertThat(runs.resolve("run" + id + ".partial")).doesNotExist();
            }
        }
    }

    @Test
    void stopWithoutKeepIsRefused(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(1, endlessFit(runs.resolve("run")));
            client.send(Map.of("op", "stop", "id", 1));
            assertThat(client.answer("refused").get("message"))
                    .isEqualTo("request 1 was not started with keep; it can only be cancelled");
        }
    }

    @Test
    void dataCommandsRun(@TempDir Path files) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(1, "data", "describe", data.resolve("x.csv"), "--json");
            assertThat(String.valueOf(client.answer("done").get("output"))).startsWith("{");
            client.run(2, "data", "export", "digits", "-o", files.resolve("digits.csv"));
            assertThat(client.answer("done")).containsEntry("code", 0);
            assertThat(files.resolve("digits.csv")).exists();
        }
    }

    @Test
    void descriptionOfAWideTableIsWhole(@TempDir Path files) throws Exception {
        String header = IntStream.range(0, 2000).mapToObj(j -> "column " + j).collect(Collectors.joining(","));
        StringBuilder table = new StringBuilder(header).append('\n');
        for (int i = 0; i < 20; i++) {
            String answer = "a long answer of person " + i % 4 + " to question ";
            table.append(IntStream.range(0, 2000).mapToObj(j -> answer + j).collect(Collectors.joining(",")))
                    .append('\n');
        }
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(1, "data", "describe", Files.writeString(files.resolve("wide.csv"), table), "--json");
            Object output = client.answer("done").get("output");
            byte[] text = String.valueOf(output).getBytes(StandardCharsets.UTF_8);
            assertThat(text.length).isGreaterThan(FrameStream.MAX_BYTES / 8);
            assertThat((List<?>) Json.parse(text, "output").get("columns")).hasSize(2000);
        }
    }

    @Test
    void progressTellsTheTimeLeft(@TempDir Path runs) throws Exception {
        try (WorkerClient client = WorkerClient.greeted(scratch)) {
            client.run(1, endlessFit(runs.resolve("run")));
            Map<String, Object> message = client.answer("progress");
            while (!message.containsKey("left")) message = client.answer("progress");
            assertThat((Double) message.get("left")).isPositive();
            assertThat((Double) message.get("seconds")).isPositive();
        }
    }

    private static void awaitIteration(WorkerClient client) throws IOException {
        while (!client.answer("progress").containsKey("iteration")) {
            // earlier phases
        }
    }

    @Test
    void endWithinAFrameEndsTheWorker() throws Exception {
        for (byte[] part : List.of(new byte[] {0, 0}, new byte[] {0, 0, 0, 9, '{'})) {
            try (WorkerClient client = WorkerClient.greeted(scratch)) {
                client.sendBytes(part);
                client.endRequests();
                assertThat(client.code()).isZero();
            }
        }
    }
}
