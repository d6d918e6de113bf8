package org.grapnel.runs.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
    @TempDir
    private Path folder;

    private SavedRun run(String json) throws IOException {
        Files.writeString(folder.resolve("summary.json"), json);
        return SavedRun.read(folder);
    }

    @Test
    void everyParameterIsNamed() throws IOException {
        assertThat(
                        ReproduceCommand.build(
                                run(
                                        "{\"command\": \"select\", \"data\": \"a.csv\", \"labels\": \"kind\", \"keep\": 5, \"log1p\": true, \"seed\": 0}")))
                .containsExactly(
                        "grapnel",
                        "select",
                        "a.csv",
                        "-o",
                        "again",
                        "--labels",
                        "kind",
                        "--keep",
                        "5",
                        "--log1p",
                        "--seed",
                        "0");
    }

    /** A folder may come from elsewhere. */
    @Test
    void valuesThatLookLikeOptionsAreNone() throws IOException {
        assertThat(
                        ReproduceCommand.build(
                                run(
                                        "{\"command\": \"select\", \"data\": \"--plugin=x.jar\", \"labels\": \"--force\", \"drop\": [\"-o\", \"b\"]}")))
                .containsExactly(
                        "grapnel", "select", "./--plugin=x.jar", "-o", "again", "--labels=--force", "--drop=-o,b");
    }
}
