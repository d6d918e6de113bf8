package org.grapnel.runs.resume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.data.DataException;

/**
 * What an unfinished run keeps in its folder beside the files of the result: the manifest, the checkpoints, the journal, and a
 * marker that the folder is Grapnel's.
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

    /** Whether there is a journal, or checkpoints with a manifest. Checkpoints without a manifest are ignored. */
    public boolean isResumable() {
        return hasJournal() || (exists(checkpoints()) && exists(folder.resolve(RunManifest.NAME)));
    }

    /** Returns the manifest of the run; a damaged one is refused. */
    public Optional<RunManifest> manifest() throws IOException {
        return RunManifest.read(folder);
    }

    /** Returns the manifest of the run; a damaged one counts as missing. */
    public Optional<RunManifest> readableManifest() throws IOException {
        try {
            return manifest();
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    /** Refuses a folder with symbolic links, which may come from elsewhere: what continues the run would write where they lead. */
    public void requireNoLinks() throws IOException {
        List<Path> places = new ArrayList<>(List.of(folder));
        for (Path place : List.of(folder, checkpoints())) {
            if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) continue;
            try (Stream<Path> all = Files.list(place)) {
                places.addAll(all.toList());
            }
        }
        for (Path path : places)
            if (Files.isSymbolicLink(path))
                throw new DataException(
                        "%s: is a symbolic link, which an unfinished run does not make; remove it", path);
    }

    /**
     * Removes result files and partial checkpoints of a killed run, because the run that continues it may write fewer files.
     */
    public void removeResults() throws IOException {
        FileCheckpointStore.removePartialFiles(checkpoints());
        Set<String> keep = Set.of(MARKER, RunManifest.NAME, Journal.NAME);
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList())
                if (!keep.contains(String.valueOf(file.getFileName()))) Files.delete(file);
        }
    }

    /** Deletes the checkpoints and the journal. */
    public void removeProgress() throws IOException {
        if (exists(checkpoints())) Directories.deleteTree(checkpoints());
        Files.deleteIfExists(folder.resolve(Journal.NAME));
    }

    /** Deletes all resume state from a finished result, the manifest first. */
    public void remove() throws IOException {
        Files.deleteIfExists(folder.resolve(RunManifest.NAME));
        removeProgress();
        Files.deleteIfExists(marker());
    }

    /** Deletes the folder, the marker last, so that a folder left by a kill is still recognised. */
    public void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve(RunManifest.NAME)); // without it there is nothing to resume
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.toList()) if (!path.endsWith(MARKER)) Directories.deleteTree(path);
        }
        Directories.deleteTree(folder);
    }

    /** Copies the resume state to another folder, the manifest last. */
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
