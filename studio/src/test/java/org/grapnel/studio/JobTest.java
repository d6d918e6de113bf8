package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.grapnel.runs.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class JobTest {
    @TempDir
    Path folder;

    @AfterEach
    void end() {
        StudioFixture.endWorkers();
    }

    @Test
    void runsWaitForTheirTurn() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            String first = studio.fit("slow");
            String second = studio.fit("quick");
            studio.await(first, "running");
            assertThat(studio.get("/api/runs/" + second).json())
                    .containsEntry("state", "queued")
                    .containsEntry("position", 1);
            assertThat(studio.send("DELETE", "/api/runs/" + first).status()).isEqualTo(409);
            assertThat(studio.send("DELETE", "/api/data/slow.csv").status()).isEqualTo(409);
            assertThat(studio.send("POST", "/api/runs/" + first + "/stop").status())
                    .isEqualTo(202);
            studio.await(second, "done");
            assertThat(studio.get("/api/runs/" + first).json())
                    .containsEntry("state", "stopped")
                    .containsEntry("resumable", true);
        }
    }

    @Test
    void twoJobsRunAtTheSameTime() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder, 2)) {
            String first = studio.fit("slow");
            String second = studio.fit("slow");
            studio.await(first, "running");
            studio.await(second, "running");
            assertThat(first).isNotEqualTo(second);
        }
    }

    @Test
    void waitingRunIsStoppedBeforeItBegins() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            studio.fit("slow");
            String second = studio.fit("quick");
            studio.send("POST", "/api/runs/" + second + "/stop");
            assertThat(studio.await(second, "stopped")).containsEntry("message", "stopped before it began");
            assertThat(studio.send("POST", "/api/runs/" + second + "/resume").status())
                    .isEqualTo(409);
        }
    }

    @Test
    void stoppedRunContinues() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            String id = studio.fit("slow");
            studio.await(id, "running");
            studio.send("POST", "/api/runs/" + id + "/stop");
            studio.await(id, "stopped");
            assertThat(studio.send("POST", "/api/runs/" + id + "/resume").status())
                    .isEqualTo(202);
            assertThat(studio.await(id, "done"))
                    .containsEntry("stop", "tolerance")
                    .containsEntry("resumable", false);
            assertThat(studio.send("POST", "/api/runs/" + id + "/stop").status())
                    .isEqualTo(409);
        }
    }

    @Test
    void refusalNamesItsOption() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            assertThat(studio.await(studio.fit("refuse"), "failed"))
                    .containsEntry("message", "--keep must be between 1 and 3, the number of features, got 9")
                    .containsEntry("option", "--keep")
                    .containsEntry("code", 2);
            assertThat(studio.await(studio.fit("memory"), "failed"))
                    .containsEntry("message", "not enough memory: 8 GB");
        }
    }

    @Test
    void lostProcessFailsAndCanBeResumed() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            String crashed = studio.fit("crash");
            assertThat(studio.await(crashed, "failed"))
                    .containsEntry(
                            "message",
                            "the process of this run ended with code 17 before it had a result; it can continue from its last checkpoint")
                    .containsEntry("resumable", true);
            String killed = studio.fit("slow");
            awaitCheckpoint(killed);
            long pid = ((Number) Json.read(folder.resolve(".studio/runs/" + killed + ".json"))
                            .get("pid"))
                    .longValue();
            ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            assertThat(studio.await(killed, "failed").get("message"))
                    .asString()
                    .startsWith("the process of this run was ended by signal 9");
            studio.send("POST", "/api/runs/" + killed + "/resume");
            studio.await(killed, "done");
        }
    }

    @Test
    void restartContinuesWhatRanAndWhatWaited() throws Exception {
        String running;
        String waiting;
        try (StudioFixture studio = StudioFixture.start(folder)) {
            running = studio.fit("slow");
            waiting = studio.fit("quick");
            awaitCheckpoint(running);
        }
        assertThat(Json.read(folder.resolve(".studio/runs/" + running + ".json")))
                .containsEntry("state", "running");
        try (StudioFixture studio = StudioFixture.start(folder)) {
            studio.await(running, "done");
            studio.await(waiting, "done");
        }
    }

    private void awaitCheckpoint(String id) throws InterruptedException {
        Path manifest = folder.resolve(id + ".partial").resolve("run.json");
        for (int i = 0; i < 3000 && !Files.exists(manifest); i++) Thread.sleep(20);
        assertThat(manifest).exists();
    }

    @Test
    void runWhoseFolderIsGoneSaysSoAndCanBeDeleted() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            String id = studio.fit("quick");
            assertThat(studio.await(id, "done")).doesNotContainKeys("folder_gone", "message");
            Files.move(folder.resolve(id), folder.resolve("elsewhere"));
            assertThat(studio.get("/api/runs/" + id).json())
                    .containsEntry("state", "done")
                    .containsEntry("folder_gone", true)
                    .containsEntry("message", "its folder is gone: it was moved or removed outside of the studio");
            assertThat(studio.send("DELETE", "/api/runs/" + id).status()).isEqualTo(204);
            assertThat(studio.get("/api/runs/" + id).status()).isEqualTo(404);
            assertThat(studio.get("/api/runs/elsewhere").json()).containsEntry("state", "done");
        }
    }

    @Test
    void runsThatAreStartedAtTheSameTimeHaveDifferentNames() throws Exception {
        try (StudioFixture studio = StudioFixture.start(folder)) {
            studio.fit("slow");
            List<String> ids = atOnce(12, () -> studio.fit("slow"));
            assertThat(ids).doesNotHaveDuplicates();
        }
    }

    private static <T> List<T> atOnce(int many, Callable<T> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> one : threads.invokeAll(Collections.nCopies(many, call))) results.add(one.get());
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void descriptionsThatWaitDoNotKeepOthersWaiting() throws Exception {
        Files.writeString(folder.resolve("slow.csv"), "slow\n");
        try (StudioFixture studio = StudioFixture.start(folder)) {
            CountDownLatch refused = new CountDownLatch(45);
            ExecutorService threads = Executors.newFixedThreadPool(50);
            try {
                List<Future<HttpAnswer>> answers = new ArrayList<>();
                for (int i = 0; i < 50; i++)
                    answers.add(threads.submit(() -> {
                        HttpAnswer answer = studio.get("/api/data/slow.csv/describe");
                        if (answer.status() == 503) refused.countDown();
                        return answer;
                    }));
                assertThat(refused.await(30, TimeUnit.SECONDS)).isTrue();
                assertThat(studio.get("/api/studio").status()).isEqualTo(200);
                Files.createFile(folder.resolve("go"));
                List<Integer> statuses = new ArrayList<>();
                for (Future<HttpAnswer> answer : answers)
                    statuses.add(answer.get().status());
                assertThat(statuses).containsOnly(200, 503);
                assertThat(Collections.frequency(statuses, 200)).isEqualTo(5);
                assertThat(studio.get("/api/data/slow.csv/describe").status()).isEqualTo(200);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void damagedRecordsAreSetAside() throws IOException {
        Path runs = Files.createDirectories(folder.resolve(".studio/runs"));
        Files.writeString(runs.resolve("x.json"), "{\"id\": ");
        Files.writeString(runs.resolve("y.writing"), "half");
        try (StudioFixture studio = StudioFixture.start(folder)) {
            assertThat(studio.get("/api/runs").json()).isEqualTo(Map.of("runs", List.of()));
            assertThat(runs.resolve("x.damaged")).exists();
            assertThat(runs.resolve("y.writing")).doesNotExist();
        }
    }
}
