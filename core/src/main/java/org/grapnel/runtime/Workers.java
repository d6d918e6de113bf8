package org.grapnel.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that share numbered tasks with the caller. Starting a round allocates nothing and costs about a
 * microsecond while the helpers are awake. Idle helpers spin briefly before they sleep.
 *
 * <p>A claim is one 64-bit word, round ‖ next task. A late helper compares the round it saw with the word it swaps, and
 * the word of a finished round is out of range before the next round starts. So a helper never runs a task of another
 * round.
 */
final class Workers implements AutoCloseable {
    private static final long SPIN_NANOS = 300_000;
    private static final long LATE_NANOS = 30_000;
    private static final long LONGEST_PAUSE = 25_000_000;
    private static final int MOST_PATIENCE = 32;
    private static final int BUSY_SPINS = 1000;

    private final Scratch[] scratch;
    private final Thread[] helpers;
    private final AtomicInteger[] asleep;
    private final AtomicLong claim = new AtomicLong();
    private final AtomicInteger done = new AtomicInteger();
    private ExecutionContext.@Nullable BlockTask task;
    private int tasks;
    private long aloneSince; // from here to aloneUntil the caller runs rounds without help
    private long aloneUntil;
    private int patience = 1;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    Workers(int threads) {
        scratch = new Scratch[threads];
        for (int t = 0; t < threads; t++) scratch[t] = new Scratch();
        helpers = new Thread[threads - 1];
        asleep = new AtomicInteger[threads - 1];
        for (int h = 0; h < helpers.length; h++) {
            int id = h;
            asleep[h] = new AtomicInteger();
            helpers[h] = new Thread(() -> help(id), "grapnel-" + (h + 1));
            helpers[h].setDaemon(true);
            helpers[h].start();
        }
    }

    int threads() {
        return scratch.length;
    }

    /** Runs all tasks and returns when the last is done. One round at a time. */
    synchronized void run(int count, ExecutionContext.BlockTask work) {
        if (closed) throw new IllegalStateException("the threads have been closed");
        int first = 0;
        // a pause ends within a long round too
        while (first < count && (helpers.length == 0 || first == count - 1 || isAlone())) work.run(first++, scratch[0]);
        if (first < count) share(first, count, work);
    }

    /** Runs the tasks from {@code first} on together with the helpers. */
    private void share(int first, int count, ExecutionContext.BlockTask work) {
        long old = claim.get() >>> 32;
        long round = (old + 1) & 0xFFFF_FFFFL;
        claim.set(old << 32 | Integer.MAX_VALUE); // close the old round before any state of the new one is visible
        task = work;
        tasks = count;
        done.set(0);
        failure = null;
        claim.set(round << 32 | first);
        for (int h = 0, wake = Math.min(helpers.length, count - first - 1); h < wake; h++)
            if (asleep[h].get() == 1) LockSupport.unpark(helpers[h]);
        long started = System.nanoTime();
        runTasks(round, scratch[0]);
        long finished = System.nanoTime();
        for (int spins = 0; done.get() < count - first; spins++) pause(spins);
        long now = System.nanoTime();
        adaptHelp(finished - started, now - finished, now);
        task = null;
        Throwable failed = failure;
        if (failed instanceof RuntimeException e) throw e;
        if (failed instanceof Error e) throw e;
    }

    private boolean isAlone() {
        return aloneUntil != aloneSince && System.nanoTime() - aloneUntil < 0;
    }

    /**
     * Stops using helpers for a while if waiting for them takes longer than their help saves, as on a busy machine where a helper is
     * suspended in the middle of a task. The pause is a multiple of the time lost: rounds of a small problem take microseconds, and a
     * suspended helper returns after milliseconds. The multiple doubles while helpers are late again soon after a pause.
     */
    private void adaptHelp(long worked, long waited, long now) {
        if (waited <= 2 * worked + LATE_NANOS) return;
        boolean soon = now - aloneUntil < 8 * (aloneUntil - aloneSince);
        patience = soon ? Math.min(MOST_PATIENCE, 2 * patience) : 1;
        aloneSince = now;
        aloneUntil = now + Math.min(LONGEST_PAUSE, patience * waited);
    }

    private void runTasks(long round, Scratch mine) {
        while (true) {
            long word = claim.get();
            ExecutionContext.BlockTask work = task;
            int count = tasks;
            int next = (int) word;
            if (word >>> 32 != round || next >= count || work == null) return;
            if (!claim.compareAndSet(word, word + 1)) continue;
            try {
                work.run(next, mine);
            } catch (RuntimeException | Error e) {
                failure = e;
            } finally {
                done.incrementAndGet();
            }
        }
    }

    /** Waits briefly: spins a few times, then yields to other threads, such as the compiler of a young JVM. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding affects speed only, not correctness
    private static void pause(int spins) {
        if (spins < BUSY_SPINS) Thread.onSpinWait();
        else Thread.yield();
    }

    private void help(int id) {
        long seen = claim.get() >>> 32;
        while (!closed) {
            long deadline = System.nanoTime() + SPIN_NANOS;
            for (int spins = 0; claim.get() >>> 32 == seen && System.nanoTime() < deadline && !closed; spins++)
                pause(spins);
            if (claim.get() >>> 32 == seen) {
                asleep[id].set(1);
                while (claim.get() >>> 32 == seen && !closed) LockSupport.park(this);
                asleep[id].set(0);
            }
            seen = claim.get() >>> 32;
            runTasks(seen, scratch[id + 1]);
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Thread h : helpers) LockSupport.unpark(h);
        for (Thread h : helpers) {
            boolean interrupted = false;
            while (h.isAlive()) {
                try {
                    h.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) Thread.currentThread().interrupt();
        }
        for (Scratch s : scratch) s.close();
    }
}
