package org.grapnel.spark.solve;

import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.graph.SparkLaplacian;

/**
 * Cost of one iteration, counted from the messages and products that are really computed: a pass over X on the active
 * features for XᵀW and XHᵀ, the updates of W and H, one product with L.
 *
 * @param samples n
 * @param stored stored entries of X in the active features: all of X until the selection settles, then those of the
 *     kept features
 * @param rank r
 * @param looked number of active features
 * @param partitions number of partitions
 * @param executors number of executors
 * @param arcs stored entries of L
 * @param shipped rows of H sent to other partitions, see {@link SparkLaplacian}
 */
public record IterationCost(
        long samples, long stored, int rank, int looked, int partitions, int executors, long arcs, long shipped) {
    private static final int BYTES = 8;

    public IterationCost {
        Preconditions.require(
                rank >= 1 && partitions >= 1 && executors >= 1,
                "rank %d, partitions %d and executors %d must each be at least 1",
                rank,
                partitions,
                executors);
    }

    /** Returns the operations of all executors together. */
    public double flops() {
        double r = rank;
        double products = 4.0 * stored * r; // XᵀW and XHᵀ
        double step = 2.0 * samples * r * r; // H·WᵀW
        double grams = 3.0 * samples * r * r; // HHᵀ, and HRᵀ for the bounds
        double graph = 2.0 * arcs * r + 2.0 * samples * r;
        return products + step + grams + graph + 12.0 * samples * r;
    }

    /** Returns the bytes from the driver to all executors: the active rows of W and their indices. */
    public double broadcast() {
        return (double) executors * (BYTES * ((double) looked * rank + rank * rank) + 3.0 * 4 * looked);
    }

    /**
     * Returns the bytes from the partitions to the driver, most of them through other executors: {@link
     * SweepSums#length}.
     */
    public double gathered() {
        return (double) partitions * BYTES * (SweepSums.length(rank, looked) + (arcs > 0 ? rank : 0));
    }

    /** Returns the bytes between executors: rows of H for neighbours in other partitions. */
    public double exchanged() {
        return (double) shipped * rank * BYTES;
    }

    /** Returns all bytes that are sent. */
    public double moved() {
        return broadcast() + gathered() + exchanged();
    }

    /**
     * Returns the memory of an executor in bytes: its part of X, of the columns of H and L·H (current, previous,
     * candidate, checkpoint), of the reference H, and of the rows of L; and for each core a panel, the columns being
     * updated, and the sums.
     *
     * @param inMemory bytes of X: 8 per number for dense data, 24 for sparse data, which are stored by rows and by
     *     columns
     */
    public double memory(double inMemory, int cores) {
        double share = 1.0 / executors;
        double columns = BYTES * (double) rank * samples * share;
        double held = (arcs > 0 ? 14 : 7)
                * columns; // with L·H: current 2, previous 2, candidate 3, checkpoint 5, reference 2
        double graph = 12.0 * arcs * share + 4.0 * shipped * share;
        double inHand = cores * (3.0 * BYTES * Panel.NUMBERS + BYTES * (double) SweepSums.length(rank, looked));
        return inMemory * share + held + graph + inHand;
    }
}
