package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A studio that is killed at any moment loses no run and shows no half file. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class StudioKillTest {
    private static final Map<String, Object> FIT = Map.of(
            "labels",
            "class",
            "solver",
            "accpalm",
            "rank",
            3,
            "keep",
            6,
            "tol",
            0,
            "max-iter",
            3000,
            "checkpoint-every",
            0.05);

    @TempDir
    Path home;

    @Test
    @Tag("full")
    void threeKillsLoseNothing() throws Exception {
        kill(3, 1);
    }

    @Test
    @Tag("long")
    void twentyKillsLoseNothing() throws Exception {
        kill(20, 2);
    }

    private void kill(int kills, int seed) throws Exception {
        Random random = new Random(seed);
        Path folder = home.resolve("cells");
        byte[] upload = "a,b\n1,2\n".repeat(200_000).getBytes(StandardCharsets.UTF_8);
        StudioClient studio = StudioClient.start(folder);
        studio.json("POST", "/api/examples/markers", Map.of());
        studio.json("POST", "/api/runs", run("reference"));
        assertThat(studio.await("reference", "done", "failed")).containsEntry("state", "done");
        for (int i = 0; i < kills; i++) {
            studio.json("POST", "/api/runs", run("run-" + i));
            String name = "upload-" + i + ".csv";
            StudioClient now = studio;
            Thread uploading = new Thread(() -> upload(now, name, upload));
            uploading.setDaemon(true);
            uploading.start();
            Thread.sleep(random.nextInt(3000));
            studio.process().destroyForcibly().waitFor();
            uploading.join(20_000);
            assertThat(uploading.isAlive()).isFalse();
            studio = StudioClient.start(folder);
            assertWhole(studio, folder, upload);
        }
        for (int i = 0; i < kills; i++) {
            assertThat(studio.await("run-" + i, "done", "failed", "stopped")).containsEntry("state", "done");
            for (String file : List.of("W.npy", "H.npy", "labels.csv", "features.csv"))
                assertThat(folder.resolve("run-" + i).resolve(file))
                        .hasSameBinaryContentAs(folder.resolve("reference").resolve(file));
        }
    }

    private static Map<String, Object> run(String id) {
        return Map.of("data", "markers.csv", "command", "fit", "name", id, "options", FIT);
    }

    /** Uploads slowly enough that a kill can break it. */
    private static void upload(StudioClient studio, String name, byte[] content) {
        String[] address = studio.address().substring("http://".length()).split(":");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address[1]))) {
            OutputStream out = socket.getOutputStream();
            out.write(("PUT /api/data/" + name + " HTTP/1.1\r\nHost: " + address[0] + ":" + address[1]
                            + "\r\nAuthorization: Bearer " + studio.token()
                            + "\r\nConnection: close\r\nContent-Length: "
                            + content.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            int step = content.length / 20;
            for (int at = 0; at < content.length; at += step) {
                out.write(content, at, Math.min(step, content.length - at));
                Thread.sleep(50);
            }
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            // the studio was killed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertWhole(StudioClient studio, Path folder, byte[] upload) throws Exception {
        assertThat(folder.resolve(".studio").resolve("uploads")).isEmptyDirectory();
        for (Object entry : (List<?>) studio.get("/api/data").get("data")) {
            String name = String.valueOf(((Map<?, ?>) entry).get("name"));
            if (name.startsWith("upload-"))
                assertThat(Files.size(folder.resolve(name))).isEqualTo(upload.length);
        }
        for (Object run : (List<?>) studio.get("/api/runs").get("runs"))
            assertThat(String.valueOf(((Map<?, ?>) run).get("state"))).isIn("queued", "running", "done");
    }
}
