package org.grapnel.spark.solve;

import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panel;

/**
 * Cost of one iteration of the joint factorisation, counted from the messages and products that are really computed: a pass over X for XᵀW and
 * XHᵀ, two products with S, and the coordinate steps of H and G.
 *
 * @param samples n
 * @param stored stored entries of X in the kept features
 * @param rank r
 * @param features number of kept features
 * @param partitions number of partitions
 * @param executors number of executors
 * @param arcs stored entries of S
 * @param shipped rows of H that go to other partitions, and as many of G
 * @param sweeps rounds of coordinate steps of a factor
 */
public record JointIterationCost(
        long samples,
        long stored,
        int rank,
        int features,
        int partitions,
        int executors,
        long arcs,
        long shipped,
        int sweeps) {
    private static final int BYTES = 8;

    public JointIterationCost {
        Preconditions.require(
                rank >= 1 && partitions >= 1 && executors >= 1 && sweeps >= 1,
                "rank %d, partitions %d, executors %d and sweeps %d must each be at least 1",
                rank,
                partitions,
                executors,
                sweeps);
    }

    /** Returns the operations of all executors together. */
    public double flops() {
        double r = rank;
        double products = 4.0 * stored * r; // XᵀW and XHᵀ
        double steps = 2.0 * sweeps * samples * r * (2 * r + 6); // of H and of G
        double grams = 2.0 * samples * r * r; // HHᵀ and GGᵀ, half of each
        double graph = 4.0 * arcs * r; // GS and HS
        return products + steps + grams + graph + 13.0 * samples * r; // linear terms, ⟨HS, G⟩ and ‖H − G‖²
    }

    /** Returns the bytes from the driver to all executors: W, WᵀW and GGᵀ for H, HHᵀ for G. */
    public double broadcast() {
        return (double) executors * BYTES * ((double) features * rank + 3.0 * rank * rank);
    }

    /** Returns the bytes from the partitions to the driver, most of them through other executors. */
    public double gathered() {
        return (double) partitions
                * BYTES
                * ((double) JointSums.lengthAfterH(rank, features) + JointSums.lengthAfterG(rank));
    }

    /** Returns the bytes between executors: rows of G, then rows of H, for neighbours in other partitions. */
    public double exchanged() {
        return 2.0 * shipped * rank * BYTES;
    }

    /** Returns all bytes that are sent. */
    public double moved() {
        return broadcast() + gathered() + exchanged();
    }

    /**
     * Returns the memory of an executor in bytes: its part of X, of the columns of H and G (before and after an update, and the checkpoint), of the
     * rows of S and of the rows from other partitions; and for each core a panel, the rows of its partition with those of neighbours, and the sums.
     *
     * @param inMemory bytes of X: 8 per number for dense data, 24 for sparse data, which are stored by rows and by columns
     */
    public double memory(double inMemory, int cores) {
        double share = 1.0 / executors;
        double columns = BYTES * (double) rank * samples * share;
        double held = 6 * columns;
        double graph = 12.0 * arcs * share + 4.0 * shipped * share;
        double rows = BYTES * (double) rank * (2.0 * samples + shipped) / partitions;
        double sums = BYTES * (2.0 * JointSums.lengthAfterH(rank, features) + (double) features * rank);
        double inHand = cores * (3.0 * BYTES * Panel.NUMBERS + rows + sums);
        return inMemory * share + held + graph + inHand;
    }
}
