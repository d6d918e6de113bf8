package org.grapnel.runs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.resume.RunManifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {
    @TempDir
    Path base;

    private Path out;

    @BeforeEach
    void choosePath() {
        out = base.resolve("out");
    }

    private List<String> allFiles() throws IOException {
        try (Stream<Path> paths = Files.walk(base)) {
            return paths.filter(path -> !path.equals(base))
                    .map(path -> base.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    private void createOlderResult() throws IOException {
        Files.createDirectory(out);
        Files.writeString(out.resolve("old.txt"), "old");
    }

    private static void writeSummary(RunFolder folder) throws IOException {
        Files.writeString(folder.file("summary.json"), "{}");
    }

    @Test
    void folderAppearsOnlyWithTheCommit() throws IOException {
        try (RunFolder folder = RunFolder.create(out, false)) {
            writeSummary(folder);
            assertThat(out).doesNotExist();
            assertThat(folder.hasReplacedStale()).isFalse();
            folder.commit();
            assertThat(allFiles()).containsExactly("out", "out/summary.json");
        }
        assertThat(allFiles()).containsExactly("out", "out/summary.json");
    }

    @Test
    void withoutACommitNothingIsLeftNotEvenCreatedParents() throws IOException {
        Path deep = base.resolve("a/b/out");
        try (RunFolder folder = RunFolder.create(deep, false)) {
            writeSummary(folder);
            assertThat(base.resolve("a/b/out.partial/summary.json")).exists();
        }
        assertThat(allFiles()).isEmpty();
    }

    @Test
    void parentsInUseAreKept() throws IOException {
        try (RunFolder folder = RunFolder.create(base.resolve("a/b/out"), false)) {
            writeSummary(folder);
            Files.writeString(base.resolve("a/note"), "mine");
        }
        assertThat(allFiles()).containsExactly("a", "a/note");
    }

    @Test
    void existingFolderIsRefusedWithARemedy() throws IOException {
        createOlderResult();
        assertThatThrownBy(() -> RunFolder.create(out, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(out + " exists already; choose another folder, or overwrite it with --force");
        assertThat(allFiles()).containsExactly("out", "out/old.txt");
    }

    @Test
    void forceKeepsTheOldResultUntilTheCommit() throws IOException {
        createOlderResult();
        try (RunFolder folder = RunFolder.create(out, true)) {
            writeSummary(folder);
            assertThat(out.resolve("old.txt")).exists();
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("out", "out/summary.json");
    }

    @Test
    void failedRunWithForceLeavesTheOldResult() throws IOException {
        createOlderResult();
        try (RunFolder folder = RunFolder.create(out, true)) {
            writeSummary(folder);
        }
        assertThat(allFiles()).containsExactly("out", "out/old.txt");
    }

    @Test
    void oldResultIsRestoredIfTheRenameFails() throws IOException {
        createOlderResult();
        PartialFolder.FolderMover failing = (from, to) -> {
            if (from.toString().endsWith(".partial")) throw new IOException("rename failed");
            Files.move(from, to);
        };
        try (RunFolder folder = RunFolder.create(out, true, failing)) {
            writeSummary(folder);
            assertThatThrownBy(folder::commit).hasMessage("rename failed");
        }
        assertThat(allFiles()).containsExactly("out", "out/old.txt");
    }

    @Test
    void unrelatedFoldersWithSuchNamesAreNotTouched() throws IOException {
        createOlderResult();
        Files.createDirectory(base.resolve("out.replaced"));
        Files.writeString(base.resolve("out.replaced/mine"), "mine");
        try (RunFolder folder = RunFolder.create(out, true)) {
            writeSummary(folder);
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("out", "out.replaced", "out.replaced/mine", "out/summary.json");
        Files.createDirectory(base.resolve("other.partial"));
        Files.writeString(base.resolve("other.partial/mine"), "mine");
        assertThatThrownBy(() -> RunFolder.create(base.resolve("other"), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other.partial exists and was not made by an unfinished run");
        assertThat(base.resolve("other.partial/mine")).exists();
    }

    @Test
    void emptyPartialFolderDoesNotBlockARun() throws IOException {
        Files.createDirectory(base.resolve("out.partial"));
        try (RunFolder folder = RunFolder.create(out, false)) {
            writeSummary(folder);
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("out", "out/summary.json");
    }

    @Test
    void runKilledJustAfterTheRenameCanBeResumed() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv");
        Files.move(base.resolve("out.partial"), out);
        assertThat(RunManifest.find(out)).isPresent();
        try (RunFolder folder = RunFolder.resume(out, false, command("fit", "in.csv"), false)) {
            assertThat(folder.isContinued()).isTrue();
            folder.recordInputs(List.of(), List.of(input));
            writeSummary(folder);
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("in.csv", "out", "out/summary.json");
    }

    /** A folder from elsewhere may hold links, through which a continued run would write. */
    @Test
    void unfinishedRunWithLinksIsNotContinued() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv");
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Path mine = Files.writeString(elsewhere.resolve("1.writing"), "mine");
        Path partial = base.resolve("out.partial");
        Files.move(partial.resolve("state"), base.resolve("state"));
        for (String name : List.of("state", "state/x.state", "summary.json", Journal.NAME)) {
            Path link = partial.resolve(name);
            if (name.startsWith("state/")) Files.move(base.resolve("state"), partial.resolve("state"));
            Files.createSymbolicLink(link, name.equals("state") ? elsewhere : elsewhere.resolve("none"));
            assertThatThrownBy(() -> RunFolder.resume(out, false, command("fit", "in.csv"), false))
                    .as(name)
                    .hasMessage(link + ": is a symbolic link, which an unfinished run does not make; remove it");
            assertThatThrownBy(() -> RunFolder.createOrContinue(out, false, command("fit", "in.csv"), true))
                    .as(name)
                    .hasMessageContaining("is a symbolic link");
            Files.delete(link);
        }
        assertThat(mine).hasContent("mine");
        assertThat(elsewhere.resolve("none")).doesNotExist();
        RunFolder.resume(out, false, command("fit", "in.csv"), false).close();
    }

    @Test
    void resumedRunDoesNotReplaceAFolderThatAppearedMeanwhile() throws IOException {
        kill(writeInput(), "fit", "in.csv");
        createOlderResult();
        assertThatThrownBy(() -> RunFolder.resume(out, false, command("fit", "in.csv"), false))
                .hasMessageContaining("exists already");
        assertThat(out.resolve("old.txt")).exists();
        assertThat(base.resolve("out.partial/state")).exists();
    }

    @Test
    void forceStartsAgainWhereTheDataHaveChanged() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv");
        Files.writeString(input, "1,3");
        try (RunFolder folder = RunFolder.createOrContinue(out, true, command("fit", "in.csv"), false)) {
            folder.recordInputs(List.of(), List.of(input));
            assertThat(base.resolve("out.partial/state")).doesNotExist();
        }
    }

    @Test
    void runCanBeResumedFromAnotherDirectory() throws IOException {
        Path input = writeInput();
        kill(input, "fit", input.toString());
        RunManifest elsewhere =
                new RunManifest("1", base.resolve("elsewhere").toString(), List.of("fit", "x"), java.util.Map.of());
        try (RunFolder folder = RunFolder.resume(out, false, elsewhere, false)) {
            assertThat(folder.isContinued()).isTrue();
            folder.recordInputs(List.of(), List.of(input));
            assertThat(base.resolve("out.partial/state")).exists();
        }
        assertThat(base.resolve("out.partial/state"))
                .as("checkpoints after closing")
                .exists();
    }

    @Test
    void forceIgnoresAnUnreadableManifest() throws IOException {
        kill(writeInput(), "fit", "in.csv");
        Files.writeString(base.resolve("out.partial/run.json"), "{");
        assertThatThrownBy(() -> RunFolder.createOrContinue(out, false, command("fit", "in.csv"), false))
                .hasMessageContaining("run.json");
        try (RunFolder folder = RunFolder.createOrContinue(out, true, command("fit", "in.csv"), false)) {
            assertThat(folder.isContinued()).isFalse();
        }
    }

    @Test
    void staleFolderIsReplacedAndReported() throws IOException {
        Path killed = Files.createDirectory(base.resolve("out.partial"));
        Files.createFile(killed.resolve(".grapnel-unfinished"));
        Files.writeString(killed.resolve("rest"), "rest");
        try (RunFolder folder = RunFolder.create(out, false)) {
            assertThat(folder.hasReplacedStale()).isTrue();
            writeSummary(folder);
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("out", "out/summary.json");
    }

    @Test
    void fileOfThatNameIsRefused() throws IOException {
        Files.writeString(out, "a file");
        for (boolean force : new boolean[] {false, true})
            assertThatThrownBy(() -> RunFolder.create(out, force))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is a file");
        Files.writeString(base.resolve("other.partial"), "a file");
        assertThatThrownBy(() -> RunFolder.create(base.resolve("other"), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other.partial is a file");
    }

    @Test
    void folderThatHoldsTheWorkingOrHomeDirectoryIsNeverReplaced() {
        for (Path holding : List.of(Path.of(""), Path.of("").toAbsolutePath().getParent()))
            assertThatThrownBy(() -> RunFolder.create(holding, true))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not overwritten");
        assertThatThrownBy(() -> RunFolder.create(base.getRoot(), true)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void folderThatAppearsDuringTheRunIsNotOverwritten() throws IOException {
        try (RunFolder folder = RunFolder.create(out, false)) {
            writeSummary(folder);
            createOlderResult();
            assertThatThrownBy(folder::commit).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(allFiles()).containsExactly("out", "out/old.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "../x", "a\\b"})
    void fileNameWithAPathIsRefused(String name) throws IOException {
        try (RunFolder folder = RunFolder.create(out, false)) {
            assertThatThrownBy(() -> folder.file(name)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nothingCanBeAddedAfterTheCommit() throws IOException {
        try (RunFolder folder = RunFolder.create(out, false)) {
            folder.commit();
            assertThatThrownBy(() -> folder.file("late")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(folder::commit).isInstanceOf(IllegalStateException.class);
        }
    }

    private static RunManifest command(String... words) {
        return RunManifest.create("1", List.of(words));
    }

    /** Runs a command that is killed after its first checkpoint. */
    private void kill(Path input, String... words) throws IOException {
        try (RunFolder folder = RunFolder.createOrContinue(out, false, command(words), false)) {
            folder.recordInputs(List.of(), List.of(input));
            Files.writeString(folder.file("half.csv"), "half");
            folder.checkpoints(0, System.err::println)
                    .open(() -> "ab".repeat(32))
                    .afterIteration(ledger -> ledger.doubleValue(1));
        }
    }

    private Path writeInput() throws IOException {
        return Files.writeString(base.resolve("in.csv"), "1,2");
    }

    @Test
    void sameCommandContinues() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv", "-o", "out", "--threads", "1");
        assertThat(base.resolve("out.partial/state")).isDirectory();
        try (RunFolder folder = RunFolder.createOrContinue(
                out, false, command("fit", "in.csv", "-o", "out", "--threads=2", "--force"), false)) {
            assertThat(folder.isContinued()).isTrue();
            assertThat(base.resolve("out.partial/half.csv"))
                    .as("files of the killed run")
                    .doesNotExist();
            folder.recordInputs(List.of(), List.of(input));
            writeSummary(folder);
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("in.csv", "out", "out/summary.json");
    }

    @Test
    void anotherCommandAndChangedFilesAreRefusedAndNothingIsLost() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv");
        List<String> before = new ArrayList<>(allFiles());
        assertThatThrownBy(() -> RunFolder.createOrContinue(out, false, command("fit", "in.csv", "--keep", "3"), false))
                .hasMessageContaining("holds an unfinished run (grapnel fit in.csv): continue it with grapnel resume");
        assertThatThrownBy(() -> RunFolder.create(out, false)).hasMessageContaining("holds an unfinished run");
        Files.writeString(input, "1,3");
        try (RunFolder folder = RunFolder.createOrContinue(out, false, command("fit", "in.csv"), false)) {
            assertThatThrownBy(() -> folder.recordInputs(List.of(), List.of(input)))
                    .hasMessageContaining("in.csv has changed since the run began: its SHA-256 was ");
        }
        before.remove("out.partial/half.csv");
        assertThat(allFiles()).isEqualTo(before);
        try (RunFolder folder = RunFolder.createOrContinue(out, true, command("fit", "in.csv", "--keep", "3"), false)) {
            assertThat(folder.isContinued()).isFalse();
            assertThat(base.resolve("out.partial/state")).doesNotExist();
        }
    }

    @Test
    void resultOfAnInterruptedRunCanBeResumed() throws IOException {
        Path input = writeInput();
        try (RunFolder folder = RunFolder.createOrContinue(out, false, command("fit", "in.csv"), false)) {
            folder.recordInputs(List.of(), List.of(input));
            folder.checkpoints(0, System.err::println)
                    .open(() -> "ab".repeat(32))
                    .onInterrupt(ledger -> ledger.doubleValue(1));
            writeSummary(folder);
            folder.commitInterrupted();
        }
        assertThat(RunManifest.find(out)).isPresent();
        try (RunFolder folder = RunFolder.resume(out, true, command("fit", "in.csv"), false)) {
            assertThat(folder.isContinued()).isTrue();
            assertThat(out.resolve("summary.json"))
                    .as("result until the next commit")
                    .exists();
            folder.recordInputs(List.of(), List.of(input));
            assertThat(folder.checkpoints(0, System.err::println)
                            .open(() -> "ab".repeat(32))
                            .status())
                    .isEqualTo(org.grapnel.checkpoint.Checkpoint.CheckpointStatus.UNFINISHED);
            writeSummary(folder);
            folder.commit();
        }
        assertThat(allFiles()).containsExactly("in.csv", "out", "out/summary.json");
        assertThat(RunManifest.find(out)).isEmpty();
    }

    @Test
    void secondRunCannotWriteToTheFolder() throws IOException {
        try (RunFolder first = RunFolder.create(out, false)) {
            writeSummary(first);
            assertThatThrownBy(() -> RunFolder.create(out, true))
                    .hasMessageContaining("is being written by another run");
            first.commit();
        }
        assertThat(allFiles()).containsExactly("out", "out/summary.json");
    }

    @Test
    void runRefusedByItsJournalChangesNothing() throws IOException {
        Path input = writeInput();
        kill(input, "compare", "in.csv");
        Path partial = base.resolve("out.partial");
        Files.writeString(partial.resolve(Journal.NAME), "{}\n");
        String manifest = Files.readString(partial.resolve("run.json"));
        try (RunFolder folder = RunFolder.createOrContinue(out, false, command("compare", "x", "in.csv"), true)) {
            assertThat(folder.isContinued()).isTrue();
            folder.recordInputs(List.of(), List.of(input));
        }
        assertThat(partial.resolve("run.json")).hasContent(manifest);
        assertThat(partial.resolve("state")).isNotEmptyDirectory();
        try (RunFolder folder = RunFolder.createOrContinue(out, true, command("compare", "x", "in.csv"), true)) {
            folder.recordInputs(List.of(), List.of(input));
        }
        assertThat(RunManifest.find(out).orElseThrow().words()).containsExactly("compare", "x", "in.csv");
        assertThat(partial.resolve("state")).doesNotExist();
    }

    @Test
    void checkpointsWithoutAManifestAreIgnored() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv");
        Files.delete(base.resolve("out.partial/run.json"));
        try (RunFolder folder = RunFolder.createOrContinue(out, false, command("fit", "other"), false)) {
            assertThat(folder.isContinued()).isFalse();
            assertThat(folder.hasReplacedStale()).isTrue();
        }
    }

    @Test
    void resumedRunKeepsTheDirectoryOfItsManifest() throws IOException {
        Path input = writeInput();
        kill(input, "fit", input.toString());
        String begun = RunManifest.find(out).orElseThrow().directory();
        RunManifest elsewhere =
                new RunManifest("1", base.resolve("elsewhere").toString(), List.of("fit", "x"), java.util.Map.of());
        try (RunFolder folder = RunFolder.resume(out, false, elsewhere, false)) {
            folder.recordInputs(List.of(), List.of(input));
        }
        assertThat(RunManifest.find(out).orElseThrow().directory()).isEqualTo(begun);
    }

    @Test
    void additionalInputIsAChange() throws IOException {
        Path input = writeInput();
        kill(input, "fit", "in.csv");
        Path more = Files.writeString(base.resolve("more.csv"), "1");
        try (RunFolder folder = RunFolder.createOrContinue(out, false, command("fit", "in.csv"), false)) {
            assertThatThrownBy(() -> folder.recordInputs(List.of(), List.of(input, more)))
                    .hasMessageContaining("more.csv did not exist when the run began");
        }
    }

    @Test
    void resumeStateIsRemovedFromAFinishedResult() throws IOException {
        kill(writeInput(), "fit", "in.csv");
        Files.move(base.resolve("out.partial"), out);
        Files.delete(out.resolve("run.json"));
        Files.delete(out.resolve("half.csv"));
        Files.writeString(out.resolve("summary.json"), "{}");
        assertThat(RunManifest.find(out)).isEmpty();
        RunFolder.removeResumeState(out);
        assertThat(allFiles()).containsExactly("in.csv", "out", "out/summary.json");
    }

    @Test
    void manifestThatNamesNoFileIsRefused() throws IOException {
        kill(writeInput(), "fit", "in.csv");
        Path json = base.resolve("out.partial/run.json");
        for (String bad : List.of(
                "{\"words\":[]}",
                "{\"words\":[\"fit\",\"a\\u0000b\"]}",
                "{\"words\":[\"fit\"],\"inputs\":{\"\\u0000\":\"x\"}}",
                " ".repeat(1 << 20) + "{}")) {
            Files.writeString(json, bad);
            assertThatThrownBy(() -> RunManifest.find(out))
                    .isInstanceOf(org.grapnel.data.DataException.class)
                    .hasMessageStartingWith(json + ": ");
        }
    }
}
