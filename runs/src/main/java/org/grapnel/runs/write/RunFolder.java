package org.grapnel.runs.write;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.data.DataSource;
import org.grapnel.runs.resume.Directories;
import org.grapnel.runs.resume.FileCheckpointStore;
import org.grapnel.runs.resume.FolderLock;
import org.grapnel.runs.resume.ResumeState;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a result, which appears whole or not at all. Files are written to {@code DIR.partial}; {@link #commit}
 * puts them safely on disk and renames that folder to {@code DIR}. Closing without a commit leaves nothing behind, unless what is
 * there is to be continued.
 *
 * <p>An older result that may be overwritten is moved aside, to a name nobody has, for the moment of the rename. If the machine
 * stops in that moment it stays there. Folders that we did not make are never touched: an unfinished one of ours has a marker.
 */
public final class RunFolder implements AutoCloseable {
    /** Where a folder cannot be renamed while a file in it is open. */
    private static final boolean OPEN_FILES_STAY = File.separatorChar == '\\';

    private final Path dir;
    private final Path parent;
    private final Path partial;
    private final boolean force;
    private final FolderMover mover;
    private final Deque<Path> madeParents = new ArrayDeque<>();
    private final ResumeState left;
    private @Nullable FolderLock lock;
    private Optional<RunManifest> command = Optional.empty();
    private boolean resumes;
    private boolean mayReplace;
    private boolean replacedStale;
    private boolean continued;
    private boolean same; // the very command that was cut off
    private volatile boolean kept; // solvers of other threads say so
    private boolean committed;

    /** Renames a folder; tests put one in that fails. */
    interface FolderMover {
        void move(Path from, Path to) throws IOException;
    }

    private RunFolder(Path dir, boolean force, FolderMover mover) {
        this.dir = dir;
        this.force = force;
        this.mover = mover;
        Path name = dir.getFileName();
        Path above = dir.getParent();
        if (name == null || above == null)
            throw new IllegalArgumentException(dir + " is the root of all folders; choose one in it");
        parent = above;
        partial = dir.resolveSibling(name + ".partial");
        left = new ResumeState(partial);
    }

    /**
     * Starts a result.
     *
     * @param force replace a folder that exists already; without it such a folder is refused
     */
    public static RunFolder create(Path dir, boolean force) throws IOException {
        return create(dir, force, RunFolder::move);
    }

    static RunFolder create(Path dir, boolean force, FolderMover mover) throws IOException {
        return create(dir, force, mover, Optional.empty(), false, false);
    }

    /**
     * The same for a command, but goes on where that very command was cut off after it had laid down how far it was: in {@code DIR.partial},
     * or in {@code DIR} where it was asked to stop and had a result by then. What is laid down stays until a commit.
     *
     * @param journaled the command keeps a journal, which says by itself whether it may be continued
     */
    public static RunFolder createOrContinue(Path dir, boolean force, RunManifest command, boolean journaled)
            throws IOException {
        return create(dir, force, RunFolder::move, Optional.of(command), journaled, false);
    }

    /**
     * Goes on with the run of which something was left, and with no other: its files must be what they were, and a result of its own from when it was
     * asked to stop may be replaced.
     */
    public static RunFolder resume(Path dir, boolean force, RunManifest command, boolean journaled) throws IOException {
        return create(dir, force, RunFolder::move, Optional.of(command), journaled, true);
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static RunFolder create(
            Path dir,
            boolean force,
            FolderMover mover,
            Optional<RunManifest> command,
            boolean journaled,
            boolean resumes)
            throws IOException {
        RunFolder folder = new RunFolder(dir.toAbsolutePath().normalize(), force, mover);
        folder.command = command;
        folder.resumes = resumes;
        folder.mayReplace = force || (resumes && folder.isOwn());
        folder.refuseWhatMustStay(dir);
        try {
            if (folder.left.isMarked()) folder.lock = FolderLock.acquire(folder.left.marker());
            folder.begin(dir, journaled);
            return folder;
        } catch (IOException | RuntimeException | Error e) {
            folder.unlock();
            throw e;
        }
    }

    /** Whether DIR is what the run that is resumed had by when it was asked to stop. */
    private boolean isOwn() throws IOException {
        Optional<RunManifest> there = new ResumeState(dir).readableManifest();
        if (there.isEmpty()) return false;
        Optional<RunManifest> cut = left.readableManifest();
        return cut.isEmpty() || cut.orElseThrow().isSameCommand(there.orElseThrow());
    }

    private void begin(Path named, boolean journaled) throws IOException {
        Optional<RunManifest> before = force ? left.readableManifest() : left.manifest();
        same = isSame(before, named);
        continued = resumes ? before.isPresent() : (journaled && left.hasJournal()) || (same && left.isResumable());
        Preconditions.require(
                force || continued || !left.isResumable(),
                "%s.partial holds a run that is not finished%s: grapnel resume %s continues it; choose another folder, or remove it with --force",
                named,
                before.map(run -> " (grapnel " + String.join(" ", run.words()) + ")")
                        .orElse(""),
                named);
        if (continued) {
            left.removeResults();
            if (force && !same && Files.isDirectory(left.checkpoints())) Directories.deleteTree(left.checkpoints());
        } else {
            start();
            if (resumes) adopt(named);
        }
        kept = continued;
        if (command.isPresent() && left.readableManifest().isEmpty())
            command.orElseThrow().write(partial);
    }

    private boolean isSame(Optional<RunManifest> before, Path named) {
        if (before.isEmpty() || command.isEmpty()) return false;
        RunManifest was = before.orElseThrow();
        RunManifest is = command.orElseThrow();
        if (!resumes && !was.isSameCommand(is)) return false;
        boolean version = was.version().equals(is.version());
        Preconditions.require(
                version || (force && !resumes),
                "%s was begun by Grapnel %s, this is %s, which may come to other bits: give the command anew with --force",
                named,
                was.version(),
                is.version());
        return version;
    }

    /** Goes on from a result that was asked to stop, which stays until there is a better one. */
    private void adopt(Path named) throws IOException {
        ResumeState stopped = new ResumeState(dir);
        Optional<RunManifest> run = stopped.manifest();
        same = isSame(run, named);
        if (!same) return;
        stopped.copyTo(left, run.orElseThrow());
        continued = true;
    }

    private void unlock() throws IOException {
        FolderLock held = lock;
        lock = null;
        if (held != null) held.close();
    }

    /**
     * Says which files the run reads. One that is continued is refused where they are not what they were.
     *
     * @param data those that have been read already, with their hashes
     */
    public void recordInputs(List<DataSource> data, List<Path> others) throws IOException {
        if (command.isEmpty()) return;
        Optional<RunManifest> before = left.readableManifest();
        RunManifest now = command.orElseThrow().withInputs(data, others);
        if (resumes) now = now.inDirectoryOf(before.orElse(now));
        if (continued && same && before.isPresent()) { // a journal of another command knows by itself
            Optional<String> changed = before.orElseThrow().describeChange(now);
            Preconditions.require(changed.isEmpty() || (force && !resumes), "%s", changed.orElse(""));
            if (changed.isPresent()) left.removeProgress();
        }
        // another command's stays what it is until its journal says that this one is equal to it
        if (!continued || same || force) now.write(partial);
    }

    /**
     * Where solvers lay down how far they are; from then on closing without a commit leaves it.
     *
     * @param every after how many seconds; 0: after every iteration
     * @param warn hears what went wrong with that
     */
    public CheckpointStore checkpoints(double every, Consumer<String> warn) {
        return new FileCheckpointStore(left.checkpoints(), every, this::keepForResume, warn);
    }

    /** Whether a run that never ended has left what this one goes on with. */
    public boolean isContinued() {
        return continued;
    }

    /** From here on there is something to continue: closing without a commit leaves it. */
    public void keepForResume() {
        kept = true;
    }

    /** Whether there is something to continue. */
    public boolean isResumable() {
        return kept;
    }

    /** Whether the result is there. */
    public boolean isCommitted() {
        return committed;
    }

    /** What a kill has left in a result that is whole goes. */
    public static void removeResumeState(Path result) throws IOException {
        ResumeState there = new ResumeState(result);
        if (there.isMarked()) there.remove();
    }

    private void refuseWhatMustStay(Path named) throws IOException {
        Preconditions.require(
                !exists(partial) || Files.isDirectory(partial), "%s.partial is a file and in the way", named);
        Preconditions.require(
                !exists(partial) || left.isMarked() || isEmpty(partial),
                "%s.partial exists and is not what an unfinished run left; move it, or choose another folder",
                named);
        if (!exists(dir)) return;
        Preconditions.require(Files.isDirectory(dir), "%s is a file, a folder is written; choose another name", named);
        Preconditions.require(
                mayReplace, "%s exists already; choose another folder, or overwrite it with --force", named);
        for (String property : List.of("user.dir", "user.home")) {
            Path place = Path.of(System.getProperty(property, "")).toAbsolutePath();
            boolean within = Files.exists(place) && place.toRealPath().startsWith(dir.toRealPath());
            Preconditions.require(!within, "%s is not overwritten, it holds %s; choose another folder", named, place);
        }
    }

    private void start() throws IOException {
        replacedStale = exists(partial);
        if (replacedStale) left.removeFolder();
        for (Path up = parent; up != null && !exists(up); up = up.getParent()) madeParents.addLast(up);
        try {
            Files.createDirectories(partial);
            unlock();
            lock = FolderLock.acquire(Files.createFile(left.marker()));
            Directories.syncFolder(partial);
            Directories.syncFolder(parent);
        } catch (IOException e) {
            if (exists(partial) && isEmpty(partial)) Files.delete(partial);
            removeParents();
            throw e;
        }
    }

    /** Whether a run that never ended had left its {@code DIR.partial}, which is now gone. */
    public boolean hasReplacedStale() {
        return replacedStale;
    }

    /** Where to write the file of this name. */
    public Path file(String name) {
        Preconditions.require(
                !name.isEmpty()
                        && !name.equals(".")
                        && !name.equals("..")
                        && !name.contains("/")
                        && !name.contains("\\"),
                "'%s' is not the name of a file",
                name);
        if (committed) throw new IllegalStateException(dir + " is finished, " + name + " comes too late");
        return partial.resolve(name);
    }

    /** Where the files are until then, for who makes one of them out of the others. */
    public Path partialFolder() {
        return partial;
    }

    /** Makes the result appear. If that fails, an older result is where it was. */
    public void commit() throws IOException {
        commit(false);
    }

    /** The same for a run that was asked to stop: with its result goes what is needed to continue it. */
    public void commitInterrupted() throws IOException {
        commit(true);
    }

    /** What was laid down goes when the result is there: whoever is killed before can go on, and comes to the same. */
    private void commit(boolean stopped) throws IOException {
        if (committed) throw new IllegalStateException(dir + " is finished already");
        Directories.syncTree(partial);
        boolean older = exists(dir);
        if (older && !mayReplace) throw new FileAlreadyExistsException(dir.toString(), null, "appeared during the run");
        Path replaced = aside();
        if (older) mover.move(dir, replaced);
        if (OPEN_FILES_STAY) unlock();
        try {
            mover.move(partial, dir);
        } catch (IOException e) {
            if (older) mover.move(replaced, dir);
            throw e;
        }
        committed = true;
        Directories.syncFolder(parent);
        ResumeState there = new ResumeState(dir);
        if (stopped) Files.deleteIfExists(there.marker());
        else there.remove();
        unlock();
        if (older) Directories.deleteTree(replaced);
    }

    /** A name beside the folder that nothing has. */
    private Path aside() {
        Path free = dir.resolveSibling(dir.getFileName() + ".replaced");
        for (int i = 2; exists(free); i++) free = dir.resolveSibling(dir.getFileName() + ".replaced" + i);
        return free;
    }

    /** Removes what was written, unless it was committed or is kept. */
    @Override
    public void close() throws IOException {
        unlock();
        if (committed || kept) return;
        if (exists(partial)) left.removeFolder();
        removeParents();
    }

    private void removeParents() throws IOException {
        try {
            while (!madeParents.isEmpty()) Files.deleteIfExists(madeParents.removeFirst());
        } catch (DirectoryNotEmptyException e) {
            madeParents.clear(); // somebody else has moved in meanwhile
        }
    }

    /** The moment before the marker, of a run that could not write it. */
    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
