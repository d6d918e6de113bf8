package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.NormalizedAdjacency;

/**
 * S = D^(−½) A D^(−½), distributed with the samples: the distributed {@link NormalizedAdjacency}, with the same bits.
 *
 * <p>Rows of a tall matrix travel once to every partition that has a neighbour of their sample, in one shuffle. The routing is computed once. The
 * driver receives five numbers of every partition.
 */
public final class SparkNormalizedAdjacency implements AutoCloseable {
    private final JavaRDD<LaplacianPartition> shares;
    private final int partitions;
    private final double[] partSquares;
    private double largest;
    private double squares;
    private long entries;
    private long shipped;

    /** Totals over the rows of a partition. */
    private record PartitionTotals(double largest, double squares, long entries, long shipped)
            implements Serializable {}

    private SparkNormalizedAdjacency(JavaRDD<LaplacianPartition> shares, int[] first) {
        this.shares = shares;
        partitions = first.length - 1;
        partSquares = new double[partitions];
        List<PartitionTotals> parts =
                shares.map(SparkNormalizedAdjacency::totals).collect();
        for (int q = 0; q < partitions; q++) {
            PartitionTotals part = parts.get(q);
            largest = Math.max(largest, part.largest);
            partSquares[q] = part.squares;
            squares += part.squares;
            entries += part.entries;
            shipped += part.shipped;
        }
        if (entries == 0) throw NormalizedAdjacency.noEdges(first[partitions]);
    }

    private static PartitionTotals totals(LaplacianPartition share) {
        double most = 0;
        double sum = 0;
        for (int i = 0; i < share.own(); i++) {
            double ofRow = 0;
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++) {
                most = Math.max(most, share.value()[e]);
                ofRow += share.value()[e] * share.value()[e];
            }
            sum += ofRow;
        }
        return new PartitionTotals(most, sum, share.value().length, share.rowsShipped());
    }

    /** Computes S. Refuses a graph without edges. */
    static SparkNormalizedAdjacency create(JavaRDD<AdjacencyRows> rows, int[] first) {
        JavaRDD<LaplacianPartition> patterns = rows.mapPartitionsWithIndex(
                (part, own) -> List.of(LaplacianPartition.pattern(own.next(), part, first))
                        .iterator(),
                true);
        JavaRDD<LaplacianPartition> shares = SparkLaplacian.exchange(
                        patterns.map(LaplacianPartition::degrees), patterns, 1)
                .map(with -> with._1().normalizedAdjacency(with._2()))
                .persist(StorageLevel.MEMORY_AND_DISK());
        try {
            return new SparkNormalizedAdjacency(shares, first);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            shares.unpersist(false);
            throw e;
        }
    }

    /** Returns b = max S. */
    public double largest() {
        return largest;
    }

    /** Returns ‖S‖². */
    public double squares() {
        return squares;
    }

    /** Returns the squares of the entries of every partition, which tell graphs apart. */
    public double[] partitionSquares() {
        return partSquares.clone();
    }

    /** Returns the number of stored entries. */
    public long entries() {
        return entries;
    }

    /** Returns the number of rows that an exchange sends between partitions. */
    public long rowsShipped() {
        return shipped;
    }

    /**
     * Returns S with the rows of own samples and of neighbours lazily, one record per partition. Ht is read twice, so it should be persisted.
     *
     * @param Ht one array per partition, r numbers for every sample
     */
    public JavaRDD<NeighborRows> exchange(JavaRDD<double[]> Ht, int r) {
        if (shipped == 0) return withOwnRows(Ht);
        return SparkLaplacian.exchange(Ht, shares, r).map(with -> new NeighborRows(with._1(), with._2()));
    }

    /** Returns S with the rows of own samples only, without a shuffle. */
    public JavaRDD<NeighborRows> withOwnRows(JavaRDD<double[]> Ht) {
        return shares.zipPartitions(
                Ht,
                (share, rows) ->
                        List.of(new NeighborRows(share.next(), rows.next())).iterator());
    }

    @Override
    public void close() {
        shares.unpersist(false);
    }
}
