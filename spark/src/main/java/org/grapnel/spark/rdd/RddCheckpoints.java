package org.grapnel.spark.rdd;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.runtime.Preconditions;

/** Where lineage is cut: files that every executor can read, so that a lost one costs a few steps and not the run. */
public final class RddCheckpoints {
    private RddCheckpoints() {}

    /**
     * Makes sure of a directory: that of the context; where there is none, one beside the temporary files for a master on this machine, or in
     * the user's home of a file system that all machines share.
     */
    public static void ensureDirectory(JavaSparkContext context) {
        if (context.getCheckpointDir().isPresent()) return;
        String name = "grapnel-checkpoints-" + context.sc().applicationId();
        try {
            FileSystem shared = FileSystem.get(context.hadoopConfiguration());
            boolean onDisk = shared.getScheme().equals("file");
            Preconditions.require(
                    !onDisk || context.master().startsWith("local"),
                    "a checkpoint directory that all executors can reach is needed: set --checkpoint-dir, spark.checkpoint.dir or"
                            + " SparkContext.setCheckpointDir (the file system of master %s is that of each machine)",
                    context.master());
            Path parent = onDisk ? new Path(System.getProperty("java.io.tmpdir")) : shared.getHomeDirectory();
            Path directory = new Path(parent, name);
            context.setCheckpointDir(directory.toString());
            shared.deleteOnExit(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("no checkpoint directory could be made: " + e.getMessage(), e);
        }
    }

    /** Writes it at once; it has been persisted, so that nothing is computed twice. */
    public static void write(JavaRDD<?> rdd) {
        rdd.checkpoint();
        rdd.count();
    }

    /** Deletes what was written; nobody may need it any more. */
    public static void delete(JavaRDD<?> rdd) {
        if (!rdd.isCheckpointed() || !rdd.getCheckpointFile().isPresent()) return;
        Path file = new Path(rdd.getCheckpointFile().get());
        try {
            file.getFileSystem(rdd.context().hadoopConfiguration()).delete(file, true);
        } catch (IOException e) {
            // a file too many harms nobody
        }
    }
}
