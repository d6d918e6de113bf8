package org.grapnel.runs.write;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.runs.resume.Directories;
import org.grapnel.runs.resume.FolderLock;
import org.grapnel.runs.resume.ResumeState;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * {@code DIR.partial}, the folder in which a result is made, and its move to {@code DIR}. A marker file tells it from folders that
 * Grapnel did not make, which are never touched.
 */
final class PartialFolder {
    /** Whether the system refuses to rename a folder in which a file is open. */
    private static final boolean OPEN_FILES_BLOCK_RENAME = File.separatorChar == '\\';

    private final Path target;
    private final Path parent;
    private final Path path;
    private final FolderMover mover;
    private final Deque<Path> createdParents = new ArrayDeque<>();
    private @Nullable FolderLock lock;

    /** Renames a folder. */
    interface FolderMover {
        void move(Path from, Path to) throws IOException;
    }

    PartialFolder(Path target, FolderMover mover) {
        Path name = target.getFileName();
        Path above = target.getParent();
        if (name == null || above == null)
            throw new IllegalArgumentException(target + " is the root of the file system; choose a folder in it");
        this.target = target;
        this.mover = mover;
        parent = above;
        path = target.resolveSibling(name + ".partial");
    }

    Path path() {
        return path;
    }

    ResumeState state() {
        return new ResumeState(path);
    }

    /** Returns the resume state in {@code DIR}, which an interrupted run leaves there. */
    ResumeState targetState() {
        return new ResumeState(target);
    }

    /**
     * Refuses folders that must not be replaced.
     *
     * @param named the folder as the user wrote it, for messages
     */
    void requireUsable(Path named, boolean mayReplace) throws IOException {
        Preconditions.require(
                !exists(path) || Files.isDirectory(path),
                "%s.partial is a file; remove it, or choose another folder",
                named);
        Preconditions.require(
                !exists(path) || state().isMarked() || isEmpty(path),
                "%s.partial exists and was not made by an unfinished run; move it, or choose another folder",
                named);
        if (!exists(target)) return;
        Preconditions.require(
                Files.isDirectory(target), "%s is a file, but the result is a folder; choose another name", named);
        Preconditions.require(
                mayReplace, "%s exists already; choose another folder, or overwrite it with --force", named);
        for (String property : List.of("user.dir", "user.home")) {
            Path place = Path.of(System.getProperty(property, "")).toAbsolutePath();
            boolean within = Files.exists(place) && place.toRealPath().startsWith(target.toRealPath());
            Preconditions.require(!within, "%s is not overwritten, it holds %s; choose another folder", named, place);
        }
    }

    /** Locks the folder where an unfinished run left one. */
    void lockIfMarked() throws IOException {
        if (state().isMarked()) lock = FolderLock.acquire(state().marker());
    }

    /** Creates an empty folder; returns whether one of an unfinished run was replaced. */
    boolean create() throws IOException {
        boolean replaced = exists(path);
        if (replaced) state().removeFolder();
        for (Path up = parent; up != null && !exists(up); up = up.getParent()) createdParents.addLast(up);
        try {
            Files.createDirectories(path);
            unlock();
            lock = FolderLock.acquire(Files.createFile(state().marker()));
            Directories.syncFolder(path);
            Directories.syncFolder(parent);
        } catch (IOException e) {
            if (exists(path) && isEmpty(path)) Files.delete(path);
            removeParents();
            throw e;
        }
        return replaced;
    }

    /**
     * Renames the folder to {@code DIR}. If that fails, an older result is restored.
     *
     * @return where the older result is now, if there was one
     */
    Optional<Path> moveToTarget(boolean mayReplace) throws IOException {
        Directories.syncTree(path);
        boolean older = exists(target);
        if (older && !mayReplace)
            throw new FileAlreadyExistsException(target.toString(), null, "appeared during the run");
        Path replaced = unusedName();
        if (older) mover.move(target, replaced);
        if (OPEN_FILES_BLOCK_RENAME) unlock();
        try {
            mover.move(path, target);
        } catch (IOException e) {
            if (older) mover.move(replaced, target);
            throw e;
        }
        return older ? Optional.of(replaced) : Optional.empty();
    }

    /** Returns a name beside {@code DIR} that does not exist. */
    private Path unusedName() {
        Path unused = target.resolveSibling(target.getFileName() + ".replaced");
        for (int i = 2; exists(unused); i++) unused = target.resolveSibling(target.getFileName() + ".replaced" + i);
        return unused;
    }

    /**
     * Removes what the result in {@code DIR} no longer needs: the older result and, of a finished run, the resume state. It is
     * removed last, so that a run killed before can be resumed and gives the same result.
     */
    void cleanUp(Optional<Path> older, boolean interrupted) throws IOException {
        Directories.syncFolder(parent);
        if (interrupted) Files.deleteIfExists(targetState().marker());
        else targetState().remove();
        unlock();
        if (older.isPresent()) Directories.deleteTree(older.orElseThrow());
    }

    /** Removes the folder and the parents that were created for it. */
    void remove() throws IOException {
        if (exists(path)) state().removeFolder();
        removeParents();
    }

    void unlock() throws IOException {
        FolderLock held = lock;
        lock = null;
        if (held != null) held.close();
    }

    private void removeParents() throws IOException {
        try {
            while (!createdParents.isEmpty()) Files.deleteIfExists(createdParents.removeFirst());
        } catch (DirectoryNotEmptyException e) {
            createdParents.clear(); // another program uses it by now
        }
    }

    /** Whether a folder is empty, as a run leaves it that was killed before it wrote the marker. */
    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
