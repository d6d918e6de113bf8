package org.grapnel.runtime;

import java.util.Locale;
import java.util.function.DoubleConsumer;

/**
 * The threads and the kernel (OpenBLAS or plain Java) of a computation. It is passed to every computation; there is no
 * global state. The number of threads changes the time of a result, never its bits. One caller at a time.
 */
public final class ExecutionContext implements AutoCloseable {
    /** Operations of a plain loop, and of the kernel, below which a block is not worth a second thread: about 30 µs. */
    private static final double LOOP_FLOPS = 2.5e4;

    private static final double KERNEL_FLOPS = 6e5;

    private static final int MOST_BLOCKS = 32;

    private final KernelKind kernel;
    private final Workers workers;
    private final Scratch callerScratch = new Scratch();
    private DoubleConsumer progress = share -> {};

    /** The implementation of matrix products. */
    public enum KernelKind {
        OPENBLAS,
        JAVA
    }

    private ExecutionContext(KernelKind kernel, int threads) {
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        this.kernel = kernel;
        this.workers = new Workers(threads);
    }

    /** Creates a context with OpenBLAS, or with plain Java if OpenBLAS does not load or {@code -Dgrapnel.blas=java}. */
    public static ExecutionContext create(int threads) {
        return new ExecutionContext(OpenBlasLibrary.isLoaded() ? KernelKind.OPENBLAS : KernelKind.JAVA, threads);
    }

    /** Creates a context with the plain-Java kernel. */
    public static ExecutionContext createPlainJava(int threads) {
        return new ExecutionContext(KernelKind.JAVA, threads);
    }

    public int threads() {
        return workers.threads();
    }

    /** Sets the listener that receives the progress of a long computation: a share between 0 and 1, on the calling thread. */
    public void setProgress(DoubleConsumer listener) {
        progress = listener;
    }

    /** Reports the share of a long computation that is done. */
    public void reportProgress(double share) {
        progress.accept(share);
    }

    public KernelKind kernel() {
        return kernel;
    }

    /** Returns the name of the kernel: {@code openblas} or {@code java}. */
    public String kernelName() {
        return kernel.name().toLowerCase(Locale.ROOT);
    }

    /** The work of one task. */
    public interface BlockTask {
        void run(int task, Scratch scratch);
    }

    /** Runs tasks 0 … tasks−1 on the threads and waits for them. Tasks must not write to the same places. */
    public void run(int tasks, BlockTask task) {
        workers.run(tasks, task);
    }

    /**
     * Runs a task for every item 0 … count−1, cut into blocks by the cost of all items, {@code flops}. Tasks must not
     * write to the same places.
     */
    public void runEach(int count, double flops, BlockTask task) {
        int blocks = Math.max(1, Math.min(count, blockCount(flops)));
        run(blocks, (b, scratch) -> {
            int end = blockStart(count, b + 1, blocks);
            for (int i = blockStart(count, b, blocks); i < end; i++) task.run(i, scratch);
        });
    }

    /** The sum over the items [from, end). */
    public interface BlockSum {
        double sum(int from, int end, Scratch scratch);
    }

    /** Sums over {@code count} items, cut into blocks whose sums are added in order. */
    public double sum(int count, int blocks, BlockSum block) {
        int cut = Math.max(1, Math.min(count, blocks));
        double[] sums = callerScratch.doubles(ScratchArray.BLOCK_SUMS, cut);
        run(
                cut,
                (b, scratch) -> sums[b] = block.sum(blockStart(count, b, cut), blockStart(count, b + 1, cut), scratch));
        double sum = 0;
        for (int b = 0; b < cut; b++) sum += sums[b];
        return sum;
    }

    /** Returns the number of blocks for loops of {@code flops} operations: a function of the work alone. */
    public static int blockCount(double flops) {
        return blockCount(flops, LOOP_FLOPS);
    }

    /** Returns the number of blocks for products of the kernel, which is much faster than a loop. */
    public static int kernelBlockCount(double flops) {
        return blockCount(flops, KERNEL_FLOPS);
    }

    /** Returns the number of blocks for products of the kernel that are as fast in small blocks. */
    public static int fineKernelBlockCount(double flops) {
        return blockCount(flops, KERNEL_FLOPS / 6);
    }

    private static int blockCount(double flops, double inBlock) {
        return (int) Math.max(1, Math.min(MOST_BLOCKS, Math.ceil(flops / inBlock)));
    }

    /** Returns where block b of {@code blocks} starts in {@code count} items; block b ends where b + 1 starts. */
    public static int blockStart(int count, int b, int blocks) {
        return (int) ((long) count * b / blocks);
    }

    /** Returns the working memory of the calling thread, for the results of blocks that are then added in order. */
    public Scratch callerScratch() {
        return callerScratch;
    }

    @Override
    public void close() {
        workers.close();
        callerScratch.close();
    }
}
