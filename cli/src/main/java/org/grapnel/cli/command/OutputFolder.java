package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Model.CommandSpec;

/** Creates the output folder of {@code -o}, new or resumed. */
final class OutputFolder {
    private OutputFolder() {}

    /** Creates an unfinished output folder, before anything is computed. */
    static RunFolder create(Path folder, boolean force, Progress progress) throws IOException {
        return register(RunFolder.create(folder, force), folder, progress);
    }

    /** Starts or continues a result whose command writes checkpoints there. */
    static RunFolder createResumable(
            Path folder, RunOptions run, CommandSpec command, Progress progress, boolean journaled) throws IOException {
        List<String> arguments = command.root().commandLine().getParseResult().originalArgs();
        RunManifest manifest = RunManifest.create(Grapnel.version(), arguments);
        RunFolder created = isResumed(command)
                ? RunFolder.resume(folder, run.force, manifest, journaled)
                : RunFolder.createOrContinue(folder, run.force, manifest, journaled);
        try {
            register(created, folder, progress);
            progress.setCheckpoints(created.checkpoints(run.checkpointEvery, progress::printLine));
        } catch (RuntimeException e) {
            created.close();
            throw e;
        }
        return created;
    }

    /** Whether {@code grapnel resume} runs this command. */
    static boolean isResumed(CommandSpec command) {
        return ResumableProgram.of(command).isResumed();
    }

    /** Reports an interrupted run of many parts and returns its exit code. */
    static int interrupted(String done, Path folder, RunFolder target, Progress progress) {
        progress.finish();
        progress.printLine(
                done + ", " + (target.isResumable() ? "continue with: grapnel resume " + folder : "nothing is kept"));
        return Interruption.CODE;
    }

    /** Registers the folder for removal when the run is abandoned, and notes whether an old one was removed. */
    static RunFolder register(RunFolder created, Path folder, Progress progress) {
        progress.setUnfinished(created);
        if (created.hasReplacedStale()) progress.onNote(folder + ".partial of an earlier, unfinished run was removed");
        return created;
    }

    /** Rejects missing input files too, so that a mistyped name does not cost the content of an existing folder. */
    static void check(Path folder, DataInput file, List<Optional<Path>> others) throws IOException {
        for (Path input : file.inputs(others).toList())
            if (Files.notExists(input)) throw new DataException("%s: no such file", input);
        check(folder, file.inputs(others));
    }

    /** Rejects an empty name and a folder that holds input files, which replacing the folder would delete. */
    static void check(Path folder, Stream<Path> inputs) throws IOException {
        Preconditions.require(!folder.toString().isEmpty(), "-o: the name of the folder is empty");
        if (!Files.isDirectory(folder)) return;
        Path there = folder.toRealPath();
        for (Path input : inputs.toList())
            Preconditions.require(
                    !Files.exists(input) || !input.toRealPath().startsWith(there),
                    "-o %s holds the input file %s; choose another folder",
                    folder,
                    input);
    }
}
