package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder may come from elsewhere with the state of a studio in it: opening it runs, reads and changes nothing outside of it. */
@Tag("once")
class ReceivedFolderTest {
    @TempDir
    Path above;

    private Path folder;
    private Path precious;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(above.resolve("received"));
        Files.writeString(folder.resolve("quick.csv"), "quick\n");
        precious =
                Files.writeString(Files.createDirectory(above.resolve("mine")).resolve("precious.csv"), "quick\n");
    }

    @AfterEach
    void end() {
        StudioFixture.endWorkers();
    }

    private void record(String id, List<String> words) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        for (String key : List.of("title", "message", "option")) json.put(key, "");
        for (String key : List.of("tags", "uses", "warnings")) json.put(key, List.of());
        for (String key : List.of("pinned", "stop_requested")) json.put(key, false);
        json.put("id", id);
        json.put("created", "2026-01-01T00:00:00Z");
        json.put("command", words.get(0));
        json.put("data", words.get(1));
        json.put("words", words);
        json.put("state", "queued");
        json.put("code", -1);
        json.put("seconds", 0.0);
        json.put("pid", 0);
        Path runs = Files.createDirectories(folder.resolve(".studio/runs"));
        Files.writeString(runs.resolve(id + ".json"), Json.format(json));
    }

    @Test
    void onlyWordsThatARequestCouldGiveAreRun() throws Exception {
        Files.createSymbolicLink(folder.resolve("link.csv"), precious);
        List<List<String>> refused = List.of(
                List.of("fit", "quick.csv", "--plugin", "foreign.jar", "-o", "ID"),
                List.of("fit", "quick.csv", "--plugin=foreign.jar", "-o", "ID"),
                List.of("fit", "quick.csv", "--force", "-o", "ID"),
                List.of("fit", "quick.csv", "--keep", "2", "-o", "../mine/ID"),
                List.of("fit", "quick.csv", "-o", "../mine/ID", "-o", "ID"),
                List.of("fit", "quick.csv", "--graph", "../mine/precious.csv", "-o", "ID"),
                List.of("fit", "quick.csv", "--reconstruction", "../mine/x.csv", "-o", "ID"),
                List.of("fit", "quick.csv", "quick.csv", "-o", "ID"),
                List.of("fit", "quick.csv", "keep", "2", "-o", "ID"),
                List.of("fit", "quick.csv", "--no-controls=false", "-o", "ID"),
                List.of("fit", "../mine/precious.csv", "-o", "ID"),
                List.of("fit", "link.csv", "-o", "ID"),
                List.of("fit", "quick.csv", "--keep"),
                List.of("resume", "quick.csv", "-o", "ID"),
                List.of("transform", "quick.csv", "-o", "ID"));
        List<String> ids = new ArrayList<>();
        for (List<String> words : refused) {
            String id = "run-" + ids.size();
            ids.add(id);
            record(id, words.stream().map(word -> word.replace("ID", id)).toList());
        }
        List<String> allowed =
                List.of("--keep", "2", "--alpha=-1", "--drop", "a,b", "--labels", "kind", "--no-controls");
        List<String> words = new ArrayList<>(List.of("fit", "quick.csv"));
        words.addAll(allowed);
        words.addAll(List.of("-o", "good"));
        record("good", words);
        try (StudioFixture studio = StudioFixture.start(folder)) {
            for (String id : ids) {
                Map<String, Object> run = studio.await(id, "done", "failed");
                assertThat(run).as(run.toString()).containsEntry("state", "failed");
                assertThat(folder.resolve(id)).doesNotExist();
            }
            studio.await("good", "done");
        }
        assertThat(above.resolve("mine")).isDirectoryContaining(precious::equals);
        assertThat(above.resolve("mine").toFile().list()).hasSize(1);
    }

    private void assertRefused() throws IOException {
        assertThatThrownBy(() -> StudioFixture.start(folder).close())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is a symbolic link");
        assertThat(precious).hasContent("quick\n");
        assertThat(above.resolve("mine").toFile().list()).hasSize(1);
    }

    @Test
    void stateThatLeadsElsewhereIsRefused() throws IOException {
        Path state = folder.resolve(".studio");
        Files.createSymbolicLink(state, above.resolve("mine"));
        assertRefused();
        Files.delete(state);
        Files.createDirectory(state);
        for (String part : List.of("uploads", "runs")) {
            Files.createSymbolicLink(state.resolve(part), above.resolve("mine"));
            assertRefused();
            Files.delete(state.resolve(part));
        }
        Files.createSymbolicLink(state.resolve("lock"), precious);
        assertRefused();
    }
}
