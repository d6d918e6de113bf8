package org.grapnel.spark.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.data.DataException;
import org.grapnel.spark.cluster.PointBlock.PointReader;

/**
 * Lloyd's algorithm over all partitions: one job per iteration, until no center moves, which is when no label changes.
 *
 * @param points the elements of an RDD that hold the points in order
 * @param first first sample number of every partition, followed by the number of samples
 */
record LloydIterations<T>(JavaRDD<T> points, PointReader<T> reader, int[] first) {
    /** Maximum number of iterations, as in {@code core}. */
    static final int MOST_ITERATIONS = 300;

    /** Centers, sizes of their groups, and whether the centers stopped moving. */
    record LloydCenters(double[][] centers, long[] sizes, boolean settled) {}

    LloydCenters run(double[][] begin) {
        double[][] centers = begin;
        GroupSums sums = sums(centers);
        for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
            double[][] means = fillEmptyGroups(sums, centers).means();
            boolean settled = Arrays.deepEquals(means, centers);
            if (settled) return new LloydCenters(centers, sums.sizes(), true);
            centers = means;
            sums = sums(centers);
        }
        return new LloydCenters(centers, sums.sizes(), false);
    }

    /** Returns the group of every sample lazily, one array per partition; ties go to the first center. */
    JavaRDD<int[]> labels(double[][] centers) {
        PointReader<T> by = reader;
        int[] from = first;
        return points.mapPartitionsWithIndex(
                (part, own) -> List.of(labels(blocks(own, by), from[part + 1] - from[part], centers))
                        .iterator(),
                true);
    }

    private static int[] labels(Iterator<PointBlock> blocks, int samples, double[][] centers) {
        int[] labels = new int[samples];
        double[] squares = new double[centers.length];
        int at = 0;
        while (blocks.hasNext()) {
            PointBlock points = blocks.next();
            points.setCenters(centers);
            for (int i = 0; i < points.count(); i++) {
                points.squares(i, squares);
                labels[at++] = least(squares);
            }
        }
        return labels;
    }

    private static <T> Iterator<PointBlock> blocks(Iterator<T> parts, PointReader<T> reader) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return parts.hasNext();
            }

            @Override
            public PointBlock next() {
                return reader.read(parts.next());
            }
        };
    }

    /** Returns the position of the least number; ties go to the first. */
    static int least(double[] squares) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int g = 0; g < squares.length; g++) {
            if (!(squares[g] < least)) continue;
            least = squares[g];
            best = g;
        }
        return best;
    }

    /** Sums the groups of the nearest centers. */
    private GroupSums sums(double[][] centers) {
        PointReader<T> by = reader;
        return GroupSums.all(
                points.mapPartitions(
                        own -> List.of(sums(blocks(own, by), centers)).iterator(), true),
                centers.length);
    }

    private static double[] sums(Iterator<PointBlock> blocks, double[][] centers) {
        int d = centers[0].length;
        double[] packed = new double[centers.length * (d + 1)];
        double[] squares = new double[centers.length];
        while (blocks.hasNext()) {
            PointBlock points = blocks.next();
            points.setCenters(centers);
            for (int i = 0; i < points.count(); i++) {
                points.squares(i, squares);
                GroupSums.add(points, i, least(squares), d, packed);
            }
        }
        return packed;
    }

    /** Sums given groups. */
    GroupSums sums(JavaRDD<int[]> labels, int c, int d) {
        PointReader<T> by = reader;
        return GroupSums.all(
                points.zipPartitions(
                        labels,
                        (own, label) -> List.of(sums(blocks(own, by), label.next(), c, d))
                                .iterator()),
                c);
    }

    private static double[] sums(Iterator<PointBlock> blocks, int[] labels, int c, int d) {
        double[] packed = new double[c * (d + 1)];
        int at = 0;
        while (blocks.hasNext()) {
            PointBlock points = blocks.next();
            for (int i = 0; i < points.count(); i++) GroupSums.add(points, i, labels[at++], d, packed);
        }
        return packed;
    }

    /** Gives every empty group the sample that is farthest from its center, taken from groups with several samples. */
    private GroupSums fillEmptyGroups(GroupSums sums, double[][] centers) {
        if (!sums.hasEmpty()) return sums;
        PointReader<T> by = reader;
        int[] from = first;
        List<DistantSample> far = new ArrayList<>();
        points.mapPartitionsWithIndex(
                        (part, own) -> List.of(DistantSample.find(blocks(own, by), from[part], centers))
                                .iterator(),
                        true)
                .collect()
                .forEach(far::addAll);
        far.sort(DistantSample.ORDER);
        for (int g = 0, next = 0; g < centers.length; g++) {
            if (sums.sizes()[g] > 0) continue;
            while (next < far.size() && sums.sizes()[far.get(next).label()] < 2) next++;
            if (next == far.size() || !(far.get(next).square() > 0))
                throw new DataException(
                        "there are fewer distinguishable samples than %d clusters; lower the number of clusters",
                        centers.length);
            DistantSample taken = far.get(next++);
            sums.move(taken.point(), taken.label(), g);
        }
        return sums;
    }
}
