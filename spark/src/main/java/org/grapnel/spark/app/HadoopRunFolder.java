package org.grapnel.spark.app;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.grapnel.runtime.Preconditions;

/**
 * A result folder in any file system that Hadoop supports. It appears only when complete: files are written to {@code
 * DIR.partial}, which is renamed at the end. In object stores, where renaming copies, {@code summary.json} appears
 * last.
 */
final class HadoopRunFolder implements AutoCloseable {
    private static final String MARKER = ".grapnel-unfinished";

    private final FileSystem files;
    private final Path dir;
    private final Path partial;
    private final boolean force;
    private boolean committed;

    private HadoopRunFolder(FileSystem files, Path dir, boolean force) {
        this.files = files;
        this.dir = dir;
        this.force = force;
        partial = dir.suffix(".partial");
    }

    /**
     * Creates the folder, or refuses.
     *
     * @param input data of the run, which must not be inside the folder
     */
    static HadoopRunFolder create(Configuration settings, String name, String input, boolean force) throws IOException {
        Preconditions.require(!name.isEmpty(), "-o: the folder name is empty");
        Path named = new Path(name);
        FileSystem found = named.getFileSystem(settings);
        // without Hadoop's checksum files
        FileSystem files = found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
        Path dir = found.makeQualified(named);
        Preconditions.require(!dir.isRoot(), "%s is the root folder; choose a folder inside it", name);
        HadoopRunFolder place = new HadoopRunFolder(files, dir, force);
        place.requireReplaceable(name, found.makeQualified(new Path(input)), input);
        if (files.exists(place.partial)) files.delete(place.partial, true);
        Preconditions.require(files.mkdirs(place.partial), "-o %s: cannot create the folder", name);
        files.create(new Path(place.partial, MARKER)).close();
        return place;
    }

    private void requireReplaceable(String name, Path input, String read) throws IOException {
        Preconditions.require(
                !files.exists(partial) || files.exists(new Path(partial, MARKER)),
                "%s.partial exists and was not left by an unfinished run; move it, or choose another folder",
                name);
        if (!files.exists(dir)) return;
        Preconditions.require(
                files.getFileStatus(dir).isDirectory(), "%s is a file, not a folder; choose another name", name);
        Preconditions.require(force, "%s already exists; choose another folder, or overwrite it with --force", name);
        Preconditions.require(!isIn(input, dir), "-o %s contains the input %s; choose another folder", name, read);
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

    /** Returns the path where Spark writes a part of the result. */
    String pathOf(String name) {
        return new Path(partial, name).toString();
    }

    /** Copies a local file into the result. */
    void add(java.nio.file.Path file) throws IOException {
        files.copyFromLocalFile(
                false, true, new Path(file.toUri()), new Path(partial, String.valueOf(file.getFileName())));
    }

    /** Makes the result appear. If that fails, an older result stays in place. */
    void commit() throws IOException {
        files.delete(new Path(partial, MARKER), false);
        boolean older = files.exists(dir);
        Preconditions.require(
                !older || force, "%s was created by another program during the run; choose another folder", dir);
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

    /** Removes the files, unless they were committed. */
    @Override
    public void close() throws IOException {
        if (!committed && files.exists(partial)) files.delete(partial, true);
    }
}
