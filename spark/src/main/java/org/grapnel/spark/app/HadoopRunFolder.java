package org.grapnel.spark.app;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.StateFolder;
import org.jspecify.annotations.Nullable;

/**
 * A result folder in any file system that Hadoop supports. It appears only when complete: files are written to {@code
 * DIR.partial}, which is renamed at the end. In object stores, where renaming copies, {@code summary.json} appears
 * last.
 *
 * <p>While a run goes on, {@code DIR.partial} has its command ({@code run.json}), the state of the solver ({@code state}) and a
 * marker file that says {@code running}. A run that ends without a result keeps the folder if the solver has saved a state;
 * the marker then says {@code interrupted} or {@code failed}. After a kill it still says {@code running}.
 */
final class HadoopRunFolder implements AutoCloseable {
    private static final String MARKER = ".grapnel-unfinished";
    private static final String STATE = "state";

    private final Configuration settings;
    private final FileSystem files;
    private final Path dir;
    private final Path partial;
    private final Request request;
    private final ManifestFile manifest;
    private boolean replaces;
    private boolean continued;
    private boolean committed;
    private boolean closed;
    private @Nullable FolderLease lease;
    private BooleanSupplier interrupted = () -> false;

    /**
     * How a folder is opened.
     *
     * @param name the folder as the user wrote it
     * @param input data of the run, which must not be inside the folder
     * @param force replace an older result, and discard an unfinished run
     * @param command what is needed to repeat the run
     * @param resume whether an unfinished run is continued
     */
    record Request(String name, String input, boolean force, RunManifest command, boolean resume) {}

    private HadoopRunFolder(Configuration settings, FileSystem files, Path dir, Request request) {
        this.settings = settings;
        this.files = files;
        this.dir = dir;
        this.request = request;
        replaces = request.force;
        partial = partial(dir);
        manifest = new ManifestFile(files, partial);
    }

    /** Creates the folder, or continues what an unfinished run of the same command left. */
    static HadoopRunFolder open(Configuration settings, Request request) throws IOException {
        Preconditions.require(!request.name.isEmpty(), "-o: the folder name is empty");
        Path named = new Path(request.name);
        FileSystem found = named.getFileSystem(settings);
        FileSystem files = unchecked(found);
        Path dir = found.makeQualified(named);
        Preconditions.require(!dir.isRoot(), "%s is the root folder; choose a folder inside it", request.name);
        HadoopRunFolder place = new HadoopRunFolder(settings, files, dir, request);
        place.replaces |= request.resume && new ManifestFile(files, dir).read().isPresent();
        place.requireReplaceable(found.makeQualified(new Path(request.input)));
        try {
            place.begin();
            return place;
        } catch (IOException | RuntimeException | Error e) {
            FolderLease held = place.lease;
            if (held != null) held.close();
            throw e;
        }
    }

    /** Returns a file system that writes no checksum files. */
    static FileSystem unchecked(FileSystem found) {
        return found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
    }

    static Path partial(Path dir) {
        return dir.suffix(".partial");
    }

    /** Returns the command of an unfinished run: one that was killed, or one that was interrupted and committed what it had. */
    static Optional<RunManifest> findUnfinished(Configuration settings, String name) throws IOException {
        Path named = new Path(name);
        FileSystem files = unchecked(named.getFileSystem(settings));
        Optional<RunManifest> killed = new ManifestFile(files, partial(named)).read();
        return killed.isPresent() ? killed : new ManifestFile(files, named).read();
    }

    private void begin() throws IOException {
        boolean left = files.exists(partial);
        if (left) lease = FolderLease.acquire(files, partial, request.name);
        Optional<RunManifest> before = left ? manifest.read() : Optional.empty();
        boolean resumable = before.isPresent() && hasState();
        boolean same = before.filter(run -> request.resume || run.isSameCommand(request.command))
                .filter(run -> run.version().equals(request.command.version()))
                .isPresent();
        continued = resumable && same && (request.resume || !request.force);
        Preconditions.require(
                request.force || continued || !resumable,
                "%s.partial holds an unfinished run (grapnel-spark %s): continue it with grapnel-spark resume %s, choose another folder, or remove it with --force",
                request.name,
                before.map(run -> String.join(" ", run.words())).orElse(""),
                request.name);
        if (continued) removeResults();
        else if (left) removeAll();
        Preconditions.require(files.mkdirs(partial), "-o %s: cannot create the folder", request.name);
        if (lease == null) lease = FolderLease.acquire(files, partial, request.name);
        mark("running");
        files.mkdirs(new Path(partial, STATE));
        if (!left && request.resume) adoptInterruptedResult();
        if (!continued) manifest.write(request.command);
    }

    /** Takes over the state of a run that committed what it had when it was interrupted. */
    private void adoptInterruptedResult() throws IOException {
        Path state = new Path(dir, STATE);
        Optional<RunManifest> run = new ManifestFile(files, dir).read();
        if (run.isEmpty() || !files.exists(state)) return;
        files.delete(new Path(partial, STATE), true);
        rename(state, new Path(partial, STATE));
        manifest.write(run.get());
        continued = true;
    }

    private void requireReplaceable(Path input) throws IOException {
        String name = request.name;
        Preconditions.require(
                !files.exists(partial) || files.exists(new Path(partial, MARKER)),
                "%s.partial exists and was not left by an unfinished run; move it, or choose another folder",
                name);
        if (!files.exists(dir)) return;
        Preconditions.require(
                files.getFileStatus(dir).isDirectory(), "%s is a file, not a folder; choose another name", name);
        Preconditions.require(replaces, "%s already exists; choose another folder, or overwrite it with --force", name);
        Preconditions.require(
                !isIn(input, dir), "-o %s contains the input %s; choose another folder", name, request.input);
        for (String property : List.of("user.dir", "user.home")) {
            Path place = files.makeQualified(new Path(System.getProperty(property, "/")));
            boolean holds = dir.toUri().getScheme().equals("file") && isIn(place, dir);
            Preconditions.require(
                    !holds, "%s contains %s and is never overwritten; choose another folder", name, place);
        }
    }

    private static boolean isIn(Path inner, Path outer) {
        for (Path at = inner; at != null; at = at.getParent()) if (at.equals(outer)) return true;
        return false;
    }

    FileSystem files() {
        return files;
    }

    Configuration settings() {
        return settings;
    }

    /** Returns the path where a part of the result is written. */
    String pathOf(String name) {
        return new Path(partial, name).toString();
    }

    /** Returns the folder in which the solver saves its state, so that {@code grapnel-spark resume} can continue the run. */
    String statePath() {
        return pathOf(STATE);
    }

    /** Whether this run continues an unfinished one. */
    boolean isContinued() {
        return continued;
    }

    /** Whether a solver has saved a state. */
    boolean hasState() throws IOException {
        return StateFolder.hasState(files, new Path(partial, STATE));
    }

    /** Sets how to tell whether the user interrupted the run. */
    void setInterrupted(BooleanSupplier test) {
        interrupted = test;
    }

    /**
     * Records what identifies an input.
     *
     * @param check whether another identity than the recorded one is refused
     */
    void recordInput(String input, String identity, boolean check) throws IOException {
        manifest.record(input, identity, check);
    }

    /** Returns what the run that is continued has recorded about an input. */
    Optional<String> recordedInput(String input) throws IOException {
        return continued ? manifest.read().map(run -> run.inputs().get(input)) : Optional.empty();
    }

    /** Copies a local file into the result. */
    void add(java.nio.file.Path file) throws IOException {
        files.copyFromLocalFile(
                false, true, new Path(file.toUri()), new Path(partial, String.valueOf(file.getFileName())));
    }

    /**
     * Makes the result appear. If that fails, an older result stays in place.
     *
     * @param unfinished whether the run was interrupted: then it can be resumed from the state that it leaves in the folder
     */
    void commit(boolean unfinished) throws IOException {
        Preconditions.require(
                !isLost(),
                "%s.partial was taken over by another run, because this one did not answer for some seconds; repeat it with another folder",
                request.name);
        boolean keeps = unfinished && hasState();
        if (!keeps) {
            manifest.delete();
            files.delete(new Path(partial, STATE), true);
        }
        FolderLease held = lease;
        if (held != null) held.close();
        files.delete(new Path(partial, MARKER), false);
        boolean older = files.exists(dir);
        Preconditions.require(
                !older || replaces, "%s was created by another program during the run; choose another folder", dir);
        Path aside = dir.suffix(".replaced");
        for (int i = 2; files.exists(aside); i++) aside = dir.suffix(".replaced" + i);
        if (older) rename(dir, aside);
        try {
            rename(partial, dir);
        } catch (IOException e) {
            if (older) rename(aside, dir);
            throw e;
        }
        committed = true;
        if (older) files.delete(aside, true);
    }

    private void rename(Path from, Path to) throws IOException {
        if (!files.rename(from, to)) throw new IOException("cannot rename " + from + " to " + to);
    }

    private void mark(String status) throws IOException {
        try (OutputStream out = files.create(new Path(partial, MARKER), true)) {
            out.write((status + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Removes result files of a killed run, because the run that continues it may write fewer. */
    private void removeResults() throws IOException {
        for (FileStatus file : files.listStatus(partial)) {
            String name = file.getPath().getName();
            if (!name.equals(STATE) && !name.equals(RunManifest.NAME) && !name.startsWith(".grapnel-"))
                files.delete(file.getPath(), true);
        }
    }

    /** Removes everything but the files that mark the folder as Grapnel's. */
    private void removeAll() throws IOException {
        for (FileStatus file : files.listStatus(partial))
            if (!file.getPath().getName().startsWith(".grapnel-")) files.delete(file.getPath(), true);
    }

    private boolean isLost() throws IOException {
        FolderLease held = lease;
        return held != null && held.isLost();
    }

    /** Removes the files, unless they were committed, belong to another run by now, or a state is there from which the run can be resumed. */
    @Override
    public synchronized void close() throws IOException {
        if (closed || committed) return;
        closed = true;
        if (isLost()) return;
        boolean keeps = files.exists(partial) && hasState();
        if (keeps) mark(interrupted.getAsBoolean() ? "interrupted" : "failed");
        FolderLease held = lease;
        if (held != null) held.close();
        if (!keeps) files.delete(partial, true);
    }
}
