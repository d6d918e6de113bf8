package org.grapnel.spark.rdd;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/** What the columns at hand would be computed from again, should an executor be lost: it stays until the lineage is cut. */
public final class LineageTracker {
    private final List<Broadcast<byte[]>> orders = new ArrayList<>();
    private final Set<Integer> shuffles = new TreeSet<>();
    private final List<JavaRDD<?>> retired = new ArrayList<>();

    /** An order that was sent, and the columns that came of it. */
    public void add(Broadcast<byte[]> order, JavaRDD<?> columns) {
        orders.add(order);
        shuffles.addAll(ShuffleFiles.findIds(columns));
    }

    /** What came of it was not kept. */
    public void drop(Broadcast<byte[]> order) {
        orders.remove(order);
        order.destroy();
    }

    /**
     * Lets go of what no step reads any more. The way to the columns at hand leads through it by several branches: should it be needed again,
     * it is computed once and stays on disk.
     */
    public void retire(JavaRDD<?> rdd) {
        rdd.unpersist(false);
        rdd.persist(StorageLevel.DISK_ONLY());
        retired.add(rdd);
    }

    /** Nothing of it is needed any more. */
    public void cut(SparkContext context) {
        for (Broadcast<byte[]> order : orders) order.destroy();
        orders.clear();
        ShuffleFiles.delete(context, shuffles);
        shuffles.clear();
        for (JavaRDD<?> rdd : retired) rdd.unpersist(false);
        retired.clear();
    }
}
