package org.grapnel.spark.rdd;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * A folder with the states of unfinished solves, in a file system that the driver and all executors share. Every solve has a folder of its own,
 * named by its fingerprint, so the state of another problem is never read.
 */
public final class StateFolder {
    /** Digits of the fingerprint in the name of a solve's folder. */
    private static final int DIGITS = 32;

    private final JavaSparkContext context;
    private final FileSystem files;
    private final Path folder;

    private StateFolder(JavaSparkContext context, FileSystem files, Path folder) {
        this.context = context;
        this.files = files;
        this.folder = folder;
    }

    /** Uses this folder, which is created if it does not exist. */
    public static StateFolder at(JavaSparkContext context, Path folder) {
        try {
            FileSystem found = folder.getFileSystem(context.hadoopConfiguration());
            // without Hadoop's checksum files: a state has a checksum of its own
            FileSystem files = found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
            return new StateFolder(context, files, found.makeQualified(folder));
        } catch (IOException | IllegalArgumentException e) {
            throw unusable(folder, "used", e);
        }
    }

    /**
     * Opens the state of a solve, and finds what an earlier run left. A damaged state is ignored: its solve starts from the beginning.
     *
     * @param fingerprint hexadecimal digits of everything on which the bits of the solve depend
     * @param interval number of iterations between two writes
     */
    public SolveState open(String fingerprint, int interval) {
        Preconditions.require(interval >= 1, "checkpoint-interval must be at least 1, got %d", interval);
        Preconditions.require(
                fingerprint.length() >= DIGITS,
                "a fingerprint has at least %d digits, got %d",
                DIGITS,
                fingerprint.length());
        Path own = new Path(folder, fingerprint.substring(0, DIGITS));
        try {
            if (!files.mkdirs(own)) throw new IOException("it cannot be created");
            return SolveState.open(context, files, own, fingerprint, interval);
        } catch (IOException e) {
            throw unusable(own, "written", e);
        }
    }

    /** Whether a solve has saved a state in this folder, which need not exist. */
    public static boolean hasState(FileSystem files, Path folder) throws IOException {
        if (!files.exists(folder)) return false;
        for (FileStatus solve : files.listStatus(folder))
            if (solve.isDirectory() && SolveState.hasState(files, solve.getPath())) return true;
        return false;
    }

    /** Deletes all states, when the run that they belong to has finished. */
    public void delete() {
        try {
            files.delete(folder, true);
        } catch (IOException e) {
            throw unusable(folder, "deleted", e);
        }
    }

    /** The refusal of a folder in which a solve cannot be saved or found. */
    static DataException unusable(Path folder, String verb, Throwable e) {
        Throwable root = SparkErrors.rootCause(e);
        return new DataException(
                "the state folder " + folder + " cannot be " + verb + ": " + SparkErrors.firstLine(root)
                        + "; set --checkpoint-dir to a folder that the driver and all executors can read and write",
                e);
    }
}
