package org.grapnel.spark.rdd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * Cuts the lineage of RDDs with checkpoint files that every executor can read. A lost executor then costs a few
 * iterations and not the run.
 */
public final class RddCheckpoints {
    private RddCheckpoints() {}

    /**
     * Sets a checkpoint directory unless the context has one. A local master gets a folder next to the temporary files,
     * a cluster a folder in the user's home of its shared file system.
     */
    public static void ensureDirectory(JavaSparkContext context) {
        if (context.getCheckpointDir().isPresent()) return;
        String name = "grapnel-checkpoints-" + context.sc().applicationId();
        try {
            FileSystem shared = FileSystem.get(context.hadoopConfiguration());
            boolean onDisk = shared.getScheme().equals("file");
            Preconditions.require(
                    !onDisk || context.master().startsWith("local"),
                    "master %s has no file system that all executors share, and checkpoints need one: set --checkpoint-dir, spark.checkpoint.dir or"
                            + " SparkContext.setCheckpointDir",
                    context.master());
            Path directory = onDisk ? temporaryFolder(name) : new Path(shared.getHomeDirectory(), name);
            context.setCheckpointDir(directory.toString());
            shared.deleteOnExit(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a checkpoint directory: " + e.getMessage(), e);
        }
    }

    /** A new folder that only the user can read and write: it holds data, and its files are read as Java objects. */
    static Path temporaryFolder(String name) throws IOException {
        return new Path(Files.createTempDirectory(name + "-").toUri());
    }

    /** Writes a persisted RDD at once. No job may have run on it, because Spark writes an RDD in its first job only. */
    public static void write(JavaRDD<?> rdd) {
        try {
            rdd.checkpoint();
            rdd.count();
            if (!rdd.isCheckpointed())
                throw new IllegalStateException("a job ran on " + rdd + " before its checkpoint");
        } catch (Exception e) { // Scala throws undeclared checked exceptions
            requireDirectory(rdd);
            throw e;
        }
    }

    /** Writes a persisted RDD in its first job, if there is a checkpoint directory. */
    public static void mark(JavaRDD<?> rdd) {
        if (rdd.context().getCheckpointDir().isDefined()) rdd.rdd().checkpoint();
    }

    /** Explains a failure by a checkpoint directory that was deleted during the run. */
    private static void requireDirectory(JavaRDD<?> rdd) {
        if (rdd.context().getCheckpointDir().isEmpty()) return;
        Path directory = new Path(rdd.context().getCheckpointDir().get());
        try {
            if (directory.getFileSystem(rdd.context().hadoopConfiguration()).exists(directory)) return;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the checkpoint directory " + directory + " cannot be read: " + e.getMessage()
                            + "; set --checkpoint-dir to a folder that all executors share",
                    e);
        }
        throw new DataException(
                "the checkpoint directory %s was deleted during the run; set --checkpoint-dir to a folder that stays",
                directory);
    }

    /** Deletes the checkpoint of an RDD that is no longer used. */
    public static void delete(JavaRDD<?> rdd) {
        if (!rdd.isCheckpointed() || !rdd.getCheckpointFile().isPresent()) return;
        Path file = new Path(rdd.getCheckpointFile().get());
        try {
            file.getFileSystem(rdd.context().hadoopConfiguration()).delete(file, true);
        } catch (IOException e) {
            // a leftover file does no harm
        }
    }
}
