package org.grapnel.spark.rdd;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.Dependency;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Deletes the files of finished shuffles. Spark deletes them only after the driver's next garbage collection, which may
 * never happen.
 */
public final class ShuffleFiles {
    private ShuffleFiles() {}

    /** Returns the ids of the shuffles between the nearest persisted ancestors and this RDD. */
    static Set<Integer> findIds(JavaRDD<?> rdd) {
        Set<Integer> ids = new TreeSet<>();
        Set<Integer> seen = new HashSet<>();
        Deque<RDD<?>> open = new ArrayDeque<>(List.of(rdd.rdd()));
        while (!open.isEmpty()) {
            for (Dependency<?> on : CollectionConverters.asJava(open.pop().dependencies())) {
                if (on instanceof ShuffleDependency<?, ?, ?> shuffle) ids.add(shuffle.shuffleId());
                boolean further = on.rdd().getStorageLevel().equals(StorageLevel.NONE());
                if (further && seen.add(on.rdd().id())) open.push(on.rdd());
            }
        }
        return ids;
    }

    /** Deletes the files of the last shuffle before this RDD, which is no longer used. */
    public static void deleteLast(RDD<?> rdd) {
        for (RDD<?> at = rdd; ; ) {
            Dependency<?> on = at.dependencies().head();
            if (on instanceof ShuffleDependency<?, ?, ?> shuffle) {
                delete(rdd.sparkContext(), List.of(shuffle.shuffleId()));
                return;
            }
            at = on.rdd();
        }
    }

    /** Deletes the files of shuffles that no lineage needs. */
    static void delete(SparkContext context, Iterable<Integer> ids) {
        if (context.cleaner().isEmpty()) return;
        for (int id : ids) context.cleaner().get().doCleanupShuffle(id, false);
    }
}
