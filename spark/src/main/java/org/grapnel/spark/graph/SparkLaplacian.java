package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.decomp.Lanczos;
import scala.Tuple2;

/**
 * L = D − A, or normalized I − D^(−½) A D^(−½), as an operator on tall matrices that are distributed with the samples:
 * the distributed {@link org.grapnel.graph.Laplacian}.
 *
 * <p>A product sends each row once to every partition that has a neighbour of its sample, in one shuffle. The routing is
 * computed once.
 */
public final class SparkLaplacian implements AutoCloseable {
    /** Number of attempts to compute the norm when lost executors take its vectors with them. */
    private static final int ATTEMPTS = 4;

    private final JavaRDD<LaplacianPartition> shares;
    private final int[] first;
    private final double largest;
    private final long shipped;
    private double norm = Double.NaN;

    /** Largest diagonal entry of a partition, and number of rows that leave it. */
    private record PartitionSize(double largest, long shipped) implements Serializable {}

    private SparkLaplacian(JavaRDD<LaplacianPartition> shares, int[] first) {
        this.shares = shares;
        this.first = first;
        double most = 0;
        long rows = 0;
        for (PartitionSize size : shares.map(SparkLaplacian::size).collect()) {
            most = Math.max(most, size.largest);
            rows += size.shipped;
        }
        largest = most;
        shipped = rows;
    }

    private static PartitionSize size(LaplacianPartition share) {
        double most = 0;
        for (int i = 0; i < share.own(); i++)
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++)
                if (share.slot()[e] == i) most = Math.max(most, share.value()[e]);
        return new PartitionSize(most, share.rowsShipped());
    }

    static SparkLaplacian create(JavaRDD<AdjacencyRows> rows, int[] first, LaplacianKind kind) {
        JavaRDD<LaplacianPartition> patterns = rows.mapPartitionsWithIndex(
                (part, own) -> List.of(LaplacianPartition.pattern(own.next(), part, first))
                        .iterator(),
                true);
        JavaRDD<LaplacianPartition> shares;
        if (kind == LaplacianKind.PLAIN) {
            shares = patterns.map(pattern -> pattern.laplacian(LaplacianKind.PLAIN, pattern.degrees()));
        } else {
            JavaRDD<double[]> degrees = patterns.map(LaplacianPartition::degrees);
            shares = exchange(degrees, patterns, 1)
                    .map(with -> with._1().laplacian(LaplacianKind.NORMALIZED, with._2()));
        }
        return new SparkLaplacian(shares.persist(StorageLevel.MEMORY_AND_DISK()), first);
    }

    /** Joins every partition of L with the rows of all its slots. */
    static JavaRDD<Tuple2<LaplacianPartition, double[]>> exchange(
            JavaRDD<double[]> Ht, JavaRDD<LaplacianPartition> shares, int r) {
        return new GraphExchange(shares).step(Ht, r, rows -> rows, (share, rows, slots) -> new Tuple2<>(share, slots));
    }

    /** Returns the persisted rows of L with their routing. */
    JavaRDD<LaplacianPartition> shares() {
        return shares;
    }

    /** Returns the number of samples. */
    public int size() {
        return first[first.length - 1];
    }

    /** Returns the number of rows that a product sends between partitions. */
    public long rowsShipped() {
        return shipped;
    }

    /**
     * Returns the rows of L·Ht lazily, one array per partition. Ht is read twice, so it should be persisted.
     *
     * @param r number of columns
     */
    public JavaRDD<double[]> times(JavaRDD<double[]> Ht, int r) {
        if (shipped == 0)
            return shares.zipPartitions(
                    Ht,
                    (share, rows) -> List.of(share.next().times(rows.next(), r)).iterator());
        return exchange(Ht, shares, r).map(with -> with._1().times(with._2(), r));
    }

    /** Returns ‖L‖₂, the largest eigenvalue, to a relative accuracy of 10⁻¹²; computed at the first call. */
    public synchronized double norm() {
        if (Double.isNaN(norm)) {
            // scaled, so that very small and very large weights neither underflow nor overflow when squared
            double scaled = largest == 0 ? 0 : scaledNorm();
            norm = largest * Math.min(2, scaled); // Gershgorin's bound, despite rounding
        }
        return norm;
    }

    private double scaledNorm() {
        for (int attempt = 1; ; attempt++) {
            try (DistributedLanczosVectors vectors = new DistributedLanczosVectors(this, shares, first, largest)) {
                return Lanczos.norm(vectors);
            } catch (Exception e) {
                // without a checkpoint directory, a lost executor takes the vectors with it
                if (!(e instanceof SparkException) || attempt == ATTEMPTS) throw e;
            }
        }
    }

    @Override
    public void close() {
        shares.unpersist(false);
    }
}
