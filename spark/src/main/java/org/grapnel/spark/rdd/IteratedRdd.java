package org.grapnel.spark.rdd;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * The state of an iteration, one RDD after the other, of which only the last one stays in memory.
 *
 * <p>Steps are added lazily. A job then computes all of them and stores the last. Checkpoints cut the lineage and free
 * what it needed: shuffle files, and earlier states, which until then are on disk if Spark computes them again.
 */
public final class IteratedRdd<T> implements AutoCloseable {
    private final LineageTracker lineage = new LineageTracker();
    private JavaRDD<T> current;
    private @Nullable JavaRDD<T> stored;
    private @Nullable JavaRDD<T> written;
    private final List<JavaRDD<T>> passed = new ArrayList<>();

    /** Starts with an RDD, and with a checkpoint directory. */
    public IteratedRdd(JavaRDD<T> start) {
        current = start;
        RddCheckpoints.ensureDirectory(JavaSparkContext.fromSparkContext(start.context()));
    }

    /** Returns the current state, which may be lazy. */
    public JavaRDD<T> rdd() {
        return current;
    }

    /** Replaces the state by one that is computed from it. */
    public void replace(JavaRDD<T> next) {
        current = next;
    }

    /** Replaces the state by one that reads it several times: the state before is stored until the next job has run. */
    public void replaceOften(JavaRDD<T> next) {
        if (current != stored) {
            lineage.add(current);
            current.persist(StorageLevel.MEMORY_AND_DISK());
            passed.add(current);
        }
        current = next;
    }

    /**
     * Runs a job on the current state, and stores that.
     *
     * @param checkpoint whether to cut the lineage; only for a state on which no job has run
     */
    public <R> R compute(boolean checkpoint, Function<JavaRDD<T>, R> job) {
        JavaRDD<T> now = current;
        JavaRDD<T> before = stored;
        if (now != before) {
            lineage.add(now);
            now.persist(StorageLevel.MEMORY_AND_DISK());
            stored = now;
            if (checkpoint) now.checkpoint();
        }
        R result = job.apply(now);
        if (before != null && before != now) lineage.retire(before);
        passed.forEach(lineage::retire);
        passed.clear();
        if (checkpoint && now != written) {
            lineage.cut(now.context());
            deleteCheckpoint();
            written = now;
        }
        return result;
    }

    private void deleteCheckpoint() {
        if (written == null) return;
        written.unpersist(false);
        RddCheckpoints.delete(written);
    }

    @Override
    public void close() {
        if (stored != null) stored.unpersist(false);
        for (JavaRDD<T> rdd : passed) rdd.unpersist(false);
        lineage.cut(current.context());
        deleteCheckpoint();
    }
}
