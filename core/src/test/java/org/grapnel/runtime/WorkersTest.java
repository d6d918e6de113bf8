package org.grapnel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkersTest {
    private static Set<Thread> live() {
        Set<Thread> threads = new HashSet<>();
        for (Thread t : Thread.getAllStackTraces().keySet()) if (t.getName().startsWith("grapnel-")) threads.add(t);
        return threads;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void everyTaskRunsOnceInEveryRound(int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            for (int round = 0; round < 4000; round++) {
                int tasks = TestMatrices.below(40, 1, threads, round);
                AtomicIntegerArray ran = new AtomicIntegerArray(40);
                context.run(tasks, (task, scratch) -> ran.incrementAndGet(task));
                for (int i = 0; i < 40; i++)
                    assertThat(ran.get(i)).as("task %d of round %d", i, round).isEqualTo(i < tasks ? 1 : 0);
            }
        }
    }

    /**
     * A helper that is late for a short round may see the next round while it is being set up. It must not run a task of
     * that round early, nor be counted in it. Many short rounds in a row make this likely.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aLateHelperRunsNoTaskOfTheNextRound(int threads) {
        int[] sizes = {2, 12, 3, 40, 2, 7};
        AtomicIntegerArray ran = new AtomicIntegerArray(40);
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
            for (int round = 0; System.nanoTime() < end; round++) {
                int tasks = sizes[round % sizes.length];
                context.run(tasks, (task, scratch) -> ran.incrementAndGet(task));
                for (int i = 0; i < 40; i++) {
                    int times = ran.getAndSet(i, 0);
                    if (times != (i < tasks ? 1 : 0))
                        throw new AssertionError(
                                "task " + i + " of " + tasks + " ran " + times + " times in round " + round);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void sleepingHelpersWakeUp(int threads) throws InterruptedException {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            for (int round = 0; round < 30; round++) {
                Thread.sleep(2);
                AtomicIntegerArray ran = new AtomicIntegerArray(9);
                context.run(9, (task, scratch) -> ran.incrementAndGet(task));
                for (int i = 0; i < 9; i++) assertThat(ran.get(i)).isEqualTo(1);
            }
        }
    }

    @Test
    void threadsShareTasksAndHaveTheirOwnScratch() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Set<Scratch> scratches = ConcurrentHashMap.newKeySet();
        try (ExecutionContext context = ExecutionContext.create(3)) {
            assertThat(context.threads()).isEqualTo(3);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20); // helpers may be slow on a busy machine
            while ((threads.size() < 2 || !threads.contains(Thread.currentThread())) && System.nanoTime() < deadline)
                context.run(20, (task, scratch) -> {
                    threads.add(Thread.currentThread());
                    scratches.add(scratch);
                    long until = System.nanoTime() + 20_000;
                    while (System.nanoTime() < until) Thread.onSpinWait();
                });
        }
        assertThat(threads).hasSizeBetween(2, 3).contains(Thread.currentThread());
        assertThat(scratches).hasSameSizeAs(threads);
    }

    @Test
    void callerAndNextRoundSeeWhatTasksWrote() {
        try (ExecutionContext context = ExecutionContext.create(4)) {
            double[] a = new double[64];
            double[] b = new double[64];
            for (int round = 1; round <= 2000; round++) {
                double value = round;
                context.run(64, (task, scratch) -> a[task] = value);
                context.run(64, (task, scratch) -> b[task] = a[63 - task] + 1);
                for (double x : b) assertThat(x).isEqualTo(value + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void failureReachesTheCallerAndThePoolKeepsWorking(int threads) {
        try (ExecutionContext context = ExecutionContext.create(threads)) {
            for (int tasks : new int[] {1, 2, 30}) {
                for (int failing = 0; failing < tasks; failing += Math.max(1, tasks / 3)) {
                    int bad = failing;
                    assertThatThrownBy(() -> context.run(tasks, (task, scratch) -> {
                                if (task == bad) throw new IllegalStateException("task " + task);
                            }))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage("task " + bad);
                    assertThatThrownBy(() -> context.run(tasks, (task, scratch) -> {
                                if (task == bad) throw new AssertionError("error in " + task);
                            }))
                            .isInstanceOf(AssertionError.class)
                            .hasMessage("error in " + bad);
                    AtomicIntegerArray ran = new AtomicIntegerArray(tasks);
                    context.run(tasks, (task, scratch) -> ran.incrementAndGet(task));
                    for (int i = 0; i < tasks; i++) assertThat(ran.get(i)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void zeroTasksRunNothing() {
        try (ExecutionContext context = ExecutionContext.create(3)) {
            context.run(0, (task, scratch) -> {
                throw new AssertionError("there is no task " + task);
            });
        }
    }

    @Test
    void closingEndsTheThreadsAndLaterRunsAreRefused() {
        Set<Thread> before = live();
        ExecutionContext context = ExecutionContext.create(5);
        Set<Thread> own = live();
        own.removeAll(before);
        assertThat(own).hasSize(4).allMatch(Thread::isDaemon);
        context.run(10, (task, scratch) -> scratch.doubles(ScratchArray.ROW, 3));
        context.close();
        assertThat(own).noneMatch(Thread::isAlive);
        context.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> context.run(2, (task, scratch) -> {}))
                .withMessage("the threads have been closed");
    }
}
