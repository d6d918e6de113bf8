package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.cli.CliProcess;
import org.grapnel.cli.FolderComparison;
import org.grapnel.cli.TestProcesses;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.console.Interruption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grapnel resume}: a run that was killed in a separate process resumes to the files of an uninterrupted run. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class ResumeCommandTest extends FitTestBase {
    private List<Object> words(String words) {
        List<Object> all = new ArrayList<>(List.of(words.split(" ")));
        all.addAll(
                1,
                List.of(data, "-o", home.resolve("run"), "--no-report", "--no-controls", "--checkpoint-every", 0.02));
        return all;
    }

    private CliProcess start(List<Object> words) throws IOException, InterruptedException {
        return CliProcess.start(home, "said", CliProcess.LaunchSettings.PLAIN, words);
    }

    /** Kills a run once it has written a number of checkpoints. */
    private void killAfter(List<Object> words, int checkpoints) throws IOException, InterruptedException {
        CliProcess run = start(words);
        for (int i = 0; i < 6000 && checkpoints().size() < checkpoints; i++) {
            assertThat(run.isAlive()).as("it ended before it could be killed").isTrue();
            Thread.sleep(5);
        }
        run.kill();
        assumeTrue(Files.exists(home.resolve("run.partial")), "it ended before it could be killed");
    }

    private List<Path> checkpoints() throws IOException {
        Path folder = home.resolve("run.partial").resolve("state");
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".state")).toList();
        }
    }

    /** The result of an undisturbed run. */
    private Path reference(List<Object> words) throws IOException {
        Cli uninterrupted = Cli.run(words.toArray());
        assertThat(uninterrupted.code()).as(uninterrupted.err()).isZero();
        return Files.move(home.resolve("run"), home.resolve("whole"));
    }

    private void assertSameResult(Path uninterrupted) throws IOException {
        assertThat(FolderComparison.difference(uninterrupted, home.resolve("run")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fit --rank 3 --keep 4 --solver accpalm --tol 0 --max-iter 4000 --restarts 2",
                "fit --rank 3 --keep 4 --solver best-support --tol 0 --max-iter 2500 --restarts 2",
                "fit --rank 3 --keep 4 --loss kl --neighbors 3 --tol 0 --max-iter 4000 --restarts 2"
            })
    void aKilledRunResumesToTheSameFiles(String given) throws IOException, InterruptedException {
        List<Object> words = words(given);
        Path uninterrupted = reference(words);
        killAfter(words, 1);
        killAfter(words, 2);
        Cli again = Cli.run("resume", home.resolve("run"));
        assertThat(again.code()).as(again.err()).isZero();
        assertSameResult(uninterrupted);
        assertThat(home.resolve("run.partial")).doesNotExist();
        Cli more = Cli.run("resume", home.resolve("run"));
        assertThat(more.code()).isZero();
        assertThat(more.out()).contains("is complete: there is nothing to resume");
    }

    /** The mask and the weights are inputs: the same files resume to the same bits, and a changed one is refused. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fit --rank 3 --keep 4 --solver accpalm --tol 0 --max-iter 3000",
                "fit --rank 3 --keep 4 --tol 0 --max-iter 3000"
            })
    void aKilledRunWithAMaskResumesToTheSameFiles(String given) throws IOException, InterruptedException {
        double[][] ones = new double[N][P];
        for (int j = 0; j < N; j++) for (int i = 0; i < P; i++) ones[j][i] = (i + j) % 7 == 0 ? 0 : 1;
        Path mask = Cli.csv(home.resolve("mask.csv"), ones);
        List<Object> words = words(given);
        words.addAll(List.of("--mask", mask));
        Path uninterrupted = reference(words);
        assertThat(Cli.summary(uninterrupted).get("missing_entries").asInt()).isPositive();
        killAfter(words, 1);
        byte[] before = Cli.bytes(mask);
        Files.writeString(mask, "\n", StandardOpenOption.APPEND);
        Cli changed = Cli.run("resume", home.resolve("run"));
        assertThat(changed.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(changed.err())
                .contains(mask + " has changed since the run began")
                .contains("; start again with --force: grapnel fit ", " --mask " + mask);
        Files.write(mask, before);
        Cli again = Cli.run("resume", home.resolve("run"));
        assertThat(again.code()).as(again.err()).isZero();
        assertSameResult(uninterrupted);
    }

    @Test
    void killedPaperExperimentsResumeToTheSameFiles() throws IOException, InterruptedException {
        List<Object> words = List.of(
                "paper", "figure2", "--repeats", 1, "--no-report", "--checkpoint-every", 0, "-o", home.resolve("run"));
        Path uninterrupted = reference(words);
        killAfter(words, 1);
        Cli again = Cli.run("resume", home.resolve("run"));
        assertThat(again.code()).as(again.err()).isZero();
        assertSameResult(uninterrupted);
    }

    @Test
    void anInterruptedRunHasAResultAndResumes() throws IOException, InterruptedException {
        List<Object> words = words("fit --rank 3 --keep 4 --tol 0 --max-iter 6000");
        Path uninterrupted = reference(words);
        CliProcess run = start(words);
        while (run.isAlive() && checkpoints().isEmpty()) Thread.sleep(5);
        run.interrupt();
        Cli stopped = run.end();
        assumeTrue(stopped.code() == Interruption.CODE, "it ended before it could be stopped");
        assertThat(stopped.err()).contains("grapnel resume " + home.resolve("run"));
        assertThat(Cli.summary(home.resolve("run")).get("stop").asString()).isEqualTo("interrupted");
        Cli again = Cli.run("resume", home.resolve("run"));
        assertThat(again.code()).as(again.err()).isZero();
        assertSameResult(uninterrupted);
    }

    @Test
    void aDamagedCheckpointIsRecomputed() throws IOException, InterruptedException {
        List<Object> words = words("fit --rank 3 --keep 4 --solver accpalm --tol 0 --max-iter 3000");
        Path uninterrupted = reference(words);
        killAfter(words, 1);
        for (Path state : checkpoints()) {
            byte[] bytes = Cli.bytes(state);
            bytes[bytes.length / 2] ^= 1;
            Files.write(state, bytes);
        }
        Cli again = Cli.run("resume", home.resolve("run.partial")); // as completion finds it
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).as("the checkpoint is read").contains("is damaged; that fit starts from the beginning");
        assertSameResult(uninterrupted);
    }

    @Test
    void changedDataVersionOrCommandAreRejectedWithoutLoss() throws IOException, InterruptedException {
        List<Object> words = words("fit --rank 3 --keep 4 --tol 0 --max-iter 100000");
        killAfter(words, 1);
        Path run = home.resolve("run");
        Path json = home.resolve("run.partial").resolve("run.json");
        List<Path> checkpoints = checkpoints();
        Cli other = Cli.run("fit", data, "-o", run, "--rank", 3, "--keep", 5);
        assertThat(other.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(other.err()).contains("run.partial holds an unfinished run", "grapnel resume");
        String manifest = Files.readString(json);
        Files.writeString(json, manifest.replaceFirst("\"version\" : \"[^\"]*\"", "\"version\" : \"0.0.1\""));
        Cli old = Cli.run("resume", run);
        assertThat(old.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(old.err()).contains("was started by Grapnel 0.0.1, but this is Grapnel ");
        Files.writeString(json, manifest);
        byte[] before = Cli.bytes(data);
        Files.writeString(data, "\n", StandardOpenOption.APPEND);
        Cli changed = Cli.run("resume", run);
        assertThat(changed.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(changed.err()).contains(data + " has changed since the run began: its SHA-256 was ");
        Files.delete(data);
        Cli gone = Cli.run("resume", run);
        assertThat(gone.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(gone.err()).contains(data.toString());
        Files.write(data, before);
        assertThat(checkpoints()).as("all checkpoints are still there").isEqualTo(checkpoints);
        assertThat(Cli.run("fit", data, "-o", run, "--rank", 3, "--keep", 4, "--force", "--no-report")
                        .code())
                .isZero();
        assertThat(home.resolve("run.partial")).doesNotExist();
    }

    @Test
    void paperExperimentsStopOnAnInterrupt() throws IOException, InterruptedException {
        CliProcess run = start(List.of("paper", "figure2", "--checkpoint-every", 0, "-o", home.resolve("run")));
        while (run.isAlive() && checkpoints().isEmpty()) Thread.sleep(5);
        run.interrupt();
        Cli stopped = run.end();
        assertThat(stopped.code()).isEqualTo(Interruption.CODE);
        assertThat(stopped.err()).contains("stopped, continue with: grapnel resume " + home.resolve("run"));
        assertThat(checkpoints()).isNotEmpty();
    }

    @Test
    void aMistypedFileNameLosesNothing() throws IOException, InterruptedException {
        killAfter(words("fit --rank 3 --keep 4 --tol 0 --max-iter 100000"), 1);
        List<Path> checkpoints = checkpoints();
        Cli typo = Cli.run("fit", home.resolve("typo.csv"), "-o", home.resolve("run"), "--rank", 3, "--force");
        assertThat(typo.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(typo.err()).contains("typo.csv: no such file");
        assertThat(checkpoints()).isEqualTo(checkpoints);
    }

    @Test
    void aFolderCannotRunOtherCommands() throws IOException, InterruptedException {
        killAfter(words("fit --rank 3 --keep 4 --tol 0 --max-iter 100000"), 1);
        Path json = home.resolve("run.partial").resolve("run.json");
        String manifest = Files.readString(json);
        for (String command :
                List.of("resume run", "data describe in.csv", "fit in.csv -o", "fit in.csv", "fit in.csv -o a -o=b")) {
            String quoted = "\"" + command.replace(" ", "\", \"") + "\"";
            Files.writeString(json, manifest.replaceFirst("(?s)\"words\" : \\[.*?\\]", "\"words\" : [" + quoted + "]"));
            Cli refused = Cli.run("resume", home.resolve("run"));
            assertThat(refused.code()).as(refused.err()).isEqualTo(ErrorHandler.REFUSED);
            assertThat(refused.err()).contains("cannot be resumed: its command is 'grapnel " + command + "'");
        }
    }

    @Test
    void aRelativeOutputFileMustBeResumedInTheSameDirectory() throws IOException, InterruptedException {
        Path there = Files.createDirectory(home.resolve("there"));
        List<Object> words = words("fit --rank 3 --keep 4 --tol 0 --max-iter 100000 --reconstruction x.csv");
        CliProcess run = CliProcess.start(home, "said", CliProcess.LaunchSettings.PLAIN.in(there), words);
        while (run.isAlive() && checkpoints().isEmpty()) Thread.sleep(5);
        run.kill();
        Cli elsewhere = Cli.run("resume", home.resolve("run"));
        assertThat(elsewhere.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(elsewhere.err())
                .contains("was started in " + there.toRealPath() + ", and its file names are relative to that folder");
    }

    @Test
    void withoutCheckpointsResumeSaysSo() throws IOException {
        Cli nothing = Cli.run("resume", home.resolve("nowhere"));
        assertThat(nothing.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(nothing.err()).contains("neither", "there is nothing to resume");
        Files.createFile(Files.createDirectory(home.resolve("early.partial")).resolve(".grapnel-unfinished"));
        Cli early = Cli.run("resume", home.resolve("early"));
        assertThat(early.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(early.err()).contains("was interrupted before its first checkpoint");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "NaN", "Infinity", "soon"})
    void checkpointEveryMustBeANumberOfSeconds(String every) {
        Cli bad =
                Cli.run("fit", data, "-o", home.resolve("run"), "--rank", 3, "--keep", 4, "--checkpoint-every", every);
        assertThat(bad.code()).isEqualTo(ErrorHandler.REFUSED);
        assertThat(bad.err()).contains("--checkpoint-every", every);
        assertThat(home.resolve("run.partial")).doesNotExist();
    }
}
