package org.grapnel.spark.app;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.storage.BlockUpdatedInfo;

/** What a run asks of its executors: how many were lost, and how much did not fit in their memory. */
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

    /** How many there are now. */
    public static int countExecutors(SparkContext context) {
        int managers = context.getExecutorMemoryStatus().size(); // the driver's is among them
        return context.isLocal() ? managers : managers - 1;
    }

    /** How many went away before the end. */
    public synchronized int lostExecutors() {
        return lost;
    }

    /** Bytes of persisted data that lay on disk at the worst moment, and what tasks wrote to disk because they ran out of memory. */
    public synchronized long spilledBytes() {
        return mostHeld + spilled;
    }
}
