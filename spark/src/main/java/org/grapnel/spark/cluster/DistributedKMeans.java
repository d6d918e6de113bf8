package org.grapnel.spark.cluster;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.cluster.PointBlock.PointReader;

/**
 * Groups distributed points by k-means without collecting them.
 *
 * <p>The starts of {@code core} run on at most {@value #DRAWN} samples, and {@value #DRAWN_NUMBERS} numbers. From the
 * best of them, Lloyd's algorithm runs over all partitions until no label changes, at most
 * {@value LloydIterations#MOST_ITERATIONS} times. With no more samples than that, the groups are those of {@code core}.
 * Sums are added in the order of the partitions. A center without samples takes the farthest sample (ties go to the
 * lower number), as in {@code core}.
 */
public final class DistributedKMeans implements AutoCloseable {
    /** Maximum number of samples on the driver. */
    static final int DRAWN = 10_000;

    /** Maximum number of numbers on the driver, 128 MB. */
    static final int DRAWN_NUMBERS = 1 << 24;

    private final JavaRDD<int[]> labels;
    private final double[][] centers;
    private final long[] sizes;
    private final boolean settled;

    private DistributedKMeans(JavaRDD<int[]> labels, double[][] centers, long[] sizes, boolean settled) {
        this.labels = labels;
        this.centers = centers;
        this.sizes = sizes;
        this.settled = settled;
    }

    /** Returns the group of every sample, one array per partition; persisted until {@link #close}. */
    public JavaRDD<int[]> labels() {
        return labels;
    }

    /** Returns the mean of each group, in rows of Hᵀ times {@link #scale}. */
    public double[][] centers() {
        return centers;
    }

    public long[] sizes() {
        return sizes;
    }

    /** Returns whether the centers stopped moving. */
    public boolean hasConverged() {
        return settled;
    }

    @Override
    public void close() {
        labels.unpersist();
    }

    /** Returns the factor of each component before the grouping, see {@link FactorClusters}. */
    public static double[] scale(DenseMatrix W, boolean scaleFixed) {
        int r = W.cols();
        try (DenseMatrix unit = DenseMatrix.zeros(r, r)) {
            for (int q = 0; q < r; q++) unit.set(q, q, 1);
            try (DenseMatrix points = FactorClusters.points(W, unit, scaleFixed)) {
                double[] scale = new double[r];
                for (int q = 0; q < r; q++) scale[q] = points.get(q, q);
                return scale;
            }
        }
    }

    /** Groups samples by the columns of H, into at most as many groups as there are distinct ones. */
    public static DistributedKMeans compute(
            JavaRDD<double[]> Ht, int[] first, double[] scale, int clusters, long seed) {
        return compute(Ht, first, scale, clusters, seed, DRAWN);
    }

    /** Groups samples, with at most {@code limit} of them drawn for the start. */
    static DistributedKMeans compute(
            JavaRDD<double[]> Ht, int[] first, double[] scale, int clusters, long seed, int limit) {
        KMeansOptions options = KMeansOptions.of(clusters).withTolerance(0).withSeed(seed);
        return new KMeansRun<>(Ht, rows -> new ScaledRows(rows, scale), first, scale.length)
                .runDistinct(options, limit);
    }

    /** Runs Lloyd's algorithm from given centers. */
    static DistributedKMeans refine(JavaRDD<double[]> Ht, int[] first, double[] scale, double[][] centers) {
        return new KMeansRun<>(Ht, rows -> new ScaledRows(rows, scale), first, scale.length).refine(centers);
    }

    /**
     * The points of a run.
     *
     * @param points elements of an RDD that hold the points in order
     * @param first first sample number of every partition, followed by the number of samples
     * @param d dimensions of a point
     */
    record KMeansRun<T>(JavaRDD<T> points, PointReader<T> reader, int[] first, int d) {
        /** Clusters into as many groups as the options say. */
        DistributedKMeans run(KMeansOptions options, int limit) {
            int most = Math.min(limit, Math.max(1, DRAWN_NUMBERS / d));
            try (DenseMatrix drawn = SampleDraw.draw(points, reader, first, d, most, options.seed());
                    ExecutionContext context = ExecutionContext.create(1)) {
                return run(context, drawn, options);
            }
        }

        /** Clusters into at most as many groups as there are distinct points. */
        DistributedKMeans runDistinct(KMeansOptions options, int limit) {
            int most = Math.min(limit, Math.max(1, DRAWN_NUMBERS / d));
            try (DenseMatrix drawn = SampleDraw.draw(points, reader, first, d, most, options.seed());
                    ExecutionContext context = ExecutionContext.create(1)) {
                int clusters = options.clusters();
                if (countDistinct(context, drawn) < clusters) clusters = Math.min(clusters, countDistinct(clusters));
                return run(context, drawn, withClusters(options, clusters));
            }
        }

        private static KMeansOptions withClusters(KMeansOptions options, int clusters) {
            return new KMeansOptions(
                    clusters, options.starts(), options.maxIterations(), options.tolerance(), options.seed());
        }

        private static int countDistinct(ExecutionContext context, DenseMatrix rows) {
            try (DenseMatrix columns = rows.transpose()) {
                return DistinctColumns.find(context, columns).count();
            }
        }

        /** Counts the distinct points of all partitions, up to a limit. */
        int countDistinct(int limit) {
            PointReader<T> by = reader;
            int length = d;
            Set<List<Double>> distinct = new HashSet<>();
            for (List<List<Double>> part : points.mapPartitions(own ->
                            List.of(DistinctPoints.find(own, by, length, limit)).iterator())
                    .collect()) distinct.addAll(part);
            return Math.min(limit, distinct.size());
        }

        private DistributedKMeans run(ExecutionContext context, DenseMatrix drawn, KMeansOptions options) {
            int n = first[first.length - 1];
            int clusters = options.clusters();
            boolean isWhole = drawn.rows() == n;
            int some = isWhole ? clusters : Math.min(clusters, countDistinct(context, drawn));
            try (KMeansResult found = KMeans.clusterRows(context, drawn, withClusters(options, some))) {
                return isWhole
                        ? distribute(found)
                        : refine(withMissing(found.centres().toArray(), clusters));
            }
        }

        /** Adds centers at no place, whose empty groups take the farthest samples. */
        private static double[][] withMissing(double[][] centers, int count) {
            double[][] all = Arrays.copyOf(centers, count);
            for (int g = centers.length; g < count; g++) {
                all[g] = new double[centers[0].length];
                Arrays.fill(all[g], Double.POSITIVE_INFINITY);
            }
            return all;
        }

        DistributedKMeans refine(double[][] centers) {
            LloydIterations<T> lloyd = new LloydIterations<>(points, reader, first);
            LloydIterations.LloydCenters found = lloyd.run(centers);
            JavaRDD<int[]> labels = lloyd.labels(found.centers()).persist(StorageLevel.MEMORY_AND_DISK());
            return new DistributedKMeans(labels, found.centers(), found.sizes(), found.settled());
        }

        /** Sends the groups back to the partitions, when all samples were on the driver. */
        private DistributedKMeans distribute(KMeansResult found) {
            int[] all = found.clustering().toArray();
            int[] from = first;
            int c = found.clustering().clusters();
            JavaRDD<int[]> labels = points.mapPartitionsWithIndex(
                    (part, own) -> List.of(Arrays.copyOfRange(all, from[part], from[part + 1]))
                            .iterator(),
                    true);
            labels.persist(StorageLevel.MEMORY_AND_DISK());
            try {
                GroupSums sums = new LloydIterations<>(points, reader, first).sums(labels, c, d);
                return new DistributedKMeans(
                        labels, sums.means(), sums.sizes(), found.stop().isConverged());
            } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
                labels.unpersist();
                throw e;
            }
        }
    }
}
