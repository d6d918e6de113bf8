package org.grapnel.runs.resume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.data.DataException;

/**
 * What a run that is not finished lays down in its folder, beside the files of the result: which command it is, how far its solvers are, its
 * journal, and the mark that the folder is ours.
 */
public record ResumeState(Path folder) {
    private static final String MARKER = ".grapnel-unfinished";

    public Path marker() {
        return folder.resolve(MARKER);
    }

    public Path checkpoints() {
        return folder.resolve(FileCheckpointStore.FOLDER);
    }

    public boolean isMarked() {
        return exists(marker());
    }

    public boolean hasJournal() {
        return exists(folder.resolve(Journal.NAME));
    }

    /** Whether there is anything to go on with: states of nobody knows which run are none. */
    public boolean isResumable() {
        return hasJournal() || (exists(checkpoints()) && exists(folder.resolve(RunManifest.NAME)));
    }

    /** The run that laid it down. */
    public Optional<RunManifest> manifest() throws IOException {
        return RunManifest.read(folder);
    }

    /** The same for who can do without: what cannot be read, or is of somebody else, is none. */
    public Optional<RunManifest> readableManifest() throws IOException {
        try {
            return manifest();
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    /**
     * A run that was killed while it wrote may have left files that the one which goes on does not write: another format, a page, half of a
     * state.
     */
    public void removeResults() throws IOException {
        FileCheckpointStore.removePartialFiles(checkpoints());
        Set<String> stay = Set.of(MARKER, RunManifest.NAME, Journal.NAME);
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList())
                if (!stay.contains(String.valueOf(file.getFileName()))) Files.delete(file);
        }
    }

    /** What there is to go on with goes. */
    public void removeProgress() throws IOException {
        if (exists(checkpoints())) Directories.deleteTree(checkpoints());
        Files.deleteIfExists(folder.resolve(Journal.NAME));
    }

    /** All of it goes from a result that is whole, and first what says that it is not. */
    public void remove() throws IOException {
        Files.deleteIfExists(folder.resolve(RunManifest.NAME));
        removeProgress();
        Files.deleteIfExists(marker());
    }

    /** The whole folder goes, the mark last: who is killed on the way leaves a folder that can still be told to be ours. */
    public void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve(RunManifest.NAME)); // from here on it is nothing to continue
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.toList()) if (!path.endsWith(MARKER)) Directories.deleteTree(path);
        }
        Directories.deleteTree(folder);
    }

    /** Lays the same down in another folder, and last which run it is. */
    public void copyTo(ResumeState other, RunManifest run) throws IOException {
        if (exists(checkpoints())) {
            Files.createDirectory(other.checkpoints());
            try (Stream<Path> all = Files.list(checkpoints())) {
                for (Path file : all.filter(Files::isRegularFile).toList())
                    Files.copy(file, other.checkpoints().resolve(String.valueOf(file.getFileName())));
            }
        }
        if (hasJournal()) Files.copy(folder.resolve(Journal.NAME), other.folder.resolve(Journal.NAME));
        run.write(other.folder);
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
