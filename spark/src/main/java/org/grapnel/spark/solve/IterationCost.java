package org.grapnel.spark.solve;

import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.graph.SparkLaplacian;

/**
 * What one iteration costs, counted from the lengths of what is really sent and the products that are really made: a pass over X on the
 * looked-at features for XᵀW and for XHᵀ, the steps of W and H, one product with L.
 *
 * @param samples n
 * @param stored numbers of X that are stored in the features looked at: all of them while every feature is still in the race, then those of
 *     the kept ones
 * @param rank r
 * @param looked how many features are looked at
 * @param partitions of the samples
 * @param executors how many machines there are
 * @param arcs stored entries of L
 * @param shipped how many rows of H are sent to other partitions, see {@link SparkLaplacian}
 */
public record IterationCost(
        long samples, long stored, int rank, int looked, int partitions, int executors, long arcs, long shipped) {
    private static final int BYTES = 8;

    public IterationCost {
        Preconditions.require(
                rank >= 1 && partitions >= 1 && executors >= 1, "a rank, a partition and an executor at least");
    }

    /** Operations of all executors together. */
    public double flops() {
        double r = rank;
        double products = 4.0 * stored * r; // XᵀW and XHᵀ
        double step = 2.0 * samples * r * r; // H·WᵀW
        double grams = 3.0 * samples * r * r; // HHᵀ, and HRᵀ for the bounds
        double graph = 2.0 * arcs * r + 2.0 * samples * r;
        return products + step + grams + graph + 12.0 * samples * r;
    }

    /** From the driver to every executor: the looked-at rows of W and which they are. */
    public double broadcast() {
        return (double) executors * (BYTES * ((double) looked * rank + rank * rank) + 3.0 * 4 * looked);
    }

    /** From the partitions to the driver, most of it by way of each other: {@link SweepSums#length}. */
    public double gathered() {
        return (double) partitions * BYTES * (SweepSums.length(rank, looked) + (arcs > 0 ? rank : 0));
    }

    /** Between executors: rows of H for the neighbours of others. */
    public double exchanged() {
        return (double) shipped * rank * BYTES;
    }

    /** All that travels, in bytes. */
    public double moved() {
        return broadcast() + gathered() + exchanged();
    }

    /**
     * The memory of an executor in bytes: its share of X, of the columns of H and L·H that a run holds (at hand, before, candidate, and as
     * they were written down), of the remembered H, and of the rows of L; and for each core a panel, the columns being moved, and the sums.
     *
     * @param inMemory how many bytes X takes: 8 for each number of dense data, 24 of sparse ones, which lie there by rows and by columns
     */
    public double memory(double inMemory, int cores) {
        double share = 1.0 / executors;
        double columns = BYTES * (double) rank * samples * share;
        double held =
                (arcs > 0 ? 14 : 7) * columns; // with L·H: at hand 2, before 2, candidate 3, written 5, remembered 2
        double graph = 12.0 * arcs * share + 4.0 * shipped * share;
        double inHand = cores * (3.0 * BYTES * Panel.NUMBERS + BYTES * (double) SweepSums.length(rank, looked));
        return inMemory * share + held + graph + inHand;
    }
}
