package org.grapnel.studio.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run that waits or runs, with its listeners. */
final class Job {
    private static final long INTERVAL_NANOS = 150_000_000;

    final String id;
    final boolean isResumed;

    /** Whether an earlier studio has begun it. */
    final boolean isInherited;

    private static final Set<String> POINT = Set.of("iteration", "objective");

    private final Supplier<RunRecord> record;
    private final JobHistory history = new JobHistory();
    private final Set<JobListener> listeners = new CopyOnWriteArraySet<>();
    private Map<String, Object> progress = Map.of();
    private @Nullable WorkerProcess worker;
    private long nextNanos = System.nanoTime();
    private boolean isStopped;

    Job(String id, boolean isResumed, boolean isInherited, Supplier<RunRecord> record) {
        this.id = id;
        this.isResumed = isResumed;
        this.isInherited = isInherited;
        this.record = record;
    }

    RunRecord record() {
        return record.get();
    }

    List<List<Number>> history() {
        return history.points();
    }

    synchronized Map<String, Object> progress() {
        return progress;
    }

    /** Sets the process; returns whether the run was stopped before it had one. */
    synchronized boolean setWorker(@Nullable WorkerProcess process) {
        worker = process;
        return isStopped;
    }

    synchronized @Nullable WorkerProcess worker() {
        return worker;
    }

    synchronized void setStopped() {
        isStopped = true;
    }

    synchronized boolean isStopped() {
        return isStopped;
    }

    /** Adds a listener; it first gets the state and the points so far. */
    synchronized void subscribe(JobListener listener, Map<String, Object> state) {
        listeners.add(listener);
        listener.onState(state, false);
    }

    void unsubscribe(JobListener listener) {
        listeners.remove(listener);
    }

    /** Takes a progress message of the worker; passes it on a few times a second. */
    void onProgress(Map<String, Object> message) {
        Map<String, Object> values = new LinkedHashMap<>(message);
        values.remove("event");
        values.remove("id");
        double earlier = record().status().seconds(); // before it was stopped
        values.computeIfPresent(
                "seconds", (key, now) -> now instanceof Number number ? number.doubleValue() + earlier : now);
        if (isResumed && history.isEmpty() && values.get("iteration") instanceof Number first && first.intValue() == 0)
            values.keySet().removeAll(POINT); // the start, which comes before the points that were kept
        if (values.get("iteration") instanceof Number iteration
                && values.get("objective") instanceof Number objective
                && values.get("seconds") instanceof Number seconds) history.add(iteration, objective, seconds);
        boolean isNewPhase;
        synchronized (this) {
            isNewPhase = !values.getOrDefault("phase", "").equals(progress.get("phase"));
            progress = values;
        }
        if (!isNewPhase && System.nanoTime() - nextNanos < 0) return;
        nextNanos = System.nanoTime() + INTERVAL_NANOS;
        listeners.forEach(listener -> listener.onProgress(values));
    }

    void tell(Map<String, Object> state, boolean isFinal) {
        listeners.forEach(listener -> listener.onState(state, isFinal));
        if (isFinal) listeners.clear();
    }
}
