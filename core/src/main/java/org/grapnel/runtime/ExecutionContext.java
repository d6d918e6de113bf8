package org.grapnel.runtime;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.ShapeChecks;
import org.grapnel.linalg.kernel.JavaKernel;
import org.grapnel.linalg.kernel.Kernel;
import org.grapnel.linalg.kernel.OpenBlasKernel;

/**
 * What computes: a kernel (OpenBLAS at one native thread, or plain Java) and the threads that share the blocks. Hand it
 * to whatever multiplies; nothing about it is global. The number of threads changes how long a result takes, never a bit
 * of it. One caller at a time.
 */
public final class ExecutionContext implements AutoCloseable {
    /** Below so many operations of a plain loop, or of the kernel, a block is not worth a second thread: about 30 µs. */
    private static final double LOOP_FLOPS = 2.5e4;

    private static final double KERNEL_FLOPS = 6e5;

    private static final int MOST_BLOCKS = 32;

    private final Kernel kernel;
    private final Workers workers;
    private final Scratch shared = new Scratch();

    private ExecutionContext(Kernel kernel, int threads) {
        Preconditions.require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        this.kernel = kernel;
        this.workers = new Workers(threads);
    }

    /** OpenBLAS where it loads; plain Java where it does not, or where {@code -Dgrapnel.blas=java} asks for it. */
    public static ExecutionContext create(int threads) {
        return new ExecutionContext(OpenBlasKernel.usable() ? new OpenBlasKernel() : new JavaKernel(), threads);
    }

    /** The plain-Java kernel, on any machine. */
    public static ExecutionContext createPlainJava(int threads) {
        return new ExecutionContext(new JavaKernel(), threads);
    }

    public int threads() {
        return workers.threads();
    }

    /** The kernel's name: {@code openblas} or {@code java}. */
    public String kernelName() {
        return kernel.name();
    }

    public Kernel kernel() {
        return kernel;
    }

    /** One thread's part of a job. */
    public interface BlockTask {
        void run(int task, Scratch scratch);
    }

    /** Runs task 0 … tasks−1 on the threads, and waits. Tasks must write to places of their own. */
    public void run(int tasks, BlockTask task) {
        workers.run(tasks, task);
    }

    /** The sum over things [from, end). */
    public interface BlockSum {
        double over(int from, int end, Scratch scratch);
    }

    /** A sum over so many things, cut into blocks whose sums are added in order. */
    public double sum(int count, int blocks, BlockSum part) {
        int cut = Math.max(1, Math.min(count, blocks));
        double[] sums = shared.doubles(0, cut);
        run(
                cut,
                (b, scratch) -> sums[b] = part.over(blockStart(count, b, cut), blockStart(count, b + 1, cut), scratch));
        double sum = 0;
        for (int b = 0; b < cut; b++) sum += sums[b];
        return sum;
    }

    /** Into how many blocks loops of so many operations are cut: a function of the job alone. */
    public static int blockCount(double flops) {
        return (int) Math.max(1, Math.min(MOST_BLOCKS, Math.ceil(flops / LOOP_FLOPS)));
    }

    /** The same for work of the kernel, which is much faster. */
    public static int kernelBlockCount(double flops) {
        return (int) Math.max(1, Math.min(MOST_BLOCKS, Math.ceil(flops / KERNEL_FLOPS)));
    }

    /** The same for work of the kernel that loses nothing by being cut. */
    public static int fineKernelBlockCount(double flops) {
        return (int) Math.max(1, Math.min(MOST_BLOCKS, Math.ceil(flops / (KERNEL_FLOPS / 6))));
    }

    /** Where block b of {@code blocks} starts in {@code count} things; block b ends where b + 1 starts. */
    public static int blockStart(int count, int b, int blocks) {
        return (int) ((long) count * b / blocks);
    }

    /** Memory of the calling thread, for results of blocks that are added afterwards, in order. */
    public Scratch callerScratch() {
        return shared;
    }

    /** C ← A·B for rows [from, to) of tall A and C and a small B. */
    public void timesSmall(DenseMatrix A, int from, int to, DenseMatrix B, DenseMatrix C, Scratch scratch) {
        timesSmall(A, from, to, B, C, from, scratch);
    }

    /** The same with the result in the rows of C from {@code at} on. */
    public void timesSmall(DenseMatrix A, int from, int to, DenseMatrix B, DenseMatrix C, int at, Scratch scratch) {
        ShapeChecks.small(A, B, C);
        int down = at - from;
        for (int i = from, m; i < to; i += m) {
            m = Math.min(to - i, Math.min(A.contiguousRows(i), C.contiguousRows(i + down)));
            kernel.gemm(false, false, m, B.cols(), B.rows(), 1, A, i, 0, B, 0, 0, 0, C, i + down, 0, scratch);
        }
    }

    /** C ← A·Bᵀ for m rows of A from {@code at} on and the rows [from, to) of B; A and C are tiles of this thread. */
    public void timesTransposed(
            DenseMatrix A, int at, int m, DenseMatrix B, int from, int to, DenseMatrix C, Scratch scratch) {
        ShapeChecks.transposed(A, B, m, to - from, C);
        for (int j = from, width; j < to; j += width) {
            width = Math.min(to - j, B.contiguousRows(j));
            kernel.gemm(false, true, m, width, A.cols(), 1, A, at, 0, B, j, 0, 0, C, 0, j - from, scratch);
        }
    }

    /** G ← G + AᵀA for the first m rows of the tile A, in the rows [from, to) of G only, so that several threads can share it. */
    public void addGram(DenseMatrix A, int m, int from, int to, DenseMatrix G, Scratch scratch) {
        ShapeChecks.gram(A, A, G);
        for (int i = from, height; i < to; i += height) {
            height = Math.min(to - i, G.contiguousRows(i));
            kernel.gemm(true, false, height, A.cols(), m, 1, A, 0, i, A, 0, 0, 1, G, i, 0, scratch);
        }
    }

    @Override
    public void close() {
        workers.close();
        shared.close();
    }
}
