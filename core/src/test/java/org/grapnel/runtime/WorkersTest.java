package org.grapnel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.kernel.OpenBlasKernel;
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
     * A helper that is late for a short round meets the longer one that is just being set up: it must neither run a task of it
     * before the round begins nor be counted in it. Short rounds back to back make that meeting likely.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aLateHelperNeverReachesIntoTheNextRound(int threads) {
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
    void helpersThatHaveFallenAsleepWakeUp(int threads) throws InterruptedException {
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
    void tasksAreSharedAndEachThreadHasItsOwnScratch() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Set<Scratch> scratches = ConcurrentHashMap.newKeySet();
        try (ExecutionContext context = ExecutionContext.create(3)) {
            assertThat(context.threads()).isEqualTo(3);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20); // a busy machine may be slow to help
            while (threads.size() < 2 && System.nanoTime() < deadline)
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
    void whatTheTasksWroteIsSeenByTheCallerAndTheNextRound() {
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
    void aFailureReachesTheCallerAndThePoolWorksOn(int threads) {
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
    void noTaskIsNoWork() {
        try (ExecutionContext context = ExecutionContext.create(3)) {
            context.run(0, (task, scratch) -> {
                throw new AssertionError("there is no task " + task);
            });
        }
    }

    @Test
    void closingEndsTheThreads() {
        Set<Thread> before = live();
        ExecutionContext context = ExecutionContext.create(5);
        Set<Thread> own = live();
        own.removeAll(before);
        assertThat(own).hasSize(4).allMatch(Thread::isDaemon);
        context.run(10, (task, scratch) -> scratch.matrix(Scratch.FREE, 3, 3));
        context.close();
        assertThat(own).noneMatch(Thread::isAlive);
        context.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> context.run(2, (task, scratch) -> {}))
                .withMessage("these workers have been closed");
    }

    @Test
    void impossibleNumbersOfThreadsAreRefused() {
        for (int threads : new int[] {0, -1, 1025})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ExecutionContext.create(threads))
                    .withMessage("threads must be between 1 and 1024, got " + threads);
    }

    @Test
    void theKernelIsTheOneAskedFor() {
        try (ExecutionContext context = ExecutionContext.create(1);
                ExecutionContext plain = ExecutionContext.createPlainJava(1)) {
            assertThat(plain.kernelName()).isEqualTo("java");
            boolean forced = "java".equals(System.getProperty("grapnel.blas"));
            assertThat(context.kernelName()).isEqualTo(forced || !OpenBlasKernel.usable() ? "java" : "openblas");
        }
    }

    @Test
    void blocksCoverEverythingOnceAndDependOnTheWorkAlone() {
        for (double flops : new double[] {0, 1, 1e5, 1e5 + 1, 1e7, 1e300}) {
            assertThat(ExecutionContext.blockCount(flops)).isBetween(1, 32);
            assertThat(ExecutionContext.kernelBlockCount(flops)).isBetween(1, ExecutionContext.blockCount(flops));
        }
        for (int count : new int[] {0, 1, 5, 31, 32, 33, Integer.MAX_VALUE}) {
            for (int blocks : new int[] {1, 2, 3, 32}) {
                assertThat(ExecutionContext.blockStart(count, 0, blocks)).isZero();
                assertThat(ExecutionContext.blockStart(count, blocks, blocks)).isEqualTo(count);
                for (int b = 0; b < blocks; b++) {
                    int size = ExecutionContext.blockStart(count, b + 1, blocks)
                            - ExecutionContext.blockStart(count, b, blocks);
                    assertThat(size - count / blocks).isBetween(0, 1);
                }
            }
        }
    }

    @Test
    void scratchMemoryGrowsAndIsReused() {
        try (Scratch scratch = new Scratch()) {
            DenseMatrix large = scratch.matrix(Scratch.FREE, 10, 7);
            large.set(9, 6, 4);
            assertThat(scratch.matrix(Scratch.FREE, 7, 10)).isSameAs(large);
            assertThat(large.rows()).isEqualTo(7);
            assertThat(large.cols()).isEqualTo(10);
            assertThat(large.get(6, 9)).isEqualTo(4);
            assertThat(scratch.matrix(Scratch.FREE, 10, 8)).isNotSameAs(large);
            assertThatIllegalStateException().isThrownBy(() -> large.get(0, 0));
            double[] numbers = scratch.doubles(2, 5);
            assertThat(scratch.doubles(2, 3)).isSameAs(numbers);
            assertThat(scratch.doubles(3, 3)).isNotSameAs(numbers);
            assertThat(scratch.ints(0, 6)).hasSizeGreaterThanOrEqualTo(6);
        }
    }
}
