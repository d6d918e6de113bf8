package org.grapnel.linalg;

import org.grapnel.runtime.Scratch;

/**
 * S·M for a sparse S and a tall M, a few rows at a time, for tasks that use the rows while they are in the cache. Valid
 * until the next sparse product of the same context.
 */
public final class SparseProduct {
    private final CompressedLines lines;
    private final SparseKernel kernel;

    SparseProduct(CompressedLines lines, SparseKernel kernel) {
        this.lines = lines;
        this.kernel = kernel;
    }

    /**
     * Computes rows {@code first} to {@code first + count − 1}, one after the other in {@code into}. Uses the array {@code OTHER_ROW} of
     * the scratch memory.
     */
    public void rows(int first, int count, double[] into, Scratch scratch) {
        kernel.combine(lines, first, count, into, scratch);
    }

    SparseKernel kernel() {
        return kernel;
    }
}
