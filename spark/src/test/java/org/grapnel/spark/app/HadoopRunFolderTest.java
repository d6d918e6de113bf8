package org.grapnel.spark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.grapnel.runs.resume.RunManifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopRunFolderTest {
    private static final String VERSION = "1.0";

    @TempDir
    private Path temp;

    private Path dir = Path.of("");
    private Path partial = Path.of("");

    @BeforeEach
    void name() {
        dir = temp.resolve("run");
        partial = temp.resolve("run.partial");
    }

    private HadoopRunFolder open(boolean force, boolean resume, String... words) throws IOException {
        return HadoopRunFolder.open(
                new Configuration(),
                new HadoopRunFolder.Request(
                        dir.toString(), "data.csv", force, RunManifest.create(VERSION, List.of(words)), resume));
    }

    private void saveState() throws IOException {
        Path solve = Files.createDirectories(partial.resolve("state").resolve("0a1b"));
        Files.createDirectory(solve.resolve("columns-000000001"));
        Files.writeString(solve.resolve("driver-000000001"), "W");
    }

    @Test
    void runWithoutAStateLeavesNothing() throws IOException {
        try (HadoopRunFolder folder = open(false, false, "fit", "a")) {
            assertThat(folder.isContinued()).isFalse();
            assertThat(partial.resolve("run.json")).exists();
        }
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void aSolveThatHasNotSavedAStateCannotBeResumed() throws IOException {
        try (HadoopRunFolder folder = open(false, false, "fit", "a")) {
            Path solve = Files.createDirectories(partial.resolve("state").resolve("0a1b"));
            assertThat(folder.hasState()).isFalse();
            Files.writeString(solve.resolve("driver-000000001.writing"), "W");
            assertThat(folder.hasState()).isFalse();
            Files.writeString(solve.resolve("driver-000000001"), "W");
            assertThat(folder.hasState()).isTrue();
        }
    }

    @Test
    void aFolderThatAnotherRunTookOverIsLeftToIt() throws IOException {
        Path owner = partial.resolve(".grapnel-owner");
        try (HadoopRunFolder folder = open(false, false, "fit", "a")) {
            Files.writeString(owner, "another run 1");
            assertThatThrownBy(() -> folder.commit(false))
                    .hasMessage(
                            "%s.partial was taken over by another run, because this one did not answer for some seconds; repeat it with another folder",
                            dir);
        }
        assertThat(owner).hasContent("another run 1");
        assertThat(dir).doesNotExist();
    }

    @Test
    void interruptedRunKeepsItsStateAndIsContinuedByTheSameCommand() throws IOException {
        try (HadoopRunFolder folder = open(false, false, "fit", "a")) {
            folder.setInterrupted(() -> true);
            folder.recordInput("data.csv", "1x1-00", false);
            saveState();
            Files.writeString(partial.resolve("trace.csv"), "old");
        }
        assertThat(partial.resolve(".grapnel-unfinished")).hasContent("interrupted");
        try (HadoopRunFolder folder = open(false, true, "fit", "a", "--master", "local")) {
            assertThat(folder.isContinued()).isTrue();
            assertThat(partial.resolve(".grapnel-unfinished")).hasContent("running");
            assertThat(partial.resolve("trace.csv")).doesNotExist();
            assertThat(partial.resolve("state")).isNotEmptyDirectory();
            assertThat(folder.recordedInput("data.csv")).hasValue("1x1-00");
            assertThatThrownBy(() -> folder.recordInput("data.csv", "1x1-01", true))
                    .hasMessage(
                            "data.csv has changed since the run began: it was 1x1-00 and is 1x1-01; --force starts again");
            folder.commit(false);
        }
        assertThat(dir).isEmptyDirectory();
        assertThat(partial).doesNotExist();
    }

    @Test
    void otherCommandIsToldOfTheUnfinishedRun() throws IOException {
        try (HadoopRunFolder folder = open(false, false, "fit", "a")) {
            saveState();
            assertThat(folder.hasState()).isTrue();
        }
        assertThat(partial.resolve(".grapnel-unfinished")).hasContent("failed");
        assertThatThrownBy(() -> open(false, false, "fit", "b"))
                .hasMessage(
                        "%1$s.partial holds an unfinished run (grapnel-spark fit a): continue it with grapnel-spark resume %1$s, choose another folder, or remove it with --force",
                        dir);
        try (HadoopRunFolder folder = open(true, false, "fit", "b")) {
            assertThat(folder.hasState()).isFalse();
        }
        assertThat(partial).doesNotExist();
    }

    @Test
    void secondProcessIsRefused() throws IOException {
        try (HadoopRunFolder first = open(false, false, "fit", "a")) {
            assertThat(first.hasState()).isFalse();
            assertThatThrownBy(() -> open(true, false, "fit", "a"))
                    .hasMessage(
                            "%s.partial is being written by another run; wait for it, or choose another folder", dir);
            first.commit(false);
        }
        assertThat(dir).exists();
    }

    @Test
    void committedResultOfAnInterruptedRunIsReplacedByItsContinuation() throws IOException {
        try (HadoopRunFolder folder = open(false, false, "fit", "a")) {
            saveState();
            Files.writeString(partial.resolve("summary.json"), "{}");
            folder.commit(true);
        }
        assertThat(HadoopRunFolder.findUnfinished(new Configuration(), dir.toString()))
                .map(RunManifest::words)
                .hasValue(List.of("fit", "a"));
        try (HadoopRunFolder folder = open(false, true, "fit", "a")) {
            assertThat(folder.isContinued()).isTrue();
            assertThat(folder.hasState()).isTrue();
            Files.writeString(partial.resolve("summary.json"), "{\"done\": 1}");
            folder.commit(false);
        }
        assertThat(dir.resolve("summary.json")).content().contains("done");
        assertThat(HadoopRunFolder.findUnfinished(new Configuration(), dir.toString()))
                .isEmpty();
        assertThat(temp).isDirectoryContaining(path -> path.equals(dir)).isDirectoryNotContaining("glob:**/*.replaced");
    }

    @Test
    void resumeKeepsTheWordsOfTheRunButThoseOfTheCluster() {
        List<String> words =
                List.of("fit", "data.csv", "--master", "local", "--driver-memory=4g", "-o", "old", "--keep", "3");
        assertThat(ResumeCommand.words(words, Map.of("--master", "yarn"), "new"))
                .containsExactly("fit", "data.csv", "-o", "new", "--keep", "3", "--master", "yarn");
    }

    /** A folder may come from elsewhere, and the cluster that it names gets the data. */
    @Test
    void clusterOfTheFolderIsNamedAgain() {
        for (List<String> option :
                List.of(List.of("--master", "spark://far:7077"), List.of("--master=spark://far:7077")))
            assertThatThrownBy(() -> ResumeCommand.requireOwnMaster(option, Map.of()))
                    .hasMessage("the run was started on spark://far:7077; if you know this cluster, name it again:"
                            + " --master spark://far:7077");
        ResumeCommand.requireOwnMaster(List.of("--master", "spark://far:7077"), Map.of("--master", "local"));
        ResumeCommand.requireOwnMaster(List.of("--master", "local[2]"), Map.of());
        ResumeCommand.requireOwnMaster(List.of("fit", "data.csv", "--master", "yarn"), Map.of());
    }

    @Test
    void executorsOfAnotherVersionAreNamed() {
        ExecutorVersions.requireSame("1.0", List.of("1.0", "1.0"));
        assertThatThrownBy(() -> ExecutorVersions.requireSame("1.0", List.of("1.0", "0.9")))
                .hasMessage(
                        "the driver has Grapnel 1.0 and an executor has Grapnel 0.9; give all of them the same jar (--jars, spark.executor.extraClassPath)");
    }
}
