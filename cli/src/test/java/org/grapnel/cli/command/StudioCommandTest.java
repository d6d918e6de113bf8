package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.grapnel.cli.Cli;
import org.grapnel.cli.StudioClient;
import org.grapnel.cli.TestProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
@ExtendWith(TestProcesses.class)
class StudioCommandTest {
    @TempDir
    Path home;

    private static final Map<String, Object> ENDLESS =
            Map.of("labels", "class", "solver", "palm", "rank", 3, "keep", 6, "tol", 0, "max-iter", 2_000_000_000);

    @Test
    void fitHasTheBitsOfTheCommandLineAndStopKeepsThePoint() throws Exception {
        Path folder = home.resolve("cells");
        StudioClient studio = StudioClient.start(folder);
        String data = String.valueOf(
                studio.json("POST", "/api/examples/markers", Map.of()).get("name"));
        assertThat(studio.get("/api/data/markers.csv/describe?labels=class")).containsEntry("labels", "class");
        studio.json(
                "POST",
                "/api/runs",
                Map.of(
                        "data",
                        data,
                        "command",
                        "fit",
                        "name",
                        "one",
                        "options",
                        Map.of("labels", "class", "clusters", 3, "keep", 6)));
        assertThat(studio.await("one", "done", "failed"))
                .containsEntry("state", "done")
                .containsEntry("clusters", 3);
        Cli line = Cli.run(
                "fit",
                folder.resolve(data),
                "--labels",
                "class",
                "--clusters",
                "3",
                "--keep",
                "6",
                "-o",
                home.resolve("line"));
        assertThat(line.code()).as(line.err()).isZero();
        for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
            assertThat(folder.resolve("one").resolve(file))
                    .hasSameBinaryContentAs(home.resolve("line").resolve(file));

        studio.json("POST", "/api/runs", Map.of("data", data, "command", "fit", "name", "endless", "options", ENDLESS));
        awaitIteration(studio, "endless");
        studio.json("POST", "/api/runs/endless/stop", Map.of());
        assertThat(studio.await("endless", "stopped", "failed"))
                .containsEntry("state", "stopped")
                .containsEntry("resumable", true);
        studio.json("POST", "/api/runs/endless/resume", Map.of());
        awaitIteration(studio, "endless");

        studio.json("POST", "/api/shutdown", Map.of());
        assertThat(studio.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(studio.process().exitValue()).isZero();
        StudioClient next = StudioClient.start(folder);
        awaitIteration(next, "endless");
        TestProcesses.interrupt(next.process());
        assertThat(next.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitIteration(StudioClient studio, String id) throws Exception {
        for (int i = 0; i < 1200; i++) {
            Map<String, Object> run = studio.get("/api/runs/" + id);
            if ("running".equals(run.get("state"))
                    && String.valueOf(run.get("phase")).contains("fitting")) return;
            assertThat(String.valueOf(run.get("state"))).as(run.toString()).isIn("queued", "running");
            Thread.sleep(50);
        }
        throw new AssertionError(id + " does not iterate");
    }

    @Test
    void secondStudioAndPortInUseAreOneLine() throws Exception {
        Path folder = home.resolve("cells");
        StudioClient studio = StudioClient.start(folder);
        Cli second = Cli.run("studio", folder, "--no-browser");
        assertThat(second.code()).isEqualTo(2);
        assertThat(second.err().strip())
                .isEqualTo("grapnel: " + folder.toRealPath() + " is open in another studio at " + studio.address()
                        + "/; use that one, or end it first");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli refused = Cli.run("studio", home.resolve("other"), "--no-browser", "--port", taken.getLocalPort());
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err().lines()).hasSize(1);
            assertThat(refused.err())
                    .startsWith(
                            "grapnel: --port " + taken.getLocalPort() + " cannot be opened on 127.0.0.1: it is in use");
        }
    }

    @Test
    void wrongFoldersAndNumbersAreOneLine() throws Exception {
        Path file = Files.createFile(home.resolve("file"));
        assertThat(Cli.run("studio", file, "--no-browser").err().strip())
                .isEqualTo("grapnel: " + file + " is a file; give a folder");
        Cli port = Cli.run("studio", home.resolve("x"), "--port", "70000");
        assertThat(port.code()).isEqualTo(2);
        assertThat(port.err().strip()).isEqualTo("grapnel: --port must be between 0 and 65535, got 70000");
        assertThat(Cli.run("studio", home.resolve("x"), "--jobs", "0").err().strip())
                .isEqualTo("grapnel: --jobs must be between 1 and 64, got 0");
    }
}
