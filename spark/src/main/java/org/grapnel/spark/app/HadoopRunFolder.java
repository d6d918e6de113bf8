package org.grapnel.spark.app;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.grapnel.runtime.Preconditions;

/**
 * The folder of a result in any place that Hadoop knows, which appears whole or not at all, as {@link org.grapnel.runs.write.RunFolder} does it on a disk: files are written to {@code
 * DIR.partial}, which is renamed in the end. Where renaming copies, as in object stores, {@code summary.json} is there last.
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
     * Starts a result, or refuses.
     *
     * @param input what the run reads, which must not lie in the folder
     */
    static HadoopRunFolder create(Configuration settings, String name, String input, boolean force) throws IOException {
        Preconditions.require(!name.isEmpty(), "-o: the name of the folder is empty");
        Path named = new Path(name);
        FileSystem found = named.getFileSystem(settings);
        // no checksums beside files that people look at
        FileSystem files = found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
        Path dir = found.makeQualified(named);
        Preconditions.require(!dir.isRoot(), "%s is the root of all folders; choose one in it", name);
        HadoopRunFolder place = new HadoopRunFolder(files, dir, force);
        place.requireReplaceable(name, found.makeQualified(new Path(input)), input);
        if (files.exists(place.partial)) files.delete(place.partial, true);
        Preconditions.require(files.mkdirs(place.partial), "-o %s: the folder cannot be made", name);
        files.create(new Path(place.partial, MARKER)).close();
        return place;
    }

    private void requireReplaceable(String name, Path input, String read) throws IOException {
        Preconditions.require(
                !files.exists(partial) || files.exists(new Path(partial, MARKER)),
                "%s.partial exists and is not what an unfinished run left; move it, or choose another folder",
                name);
        if (!files.exists(dir)) return;
        Preconditions.require(
                files.getFileStatus(dir).isDirectory(), "%s is a file, a folder is written; choose another name", name);
        Preconditions.require(force, "%s exists already; choose another folder, or overwrite it with --force", name);
        Preconditions.require(
                !isIn(input, dir), "-o %s holds %s, which the run reads; choose another folder", name, read);
        for (String property : List.of("user.dir", "user.home")) {
            Path place = files.makeQualified(new Path(System.getProperty(property, "/")));
            boolean holds = dir.toUri().getScheme().equals("file") && isIn(place, dir);
            Preconditions.require(!holds, "%s is not overwritten, it holds %s; choose another folder", name, place);
        }
    }

    private static boolean isIn(Path inner, Path outer) {
        for (Path at = inner; at != null; at = at.getParent()) if (at.equals(outer)) return true;
        return false;
    }

    /** Where Spark writes what belongs to the result. */
    String pathOf(String name) {
        return new Path(partial, name).toString();
    }

    /** Copies a file of this machine into the result. */
    void add(java.nio.file.Path file) throws IOException {
        files.copyFromLocalFile(
                false, true, new Path(file.toUri()), new Path(partial, String.valueOf(file.getFileName())));
    }

    /** Makes the result appear. If that fails, an older result is where it was. */
    void commit() throws IOException {
        files.delete(new Path(partial, MARKER), false);
        boolean older = files.exists(dir);
        Preconditions.require(!older || force, "%s appeared during the run", dir);
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
        if (!files.rename(from, to)) throw new IOException(from + " cannot be renamed to " + to);
    }

    /** Removes what was written, unless it was committed. */
    @Override
    public void close() throws IOException {
        if (!committed && files.exists(partial)) files.delete(partial, true);
    }
}
