package org.grapnel.io;

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
record Left(Path folder) {
    private static final String MARKER = ".grapnel-unfinished";

    Path marker() {
        return folder.resolve(MARKER);
    }

    Path states() {
        return folder.resolve(CheckpointFiles.FOLDER);
    }

    boolean isMarked() {
        return exists(marker());
    }

    boolean hasJournal() {
        return exists(folder.resolve(Journal.NAME));
    }

    /** Whether there is anything to go on with: states of nobody knows which run are none. */
    boolean isWorthKeeping() {
        return hasJournal() || (exists(states()) && exists(folder.resolve(Unfinished.NAME)));
    }

    /** The run that laid it down. */
    Optional<Unfinished> run() throws IOException {
        return Unfinished.in(folder);
    }

    /** The same for who can do without: what cannot be read, or is of somebody else, is none. */
    Optional<Unfinished> readableRun() throws IOException {
        try {
            return run();
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    /**
     * A run that was killed while it wrote may have left files that the one which goes on does not write: another format, a page, half of a
     * state.
     */
    void removeResults() throws IOException {
        CheckpointFiles.removeHalves(states());
        Set<String> stay = Set.of(MARKER, Unfinished.NAME, Journal.NAME);
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList())
                if (!stay.contains(String.valueOf(file.getFileName()))) Files.delete(file);
        }
    }

    /** What there is to go on with goes. */
    void forget() throws IOException {
        if (exists(states())) Folders.delete(states());
        Files.deleteIfExists(folder.resolve(Journal.NAME));
    }

    /** All of it goes from a result that is whole, and first what says that it is not. */
    void remove() throws IOException {
        Files.deleteIfExists(folder.resolve(Unfinished.NAME));
        forget();
        Files.deleteIfExists(marker());
    }

    /** The whole folder goes, the mark last: who is killed on the way leaves a folder that can still be told to be ours. */
    void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve(Unfinished.NAME)); // from here on it is nothing to continue
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.toList()) if (!path.endsWith(MARKER)) Folders.delete(path);
        }
        Folders.delete(folder);
    }

    /** Lays the same down in another folder, and last which run it is. */
    void copyTo(Left other, Unfinished run) throws IOException {
        if (exists(states())) {
            Files.createDirectory(other.states());
            try (Stream<Path> all = Files.list(states())) {
                for (Path file : all.filter(Files::isRegularFile).toList())
                    Files.copy(file, other.states().resolve(String.valueOf(file.getFileName())));
            }
        }
        if (hasJournal()) Files.copy(folder.resolve(Journal.NAME), other.folder.resolve(Journal.NAME));
        run.write(other.folder);
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
