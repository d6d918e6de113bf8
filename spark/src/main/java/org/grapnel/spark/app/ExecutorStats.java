package org.grapnel.spark.app;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.storage.BlockUpdatedInfo;

/** Counts lost executors, and bytes that did not fit in their memory. */
public final class ExecutorStats extends SparkListener {
    private final Map<String, Long> onDisk = new HashMap<>();
    private long held;
    private long mostHeld;
    private long spilled;
    private int lost;

    @Override
    public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved event) {
        lost++;
    }

    @Override
    public synchronized void onBlockUpdated(SparkListenerBlockUpdated event) {
        BlockUpdatedInfo info = event.blockUpdatedInfo();
        if (!info.blockId().isRDD()) return;
        String where = info.blockManagerId().executorId() + " " + info.blockId().name();
        long now = info.storageLevel().useDisk() ? info.diskSize() : 0;
        Long before = now > 0 ? onDisk.put(where, now) : onDisk.remove(where);
        held += now - (before == null ? 0 : before);
        mostHeld = Math.max(mostHeld, held);
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
        if (event.taskMetrics() != null) spilled += event.taskMetrics().diskBytesSpilled();
    }

    /** Returns the current number of executors. */
    public static int countExecutors(SparkContext context) {
        int managers = context.getExecutorMemoryStatus().size(); // includes the driver
        return context.isLocal() ? managers : managers - 1;
    }

    /** Returns the number of lost executors. */
    public synchronized int lostExecutors() {
        return lost;
    }

    /** Returns the maximum of persisted bytes on disk, plus the bytes that tasks spilled. */
    public synchronized long spilledBytes() {
        return mostHeld + spilled;
    }
}
