package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.rdd.OrderedSum;

/**
 * Groups samples by k-means on the columns of H without collecting them.
 *
 * <p>The ten starts of {@code core} run on at most {@value #DRAWN} samples. From the best of them, Lloyd's algorithm
 * runs over all partitions until no center moves. With no more samples than that, the groups are those of {@code core}.
 * Sums are added in the order of the partitions. A center without samples takes the farthest sample (ties go to the
 * lower number), as in {@code core}.
 */
public final class DistributedKMeans implements AutoCloseable {
    /** Maximum number of rows of Hᵀ on the driver. */
    static final int DRAWN = 10_000;

    static final int ROUNDS = 100;

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

    public static DistributedKMeans compute(
            JavaRDD<double[]> Ht, int[] first, double[] scale, int clusters, long seed) {
        return compute(Ht, first, scale, clusters, seed, DRAWN);
    }

    /** Groups samples, with at most {@code limit} of them drawn for the start. */
    static DistributedKMeans compute(
            JavaRDD<double[]> Ht, int[] first, double[] scale, int clusters, long seed, int limit) {
        int n = first[first.length - 1];
        int r = scale.length;
        List<double[]> drawn = Ht.mapPartitionsWithIndex(
                        (q, part) -> List.of(SampleDraw.of(part.next(), r, first[q], n, limit, seed))
                                .iterator(),
                        true)
                .collect();
        int count = Math.min(n, limit);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix points = points(drawn, count, scale);
                DenseMatrix columns = points.transpose()) {
            int distinct = DistinctColumns.find(context, columns).count();
            KMeansOptions options = KMeansOptions.of(Math.min(clusters, distinct))
                    .withTolerance(0)
                    .withSeed(seed);
            try (KMeansResult found = KMeans.clusterRows(context, points, options)) {
                return n <= limit
                        ? distributeLabels(Ht, first, scale, found)
                        : refine(Ht, first, scale, found.centres().toArray());
            }
        }
    }

    /** Runs Lloyd's algorithm from given centers. */
    static DistributedKMeans refine(JavaRDD<double[]> Ht, int[] first, double[] scale, double[][] centers) {
        return new LloydIterations(Ht, first, scale, centers).groups();
    }

    private static DenseMatrix points(List<double[]> parts, int count, double[] scale) {
        int r = scale.length;
        DenseMatrix points = DenseMatrix.zeros(count, r);
        double[] h = new double[r];
        int j = 0;
        for (double[] part : parts)
            for (int at = 0; at < part.length; at += r, j++) {
                for (int q = 0; q < r; q++) h[q] = part[at + q] * scale[q];
                points.setRow(j, h);
            }
        return points;
    }

    /** Sends the groups back to the partitions, when all samples were on the driver. */
    private static DistributedKMeans distributeLabels(
            JavaRDD<double[]> Ht, int[] first, double[] scale, KMeansResult found) {
        int[] all = found.clustering().toArray();
        int c = found.clustering().clusters();
        JavaRDD<int[]> labels = Ht.mapPartitionsWithIndex(
                (q, part) ->
                        List.of(Arrays.copyOfRange(all, first[q], first[q + 1])).iterator(),
                true);
        labels.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            GroupSums tally = GroupSums.all(
                    Ht.zipPartitions(
                            labels,
                            (h, label) -> List.of(GroupSums.of(h.next(), label.next(), scale, c))
                                    .iterator()),
                    c);
            return new DistributedKMeans(
                    labels, tally.means(), tally.sizes, found.stop().isConverged());
        } catch (RuntimeException | Error e) {
            labels.unpersist();
            throw e;
        }
    }

    /**
     * Draws one sample from each of {@code limit} ranges of nearly equal length; the draw does not depend on the
     * partitions.
     */
    private static final class SampleDraw {
        private SampleDraw() {}

        static double[] of(double[] Ht, int r, int first, int n, int limit, long seed) {
            if (n <= limit) return Ht;
            int end = first + Ht.length / r;
            double[] rows = new double[Math.min(Ht.length, limit * r)];
            int at = 0;
            for (int i = 0; i < limit; i++) {
                long from = (long) n * i / limit;
                long to = (long) n * (i + 1) / limit;
                long j = from + Math.floorMod(CounterRandom.bits(seed, i, 0xD2A), to - from);
                if (j < first || j >= end) continue;
                System.arraycopy(Ht, (int) (j - first) * r, rows, at, r);
                at += r;
            }
            return Arrays.copyOf(rows, at);
        }
    }

    /** Sums and sizes of groups. */
    private record GroupSums(double[][] sums, long[] sizes) {
        /** Packs the sums of a partition into one array: for each group its sum and its size. */
        static double[] of(double[] Ht, int[] labels, double[] scale, int c) {
            int r = scale.length;
            double[] packed = new double[c * (r + 1)];
            for (int j = 0; j < labels.length; j++) {
                int at = labels[j] * (r + 1);
                for (int q = 0; q < r; q++) packed[at + q] += Ht[j * r + q] * scale[q];
                packed[at + r]++;
            }
            return packed;
        }

        static GroupSums all(JavaRDD<double[]> parts, int c) {
            double[] packed = OrderedSum.sum(parts);
            int step = packed.length / c;
            GroupSums tally = new GroupSums(new double[c][], new long[c]);
            for (int g = 0; g < c; g++) {
                tally.sums[g] = Arrays.copyOfRange(packed, g * step, (g + 1) * step - 1);
                tally.sizes[g] = (long) packed[(g + 1) * step - 1];
            }
            return tally;
        }

        void add(double[] h, double[] scale, int label, int sign) {
            for (int q = 0; q < scale.length; q++) sums[label][q] += sign * (h[q] * scale[q]);
            sizes[label] += sign;
        }

        double[][] means() {
            double[][] means = new double[sizes.length][];
            for (int g = 0; g < means.length; g++) {
                means[g] = sums[g].clone();
                for (int q = 0; q < means[g].length; q++) means[g][q] /= sizes[g];
            }
            return means;
        }
    }

    /** Lloyd's algorithm over all partitions. */
    private record LloydIterations(JavaRDD<double[]> Ht, int[] first, double[] scale, double[][] begin) {
        DistributedKMeans groups() {
            double[][] centers = begin;
            boolean settled = false;
            for (int round = 0; round < ROUNDS && !settled; round++) {
                double[][] means = fillEmptyGroups(tally(centers), centers).means();
                settled = Arrays.deepEquals(means, centers);
                centers = means;
            }
            double[][] last = centers;
            double[] by = scale;
            JavaRDD<int[]> labels = Ht.map(part -> labels(part, by, last));
            labels.persist(StorageLevel.MEMORY_AND_DISK());
            try {
                return new DistributedKMeans(labels, last, tally(last).sizes, settled);
            } catch (RuntimeException | Error e) {
                labels.unpersist();
                throw e;
            }
        }

        private GroupSums tally(double[][] centers) {
            double[] by = scale;
            return GroupSums.all(
                    Ht.map(part -> GroupSums.of(part, labels(part, by, centers), by, centers.length)), centers.length);
        }

        private static int[] labels(double[] Ht, double[] scale, double[][] centers) {
            int r = scale.length;
            int[] labels = new int[Ht.length / r];
            for (int j = 0; j < labels.length; j++) labels[j] = SampleEncoder.nearest(Ht, j * r, scale, centers);
            return labels;
        }

        /**
         * Gives every empty group the sample that is farthest from its center, taken from groups with several samples.
         */
        private GroupSums fillEmptyGroups(GroupSums tally, double[][] centers) {
            if (Arrays.stream(tally.sizes).allMatch(size -> size > 0)) return tally;
            double[] by = scale;
            int[] from = first;
            List<DistantSample> far = new ArrayList<>();
            Ht.mapPartitionsWithIndex(
                            (q, part) -> List.of(DistantSample.of(part.next(), from[q], by, centers))
                                    .iterator(),
                            true)
                    .collect()
                    .forEach(far::addAll);
            far.sort(DistantSample.ORDER);
            for (int g = 0, next = 0; g < centers.length; g++) {
                if (tally.sizes[g] > 0) continue;
                while (next < far.size() && tally.sizes[far.get(next).label] < 2) next++;
                // at least as many distinct samples as centers exist, so some sample is off its center
                DistantSample taken = far.get(next++);
                tally.add(taken.h, by, taken.label, -1);
                tally.add(taken.h, by, g, 1);
            }
            return tally;
        }
    }

    /** A sample far from its center. */
    private record DistantSample(double square, int number, int label, double[] h) implements Serializable {
        static final Comparator<DistantSample> ORDER =
                Comparator.comparingDouble(DistantSample::square).reversed().thenComparingInt(DistantSample::number);

        /**
         * Returns the farthest samples of a partition. At most twice as many as centers can be needed: one per center,
         * and groups of one, which are skipped.
         */
        static List<DistantSample> of(double[] Ht, int first, double[] scale, double[][] centers) {
            int r = scale.length;
            int limit = 2 * centers.length;
            List<DistantSample> far = new ArrayList<>();
            for (int j = 0; j < Ht.length / r; j++) {
                int label = SampleEncoder.nearest(Ht, j * r, scale, centers);
                double square = SampleEncoder.square(Ht, j * r, scale, centers[label]);
                far.add(new DistantSample(square, first + j, label, Arrays.copyOfRange(Ht, j * r, (j + 1) * r)));
                if (far.size() < 4 * limit) continue;
                far.sort(ORDER);
                far.subList(limit, far.size()).clear();
            }
            far.sort(ORDER);
            return new ArrayList<>(far.subList(0, Math.min(limit, far.size())));
        }
    }
}
