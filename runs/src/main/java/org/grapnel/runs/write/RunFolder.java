package org.grapnel.runs.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.data.DataSource;
import org.grapnel.runs.resume.FileCheckpointStore;
import org.grapnel.runs.resume.ResumeState;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;

/**
 * The folder of a result, which appears complete or not at all. Files are written to {@code DIR.partial}; {@link #commit} syncs
 * them and renames that folder to {@code DIR}. Closing without a commit removes everything, unless the run can be resumed.
 *
 * <p>An older result that may be overwritten is moved to an unused name for the moment of the rename. If the machine stops in
 * that moment, it stays there.
 */
public final class RunFolder implements AutoCloseable {
    private final Path dir;
    private final PartialFolder partial;
    private final boolean mayReplace;
    private final Continuation continuation;
    private volatile boolean resumable; // set by the threads of solvers
    private boolean committed;

    private RunFolder(Path dir, PartialFolder partial, boolean mayReplace, Continuation continuation) {
        this.dir = dir;
        this.partial = partial;
        this.mayReplace = mayReplace;
        this.continuation = continuation;
        resumable = continuation.isContinued();
    }

    /**
     * Starts a result.
     *
     * @param force replace a folder that exists; without it such a folder is refused
     */
    public static RunFolder create(Path dir, boolean force) throws IOException {
        return create(dir, force, RunFolder::move);
    }

    static RunFolder create(Path dir, boolean force, PartialFolder.FolderMover mover) throws IOException {
        return open(dir, mover, new Continuation.Request(force, Optional.empty(), false, false));
    }

    /**
     * Starts the result of a command, or continues it where the same command was killed or interrupted after its first checkpoint.
     *
     * @param journaled whether the command keeps a journal, which itself refuses entries of another run
     */
    public static RunFolder createOrContinue(Path dir, boolean force, RunManifest command, boolean journaled)
            throws IOException {
        return open(dir, RunFolder::move, new Continuation.Request(force, Optional.of(command), journaled, false));
    }

    /**
     * Continues an unfinished run. Its inputs must be unchanged; the result that it committed when it was interrupted may be
     * replaced.
     */
    public static RunFolder resume(Path dir, boolean force, RunManifest command, boolean journaled) throws IOException {
        return open(dir, RunFolder::move, new Continuation.Request(force, Optional.of(command), journaled, true));
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static RunFolder open(Path named, PartialFolder.FolderMover mover, Continuation.Request request)
            throws IOException {
        Path dir = named.toAbsolutePath().normalize();
        PartialFolder partial = new PartialFolder(dir, mover);
        boolean mayReplace = request.force() || (request.resume() && Continuation.ownsTarget(partial));
        partial.requireUsable(named, mayReplace);
        try {
            partial.lockIfMarked();
            return new RunFolder(dir, partial, mayReplace, Continuation.begin(named, request, partial));
        } catch (IOException | RuntimeException | Error e) {
            partial.unlock();
            throw e;
        }
    }

    /**
     * Records which files the run reads. A continued run is refused where they have changed.
     *
     * @param data files that have been read already, with their hashes
     */
    public void recordInputs(List<DataSource> data, List<Path> others) throws IOException {
        continuation.recordInputs(data, others);
    }

    /**
     * Returns the store for the checkpoints of this run. After the first checkpoint, closing without a commit keeps the folder.
     *
     * @param every seconds between checkpoints; 0 writes one after every iteration
     * @param warn receives warnings
     */
    public CheckpointStore checkpoints(double every, Consumer<String> warn) {
        return new FileCheckpointStore(partial.state().checkpoints(), every, this::keepForResume, warn);
    }

    /** Whether this run continues an unfinished one. */
    public boolean isContinued() {
        return continuation.isContinued();
    }

    /** Keeps the folder when it is closed without a commit. */
    public void keepForResume() {
        resumable = true;
    }

    /** Whether the run can be resumed from what is on disk. */
    public boolean isResumable() {
        return resumable;
    }

    public boolean isCommitted() {
        return committed;
    }

    /** Removes the resume state that a kill left in a finished result. */
    public static void removeResumeState(Path result) throws IOException {
        ResumeState state = new ResumeState(result);
        if (state.isMarked()) state.remove();
    }

    /** Whether {@code DIR.partial} of an earlier run that could not be resumed was replaced. */
    public boolean hasReplacedStale() {
        return continuation.hasReplacedStale();
    }

    /** Returns the path at which to write a file of the result. */
    public Path file(String name) {
        Preconditions.require(
                !name.isEmpty()
                        && !name.equals(".")
                        && !name.equals("..")
                        && !name.contains("/")
                        && !name.contains("\\"),
                "'%s' is not a file name",
                name);
        if (committed) throw new IllegalStateException(dir + " is committed, " + name + " cannot be added");
        return partial.path().resolve(name);
    }

    /** Returns the folder that holds the files until the commit. */
    public Path partialFolder() {
        return partial.path();
    }

    /** Makes the result appear. If that fails, an older result is restored. */
    public void commit() throws IOException {
        commit(false);
    }

    /** Makes the result of an interrupted run appear, together with what is needed to resume it. */
    public void commitInterrupted() throws IOException {
        commit(true);
    }

    private void commit(boolean interrupted) throws IOException {
        if (committed) throw new IllegalStateException(dir + " is committed already");
        Optional<Path> older = partial.moveToTarget(mayReplace);
        committed = true;
        partial.cleanUp(older, interrupted);
    }

    /** Removes what was written, unless it was committed or can be resumed. */
    @Override
    public void close() throws IOException {
        partial.unlock();
        if (!committed && !resumable) partial.remove();
    }
}
