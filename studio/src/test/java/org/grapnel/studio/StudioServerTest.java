package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class StudioServerTest {
    @TempDir
    static Path folder;

    private static StudioFixture studio;

    @BeforeAll
    static void start() throws IOException {
        studio = StudioFixture.start(folder);
        Files.writeString(folder.resolve("quick.csv"), "quick\n");
    }

    @AfterAll
    static void end() {
        studio.close();
    }

    @Test
    void addressHasAPortAndATokenOf43Characters() {
        assertThat(studio.address()).matches("http://127\\.0\\.0\\.1:[0-9]+/#token=[A-Za-z0-9_-]{43}");
    }

    @Test
    void studioTellsItsFolder() throws IOException {
        assertThat(studio.get("/api/studio").json())
                .containsEntry("jobs", 1)
                .containsEntry("path", folder.toRealPath().toString())
                .containsKeys("version", "folder", "free_bytes", "threads");
    }

    @Test
    void everyAnswerHasTheHeadersOfSecurity() throws IOException {
        for (String path : List.of("/api/studio", "/nothing", "/page/d3.min.js", "/api/nothing")) {
            Map<String, String> headers = studio.get(path).headers();
            assertThat(headers)
                    .containsEntry("x-content-type-options", "nosniff")
                    .containsEntry("referrer-policy", "no-referrer")
                    .containsEntry("cross-origin-resource-policy", "same-origin")
                    .containsEntry("cross-origin-opener-policy", "same-origin")
                    .doesNotContainKeys("server", "set-cookie", "access-control-allow-origin", "x-powered-by", "date");
            assertThat(headers.get("content-security-policy"))
                    .startsWith("default-src 'none'; script-src 'self';")
                    .endsWith("frame-ancestors 'none'");
        }
        assertThat(studio.get("/api/studio").headers()).containsEntry("cache-control", "no-store");
    }

    @Test
    void unknownAddressesAndMethodsAreNamed() throws IOException {
        assertThat(studio.get("/api/nothing").status()).isEqualTo(404);
        HttpAnswer wrong = studio.send("DELETE", "/api/studio");
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.error()).isEqualTo("the method DELETE is not allowed here; allowed are GET");
        assertThat(studio.send("OPTIONS", "/api/runs").status()).isEqualTo(405);
    }

    @Test
    void libraryOfFiguresIsServedAsScript() throws IOException {
        HttpAnswer d3 = HttpAnswer.send(
                studio.port(), "GET /page/d3.min.js HTTP/1.1\r\nHost: localhost:" + studio.port() + "\r\n\r\n");
        assertThat(d3.status()).isEqualTo(200);
        assertThat(d3.headers()).containsEntry("content-type", "text/javascript;charset=utf-8");
    }

    @Test
    void dataAreListedWithoutRunsAndDotFiles() throws IOException {
        Files.writeString(folder.resolve("x.csv"), "a,b\n1,2\n");
        Files.writeString(folder.resolve(".hidden.csv"), "a\n1\n");
        Files.writeString(folder.resolve("notes.doc"), "no data");
        assertThat(studio.get("/api/data").body())
                .contains("\"name\":\"x.csv\",\"bytes\":8", "\"kind\":\"file\"")
                .doesNotContain("hidden", "notes", ".studio");
    }

    @Test
    void describeTakesOptionsAndShowsRefusalsWithTheirOption() throws IOException {
        assertThat(studio.get("/api/data/quick.csv/describe?labels=a&drop=b&drop=c")
                        .body())
                .contains("\"describe\",\"quick.csv\",\"--json\",\"--labels\",\"a\",\"--drop\",\"b,c\"");
        HttpAnswer refused = studio.get("/api/data/quick.csv/describe?labels=nothing");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json())
                .containsEntry("error", "--labels: there is no column 'nothing'")
                .containsEntry("option", "--labels");
        assertThat(studio.get("/api/data/missing.csv/describe").status()).isEqualTo(404);
    }

    @Test
    void commandIsThatOfTheShell() throws IOException {
        Map<String, Object> options = Map.of("labels", "it's a 'class'");
        assertThat(studio.send(
                                "POST",
                                "/api/command",
                                Map.of("data", "quick.csv", "command", "fit", "options", options, "name", "one"))
                        .json())
                .containsEntry("command", "grapnel fit quick.csv --labels 'it'\\''s a '\\''class'\\''' -o one");
    }

    @Test
    void wrongOptionsAreRefusedWithTheirName() throws IOException {
        Files.writeString(folder.resolve("y.csv"), "quick\n");
        for (Map<String, ?> options : List.of(
                Map.of("kep", 2),
                Map.of("force", true),
                Map.of("plugin", "x.jar"),
                Map.of("o", "x"),
                Map.of("-o", "x"),
                Map.of("keep", true),
                Map.of("no-controls", "yes"),
                Map.of("labels", "a\nb"),
                Map.of("labels", "/etc/passwd"),
                Map.of("labels", "../../../../../../etc/passwd"),
                Map.of("graph", "../x.mtx"),
                Map.of("graph", "/etc/passwd"),
                Map.of("graph", ".studio/lock"),
                Map.of("graph", "missing.mtx"),
                Map.of("reconstruction", "../x.csv"),
                Map.of("reconstruction", "a/b.csv"),
                Map.of("keep", Map.of("a", 1)))) {
            HttpAnswer answer =
                    studio.send("POST", "/api/runs", Map.of("data", "y.csv", "command", "fit", "options", options));
            assertThat(answer.status()).as(options + ": " + answer.body()).isEqualTo(400);
            assertThat(answer.json()).as(answer.body()).containsKey("option");
        }
        assertThat(studio.send("POST", "/api/runs", Map.of("data", "y.csv", "command", "paper"))
                        .status())
                .isEqualTo(400);
        assertThat(studio.send("POST", "/api/runs", "[1".getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void valuesThatBeginWithADashStayValues() throws IOException {
        assertThat(studio.send(
                                "POST",
                                "/api/command",
                                Map.of(
                                        "data",
                                        "quick.csv",
                                        "options",
                                        Map.of("alpha", -2, "no-controls", false),
                                        "name",
                                        "two"))
                        .json())
                .containsEntry("command", "grapnel fit quick.csv --alpha=-2 -o two");
    }

    @Test
    void runIsStartedListedLabelledAndRemoved() throws Exception {
        String id = studio.fit("quick");
        Map<String, Object> run = studio.await(id, "done");
        assertThat(run)
                .containsEntry("rank", 3)
                .containsEntry("stop", "tolerance")
                .containsEntry("warnings", List.of("note: all is well"));
        assertThat(run.get("words")).isEqualTo(List.of("fit", "quick.csv", "--keep", "2", "-o", id));
        assertThat(run.get("shell")).isEqualTo("grapnel fit quick.csv --keep 2 -o " + id);
        String title = "<script>alert(1)</script>";
        assertThat(studio.send(
                                "PATCH",
                                "/api/runs/" + id,
                                Map.of("title", title, "tags", List.of("a", "b"), "pinned", true))
                        .json())
                .containsEntry("title", title)
                .containsEntry("tags", List.of("a", "b"))
                .containsEntry("pinned", true);
        assertThat(studio.send("PATCH", "/api/runs/" + id, Map.of("state", "done"))
                        .status())
                .isEqualTo(400);
        assertThat(studio.get("/api/runs").body()).contains("\"id\":\"" + id + "\"");
        assertThat(studio.get("/api/runs/" + id + "/files/summary.json").body()).contains("gnmf-l20");
        assertThat(studio.get("/api/runs/" + id + "/files/none.csv").status()).isEqualTo(404);
        assertThat(studio.send("DELETE", "/api/runs/" + id).status()).isEqualTo(204);
        assertThat(folder.resolve(id)).doesNotExist();
        assertThat(studio.get("/api/runs/" + id).status()).isEqualTo(404);
    }

    @Test
    void runsOfTheCommandLineAreListedToo() throws Exception {
        Path run = Files.createDirectory(folder.resolve("by-hand"));
        Files.writeString(
                run.resolve("summary.json"), "{\"model\": \"nmf\", \"samples\": 7, \"timing\": {\"total\": 2.5}}");
        assertThat(studio.get("/api/runs/by-hand").json())
                .containsEntry("state", "done")
                .containsEntry("command", "fit")
                .containsEntry("seconds", 2.5)
                .containsEntry("samples", 7);
        assertThat(studio.send("PATCH", "/api/runs/by-hand", Map.of("title", "mine"))
                        .json())
                .containsEntry("title", "mine")
                .containsEntry("state", "done");
        assertThat(studio.send("DELETE", "/api/runs/by-hand").status()).isEqualTo(204);
    }

    /** A link may lead to a run outside of the folder. */
    @Test
    void linkedRunsHaveNoWords(@TempDir Path elsewhere) throws Exception {
        Files.writeString(elsewhere.resolve("summary.json"), "{\"model\": \"nmf\", \"data\": \"secret.csv\"}");
        Files.createSymbolicLink(folder.resolve("linked"), elsewhere);
        Path unfinished = Files.createDirectory(folder.resolve("linked.partial"));
        Files.writeString(unfinished.resolve("run.json"), "no manifest");
        assertThat(studio.get("/api/runs/linked").body()).doesNotContain("secret.csv", "\"words\"");
        Files.delete(unfinished.resolve("run.json"));
        Files.delete(unfinished);
        Files.delete(folder.resolve("linked"));
    }

    @Test
    void runOfTheCommandLineHasTheWordsThatRepeatIt() throws Exception {
        Path run = Files.createDirectory(folder.resolve("by-words"));
        String summary =
                "{\"model\": \"gnmf-l20\", \"solver\": \"accpalm\", \"keep\": 50, \"drop\": [\"a\", \"b c\"], \"data\": \"%s\"}";
        for (String given : List.of("quick.csv", folder.toRealPath().getFileName() + "/quick.csv", "/far/away.csv")) {
            Files.writeString(run.resolve("summary.json"), summary.formatted(given));
            boolean isKnown = given.endsWith("quick.csv");
            Map<String, Object> found = studio.get("/api/runs/by-words").json();
            assertThat(found)
                    .containsEntry("data", isKnown ? "quick.csv" : given)
                    .containsEntry("data_known", isKnown);
            List<String> words = List.of(
                    "fit",
                    given,
                    "-o",
                    "again",
                    "--drop",
                    "a,b c",
                    "--model",
                    "gnmf-l20",
                    "--solver",
                    "accpalm",
                    "--keep",
                    "50");
            assertThat(found)
                    .containsEntry("words", words)
                    .containsEntry(
                            "shell",
                            "grapnel fit " + given
                                    + " -o again --drop 'a,b c' --model gnmf-l20 --solver accpalm --keep 50");
        }
        Files.writeString(run.resolve("summary.json"), "{\"command\": \"compare\", \"data\": \"quick.csv\"}");
        assertThat(studio.get("/api/runs/by-words").json()).doesNotContainKeys("words", "shell");
        assertThat(studio.send("DELETE", "/api/runs/by-words").status()).isEqualTo(204);
    }

    @Test
    void requestThatIsNoJsonIsRefusedWithoutTheInsideOfTheParser() throws IOException {
        for (String text : List.of("[1]", "", "{\"data\": ", "{\"data\" 1}", "nonsense", "3")) {
            HttpAnswer answer = studio.send("POST", "/api/runs", text.getBytes(StandardCharsets.UTF_8));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.error())
                    .startsWith("the request: is not a JSON object: ")
                    .doesNotContain("java.", "Source", "`", "JsonToken");
        }
    }

    @Test
    void ticketOpensAReportOnceInASandbox() throws Exception {
        String id = studio.fit("quick");
        studio.await(id, "done");
        String url = String.valueOf(studio.send("POST", "/api/tickets", Map.of("run", id, "name", "report.html"))
                .json()
                .get("url"));
        String request =
                "GET " + url + " HTTP/1.1\r\nHost: 127.0.0.1:" + studio.port() + "\r\nConnection: close\r\n\r\n";
        HttpAnswer report = HttpAnswer.send(studio.port(), request);
        assertThat(report.status()).isEqualTo(200);
        assertThat(report.headers().get("content-security-policy"))
                .startsWith("sandbox allow-scripts allow-downloads; default-src 'none';");
        assertThat(HttpAnswer.send(studio.port(), request).status()).isEqualTo(404);
        String other = String.valueOf(studio.send("POST", "/api/tickets", Map.of("run", id, "name", "summary.json"))
                .json()
                .get("url"));
        HttpAnswer download = HttpAnswer.send(studio.port(), request.replace(url, other));
        assertThat(download.headers()).containsEntry("content-disposition", "attachment; filename=\"summary.json\"");
        assertThat(download.headers().get("content-security-policy")).startsWith("sandbox;");
    }

    @Test
    void eventsBeginWithStateAndHistoryAndEndWithAFinalState() throws Exception {
        String id = studio.fit("quick");
        studio.await(id, "done");
        String body = studio.get("/api/runs/" + id + "/events").body();
        assertThat(body)
                .startsWith("event: state\ndata: {\"state\":\"done\"")
                .endsWith("event: history\ndata: {\"points\":[]}\n\n");
    }

    @Test
    void secondStudioIsRefusedWithTheAddressOfTheFirst() {
        for (int i = 0; i < 2; i++)
            assertThatThrownBy(() -> StudioFixture.start(folder))
                    .isInstanceOf(DataException.class)
                    .hasMessage(folder + " is open in another studio at http://127.0.0.1:" + studio.port()
                            + "/; use that one, or end it first");
    }

    @Test
    void portInUseIsOneSentence(@TempDir Path other) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path kept = Files.createDirectory(other.resolve("kept"));
            Files.writeString(kept.resolve("x.csv"), "quick\n");
            for (Path each : List.of(kept, other.resolve("new").resolve("inner")))
                assertThatThrownBy(
                                () -> Studio.start(StudioFixture.settings(each).withPort(taken.getLocalPort())))
                        .isInstanceOf(DataException.class)
                        .hasMessageStartingWith(
                                "--port " + taken.getLocalPort() + " cannot be opened on 127.0.0.1: it is in use");
            assertThat(other.toFile().list()).containsExactly("kept");
            assertThat(kept.toFile().list()).containsExactly("x.csv");
        }
    }

    @Test
    void fileInPlaceOfAFolderIsRefused(@TempDir Path other) throws IOException {
        Path file = Files.createFile(other.resolve("file"));
        assertThatThrownBy(() -> StudioFixture.start(file)).hasMessage(file + " is a file; give a folder");
    }

    @Test
    void giantHeadersAreRefusedAndTheServerGoesOn() throws IOException {
        for (int size : new int[] {9_000, 100_000, 5_000_000}) {
            String request =
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + studio.port() + "\r\nX: " + "a".repeat(size) + "\r\n\r\n";
            assertThat(HttpAnswer.send(studio.port(), request).status()).isIn(431, 0);
        }
        assertThat(studio.get("/api/studio").status()).isEqualTo(200);
    }

    @Test
    void slowClientsDoNotKeepOthersWaiting() throws Exception {
        Socket[] slow = new Socket[60];
        try {
            for (int i = 0; i < slow.length; i++) {
                slow[i] = new Socket(InetAddress.getLoopbackAddress(), studio.port());
                slow[i].getOutputStream().write("GET /api/st".getBytes(StandardCharsets.US_ASCII));
            }
            long before = System.nanoTime();
            for (int i = 0; i < 20; i++)
                assertThat(studio.get("/api/studio").status()).isEqualTo(200);
            assertThat((System.nanoTime() - before) * 1e-9).isLessThan(10);
        } finally {
            for (Socket socket : slow) if (socket != null) socket.close();
        }
    }

    @Test
    void clientThatDoesNotReadEventsHoldsNothingUp(@TempDir Path other) throws Exception {
        try (StudioFixture own = StudioFixture.start(other)) {
            String id = own.fit("slow");
            own.await(id, "running");
            try (Socket deaf = new Socket(InetAddress.getLoopbackAddress(), own.port())) {
                deaf.setReceiveBufferSize(1024);
                deaf.getOutputStream()
                        .write((own.head("GET", "/api/runs/" + id + "/events") + "\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                try (Socket live = new Socket(InetAddress.getLoopbackAddress(), own.port())) {
                    live.getOutputStream()
                            .write((own.head("GET", "/api/runs/" + id + "/events") + "\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                    InputStream in = live.getInputStream();
                    StringBuilder seen = new StringBuilder();
                    byte[] chunk = new byte[4096];
                    while (seen.toString().split("event: progress").length < 5)
                        seen.append(new String(chunk, 0, in.read(chunk), StandardCharsets.UTF_8));
                    assertThat(seen).contains("event: state", "event: history", "\"left\":5.0");
                }
            }
            own.send("POST", "/api/runs/" + id + "/stop");
            assertThat(own.await(id, "stopped")).containsEntry("resumable", true);
        }
    }

    @Test
    void fiveHundredRunsAreListed(@TempDir Path other) throws Exception {
        for (int i = 0; i < 500; i++) {
            Path run = Files.createDirectory(other.resolve("run-" + i));
            Files.writeString(run.resolve("summary.json"), "{\"rank\": 3, \"samples\": " + i + "}");
        }
        try (StudioFixture own = StudioFixture.start(other)) {
            for (int i = 0; i < 3; i++)
                assertThat((List<?>) own.get("/api/runs").json().get("runs")).hasSize(500);
        }
    }

    /** Several times, since a server that ends before it answers does so only now and then. */
    @RepeatedTest(10)
    void shutdownAnswersAndEndsTheServer(@TempDir Path other) throws Exception {
        Studio own = Studio.start(StudioFixture.settings(other));
        try {
            String request = "POST /api/shutdown HTTP/1.1\r\nHost: 127.0.0.1:" + own.port()
                    + "\r\nAuthorization: Bearer " + own.token() + "\r\nContent-Length: 0\r\n\r\n";
            assertThat(HttpAnswer.send(own.port(), request).status()).isEqualTo(202);
            own.await();
        } finally {
            own.close();
        }
        Studio.start(StudioFixture.settings(other)).close();
    }
}
