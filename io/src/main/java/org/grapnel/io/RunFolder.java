package org.grapnel.io;

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
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grapnel.data.Source;
import org.grapnel.linalg.Check;
import org.grapnel.solve.Checkpoints;
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
    /** In every unfinished folder of ours. */
    private static final String MARKER = ".grapnel-unfinished";

    private final Path dir;
    private final Path parent;
    private final Path partial;
    private final boolean force;
    private final Mover mover;
    private final Deque<Path> madeParents = new ArrayDeque<>();
    private @Nullable FolderLock lock;
    private Optional<Unfinished> command = Optional.empty();
    private boolean replacedStale;
    private boolean continued;
    private boolean same; // the very command that was cut off
    private boolean kept;
    private boolean committed;

    /** Renames a folder; tests put one in that fails. */
    interface Mover {
        void move(Path from, Path to) throws IOException;
    }

    private RunFolder(Path dir, boolean force, Mover mover) {
        this.dir = dir;
        this.force = force;
        this.mover = mover;
        Path name = dir.getFileName();
        Path above = dir.getParent();
        if (name == null || above == null)
            throw new IllegalArgumentException(dir + " is the root of all folders; choose one in it");
        parent = above;
        partial = dir.resolveSibling(name + ".partial");
    }

    /**
     * Starts a result.
     *
     * @param force replace a folder that exists already; without it such a folder is refused
     */
    public static RunFolder create(Path dir, boolean force) throws IOException {
        return create(dir, force, RunFolder::move);
    }

    static RunFolder create(Path dir, boolean force, Mover mover) throws IOException {
        return create(dir, force, mover, Optional.empty(), false, false);
    }

    /**
     * The same for a command, but goes on where that very command was cut off after it had laid down how far it was: in {@code DIR.partial},
     * or in {@code DIR} where it was asked to stop and had a result by then. What is laid down stays until a commit.
     *
     * @param journaled the command keeps a journal, which says by itself whether it may be continued
     */
    public static RunFolder createOrContinue(Path dir, boolean force, Unfinished command, boolean journaled)
            throws IOException {
        return create(dir, force, RunFolder::move, Optional.of(command), journaled, false);
    }

    /** The same for who wants to go on and nothing else, so that the files must be the same even where nothing was laid down yet. */
    public static RunFolder resume(Path dir, boolean force, Unfinished command, boolean journaled) throws IOException {
        return create(dir, force, RunFolder::move, Optional.of(command), journaled, true);
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static RunFolder create(
            Path dir, boolean force, Mover mover, Optional<Unfinished> command, boolean journaled, boolean resumes)
            throws IOException {
        RunFolder folder = new RunFolder(dir.toAbsolutePath().normalize(), force, mover);
        folder.command = command;
        folder.refuseWhatMustStay(dir);
        try {
            Path marker = folder.partial.resolve(MARKER);
            if (exists(marker)) folder.lock = FolderLock.on(marker);
            folder.begin(dir, journaled, resumes);
            return folder;
        } catch (IOException | RuntimeException | Error e) {
            folder.unlock();
            throw e;
        }
    }

    private void begin(Path named, boolean journaled, boolean resumes) throws IOException {
        boolean journal = exists(partial.resolve(Journal.NAME));
        boolean states = exists(partial.resolve(CheckpointFiles.FOLDER));
        Optional<Unfinished> before = Unfinished.in(partial);
        same = isSame(before, named);
        continued = (journaled && journal) || (same && (states || journal || resumes));
        Check.that(
                force || continued || !(journal || states),
                "%s.partial holds a run that is not finished%s: grapnel resume %s continues it; choose another folder, or remove it with --force",
                named,
                before.map(run -> " (grapnel " + String.join(" ", run.words()) + ")")
                        .orElse(""),
                named);
        if (continued) {
            removeResults();
        } else {
            Optional<Unfinished> stopped = Unfinished.in(dir);
            boolean goesOn = isSame(stopped, named) && exists(dir.resolve(CheckpointFiles.FOLDER));
            start();
            if (goesOn) adopt();
            same |= goesOn;
        }
        kept = continued;
        if (command.isPresent() && Unfinished.in(partial).isEmpty())
            command.orElseThrow().write(partial);
    }

    private boolean isSame(Optional<Unfinished> before, Path named) {
        if (before.isEmpty() || command.isEmpty()) return false;
        Unfinished was = before.orElseThrow();
        Unfinished is = command.orElseThrow();
        if (!was.isSameCommand(is)) return false;
        Check.that(
                force || was.version().equals(is.version()),
                "%s was begun by Grapnel %s, this is %s, which may come to other bits: give the command anew with --force",
                named,
                was.version(),
                is.version());
        return was.version().equals(is.version());
    }

    /** Goes on from a result that was asked to stop, which stays until there is a better one. */
    private void adopt() throws IOException {
        Path states = dir.resolve(CheckpointFiles.FOLDER);
        Path to = Files.createDirectory(partial.resolve(CheckpointFiles.FOLDER));
        try (Stream<Path> all = Files.list(states)) {
            for (Path file : all.filter(Files::isRegularFile).toList())
                Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
        }
        Files.copy(dir.resolve(Unfinished.NAME), partial.resolve(Unfinished.NAME));
        continued = true;
    }

    /** A run that was killed while it wrote may have left files that the one which goes on does not write: another format, a page. */
    private void removeResults() throws IOException {
        Set<String> stay = Set.of(MARKER, Unfinished.NAME, Journal.NAME);
        try (Stream<Path> all = Files.list(partial)) {
            for (Path file : all.filter(Files::isRegularFile).toList())
                if (!stay.contains(String.valueOf(file.getFileName()))) Files.delete(file);
        }
    }

    /** The marker goes last: who is killed on the way leaves a folder that can still be told to be ours. */
    private void removePartial() throws IOException {
        try (Stream<Path> all = Files.list(partial)) {
            for (Path path : all.toList()) if (!path.endsWith(MARKER)) Folders.delete(path);
        }
        Folders.delete(partial);
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
    public void reads(List<Source> data, List<Path> others) throws IOException {
        if (command.isEmpty()) return;
        Unfinished now = command.orElseThrow().reading(data, others);
        Optional<Unfinished> before = Unfinished.in(partial);
        if (continued && same && before.isPresent()) before.orElseThrow().check(now); // a journal knows by itself
        now.write(partial);
    }

    /**
     * Where solvers lay down how far they are; from then on closing without a commit leaves it.
     *
     * @param every after how many seconds; 0: after every iteration
     * @param warn hears what went wrong with that
     */
    public Checkpoints checkpoints(double every, Consumer<String> warn) {
        return new CheckpointFiles(partial.resolve(CheckpointFiles.FOLDER), every, this::keep, warn);
    }

    /** Whether a run that never ended has left what this one goes on with. */
    public boolean continued() {
        return continued;
    }

    /** From here on there is something to continue: closing without a commit leaves it. */
    public void keep() {
        kept = true;
    }

    private void refuseWhatMustStay(Path named) throws IOException {
        Check.that(!exists(partial) || Files.isDirectory(partial), "%s.partial is a file and in the way", named);
        Check.that(
                !exists(partial) || exists(partial.resolve(MARKER)) || isEmpty(partial),
                "%s.partial exists and is not what an unfinished run left; move it, or choose another folder",
                named);
        if (!exists(dir)) return;
        Check.that(Files.isDirectory(dir), "%s is a file, a folder is written; choose another name", named);
        Check.that(force, "%s exists already; choose another folder, or overwrite it with --force", named);
        for (String property : List.of("user.dir", "user.home")) {
            Path place = Path.of(System.getProperty(property, "")).toAbsolutePath();
            boolean within = Files.exists(place) && place.toRealPath().startsWith(dir.toRealPath());
            Check.that(!within, "%s is not overwritten, it holds %s; choose another folder", named, place);
        }
    }

    private void start() throws IOException {
        replacedStale = exists(partial);
        if (replacedStale) removePartial();
        for (Path up = parent; up != null && !exists(up); up = up.getParent()) madeParents.addLast(up);
        try {
            Files.createDirectories(partial);
            unlock();
            lock = FolderLock.on(Files.createFile(partial.resolve(MARKER)));
        } catch (IOException e) {
            if (exists(partial) && isEmpty(partial)) Files.delete(partial);
            removeParents();
            throw e;
        }
    }

    /** Whether a run that never ended had left its {@code DIR.partial}, which is now gone. */
    public boolean replacedStale() {
        return replacedStale;
    }

    /** Where to write the file of this name. */
    public Path file(String name) {
        Check.that(
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
    public Path unfinished() {
        return partial;
    }

    /** Makes the result appear. If that fails, an older result is where it was. */
    public void commit() throws IOException {
        commit(false);
    }

    /** The same for a run that was asked to stop: with its result goes what is needed to continue it. */
    public void commitStopped() throws IOException {
        commit(exists(partial.resolve(CheckpointFiles.FOLDER)));
    }

    private void commit(boolean stopped) throws IOException {
        if (committed) throw new IllegalStateException(dir + " is finished already");
        Path states = partial.resolve(CheckpointFiles.FOLDER);
        if (!stopped && exists(states)) Folders.delete(states);
        Folders.sync(partial);
        boolean older = exists(dir);
        if (older && !force) throw new FileAlreadyExistsException(dir.toString(), null, "appeared during the run");
        Path replaced = aside();
        if (older) mover.move(dir, replaced);
        unlock();
        try {
            mover.move(partial, dir);
        } catch (IOException e) {
            if (older) mover.move(replaced, dir);
            throw e;
        }
        committed = true;
        // whoever dies before this leaves a whole result that says how it was made
        if (!stopped) Files.deleteIfExists(dir.resolve(Unfinished.NAME));
        Files.deleteIfExists(dir.resolve(MARKER));
        Folders.syncFolder(parent);
        if (older) Folders.delete(replaced);
    }

    /** Takes from a whole result the marks of a run that was killed in the moment after the result had appeared. */
    public static void tidy(Path dir) throws IOException {
        if (!exists(dir.resolve(MARKER)) || exists(dir.resolve(CheckpointFiles.FOLDER))) return;
        Files.deleteIfExists(dir.resolve(Unfinished.NAME));
        Files.deleteIfExists(dir.resolve(MARKER));
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
        if (exists(partial)) removePartial();
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
