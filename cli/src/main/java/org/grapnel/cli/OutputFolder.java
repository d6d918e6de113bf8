package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.io.RunFolder;
import org.grapnel.linalg.Check;

/** The folder that users name with {@code -o}. */
final class OutputFolder {
    private OutputFolder() {}

    /** Starts a result there, or refuses before anything is computed. */
    static RunFolder create(Path folder, boolean force, Progress progress) throws IOException {
        return begun(RunFolder.create(folder, force), folder, progress);
    }

    /** The run knows what to remove if it is given up, and says what was removed. */
    static RunFolder begun(RunFolder created, Path folder, Progress progress) {
        progress.begun(created);
        if (created.replacedStale()) progress.note(folder + ".partial, left by a run that did not end, was removed");
        return created;
    }

    /** The same for a run on data, which must be there: what is in the folder does not go for a name that was mistyped. */
    static void check(Path folder, DataFile file, List<Optional<Path>> others) throws IOException {
        for (Path input : file.with(others).toList())
            if (Files.notExists(input)) throw new DataException("%s: no such file", input);
        check(folder, file.with(others));
    }

    /** Refuses no name, and a folder that holds the inputs: replacing it must not take the data with it. */
    static void check(Path folder, Stream<Path> inputs) throws IOException {
        Check.that(!folder.toString().isEmpty(), "-o: the name of the folder is empty");
        if (!Files.isDirectory(folder)) return;
        Path there = folder.toRealPath();
        for (Path input : inputs.toList())
            Check.that(
                    !Files.exists(input) || !input.toRealPath().startsWith(there),
                    "-o %s holds %s, which the run reads; choose another folder",
                    folder,
                    input);
    }
}
