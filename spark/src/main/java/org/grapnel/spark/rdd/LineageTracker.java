package org.grapnel.spark.rdd;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * Holds the broadcasts, shuffles and RDDs from which Spark recomputes the current columns of H after the loss of an
 * executor, until the next checkpoint.
 */
public final class LineageTracker {
    private final List<Broadcast<byte[]>> tasks = new ArrayList<>();
    private final Set<Integer> shuffles = new TreeSet<>();
    private final List<JavaRDD<?>> retired = new ArrayList<>();

    /** Adds a task and the columns computed from it. */
    public void add(Broadcast<byte[]> task, JavaRDD<?> columns) {
        tasks.add(task);
        add(columns);
    }

    /** Adds columns that need no task. */
    public void add(JavaRDD<?> columns) {
        shuffles.addAll(ShuffleFiles.findIds(columns));
    }

    /** Removes a task whose result was rejected. */
    public void drop(Broadcast<byte[]> task) {
        tasks.remove(task);
        task.destroy();
    }

    /**
     * Unpersists an RDD that no step reads. The lineage of the current columns passes through it on several paths, so
     * if Spark needs it again, it is computed once and stays on disk.
     */
    public void retire(JavaRDD<?> rdd) {
        rdd.unpersist(false);
        rdd.persist(StorageLevel.DISK_ONLY());
        retired.add(rdd);
    }

    /** Releases everything, after a checkpoint. */
    public void cut(SparkContext context) {
        for (Broadcast<byte[]> task : tasks) task.destroy();
        tasks.clear();
        ShuffleFiles.delete(context, shuffles);
        shuffles.clear();
        for (JavaRDD<?> rdd : retired) rdd.unpersist(false);
        retired.clear();
    }
}
