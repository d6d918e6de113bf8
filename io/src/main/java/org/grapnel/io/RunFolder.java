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
import java.util.stream.Stream;
import org.grapnel.linalg.Check;

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
    private boolean replacedStale;
    private boolean continued;
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
        return create(dir, force, (from, to) -> Files.move(from, to, StandardCopyOption.ATOMIC_MOVE));
    }

    static RunFolder create(Path dir, boolean force, Mover mover) throws IOException {
        return create(dir, force, mover, Optional.empty());
    }

    /**
     * The same, but goes on in {@code DIR.partial} where an earlier run has left a journal of this name in it. That one stays
     * there until a commit; so does a new one from {@link #keep} on.
     */
    public static RunFolder createOrContinue(Path dir, boolean force, String journal) throws IOException {
        Mover mover = (from, to) -> Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        return create(dir, force, mover, Optional.of(journal));
    }

    private static RunFolder create(Path dir, boolean force, Mover mover, Optional<String> journal) throws IOException {
        RunFolder folder = new RunFolder(dir.toAbsolutePath().normalize(), force, mover);
        folder.refuseWhatMustStay(dir);
        Check.that(
                force || journal.isPresent() || !exists(folder.partial.resolve(Journal.NAME)),
                "%s.partial holds a run that is not finished: the same command continues it; choose another folder, or remove it with --force",
                dir);
        folder.continued =
                journal.map(folder.partial::resolve).filter(RunFolder::exists).isPresent();
        folder.kept = folder.continued;
        if (!folder.continued) folder.start();
        return folder;
    }

    /**
     * A run that was killed while it wrote may have left files that the one which goes on does not write: another format, a page. For who alone
     * may write here.
     */
    void removeAllBut(String journal) throws IOException {
        try (Stream<Path> all = Files.list(partial)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = String.valueOf(file.getFileName());
                if (!name.equals(journal) && !name.equals(MARKER)) Files.delete(file);
            }
        }
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
                !exists(partial) || exists(partial.resolve(MARKER)),
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
        if (replacedStale) Folders.delete(partial);
        for (Path up = parent; up != null && !exists(up); up = up.getParent()) madeParents.addLast(up);
        try {
            Files.createDirectories(partial);
            Files.createFile(partial.resolve(MARKER));
        } catch (IOException e) {
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
        if (committed) throw new IllegalStateException(dir + " is finished already");
        Files.deleteIfExists(partial.resolve(MARKER));
        Folders.sync(partial);
        boolean older = exists(dir);
        if (older && !force) throw new FileAlreadyExistsException(dir.toString(), null, "appeared during the run");
        Path replaced = aside();
        if (older) mover.move(dir, replaced);
        try {
            mover.move(partial, dir);
        } catch (IOException e) {
            if (older) mover.move(replaced, dir);
            throw e;
        }
        committed = true;
        Folders.syncFolder(parent);
        if (older) Folders.delete(replaced);
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
        if (committed || kept) return;
        if (exists(partial)) Folders.delete(partial);
        removeParents();
    }

    private void removeParents() throws IOException {
        try {
            while (!madeParents.isEmpty()) Files.deleteIfExists(madeParents.removeFirst());
        } catch (DirectoryNotEmptyException e) {
            madeParents.clear(); // somebody else has moved in meanwhile
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
