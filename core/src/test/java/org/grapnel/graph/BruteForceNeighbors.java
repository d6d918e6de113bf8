package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;

/** Neighbours by brute force: every distance by a loop over the features, then a sort. */
final class BruteForceNeighbors {
    private final double[][] distance;
    private final boolean relative;
    private final int[][] order;

    private BruteForceNeighbors(double[][] distance, boolean relative) {
        this.distance = distance;
        this.relative = relative;
        order = new int[distance.length][];
    }

    /** Compares the columns of x, which is features × samples. */
    static BruteForceNeighbors of(double[][] x, Metric metric) {
        double[][] points = TestMatrices.transpose(x);
        if (metric == Metric.COSINE) for (double[] point : points) toUnitLength(point);
        double[][] distance = new double[points.length][points.length];
        for (int i = 0; i < points.length; i++)
            for (int j = 0; j < i; j++) {
                double square = square(points[i], points[j]);
                distance[i][j] = distance[j][i] = metric == Metric.COSINE ? square / 2 : Math.sqrt(square);
            }
        return new BruteForceNeighbors(distance, metric == Metric.EUCLIDEAN);
    }

    private static void toUnitLength(double[] point) {
        double length = Math.sqrt(square(point, new double[point.length]));
        for (int f = 0; f < point.length; f++) point[f] /= length;
    }

    private static double square(double[] x, double[] y) {
        double sum = 0;
        for (int f = 0; f < x.length; f++) sum += (x[f] - y[f]) * (x[f] - y[f]);
        return sum;
    }

    int size() {
        return distance.length;
    }

    double distance(int i, int j) {
        return distance[i][j];
    }

    /** Returns all other samples, nearest first; ties go to the lower index. */
    int[] nearest(int i) {
        if (order[i] == null) {
            double[] sorted = distance[i].clone();
            Arrays.sort(sorted);
            // a search for equal values always finds the same position, which is their rank
            order[i] = IntStream.range(0, size())
                    .filter(j -> j != i)
                    .mapToLong(j -> (long) Arrays.binarySearch(sorted, distance[i][j]) << 32 | j)
                    .sorted()
                    .mapToInt(key -> (int) key)
                    .toArray();
        }
        return order[i];
    }

    /** Asserts the same neighbours in the same order, at the same distances up to rounding. */
    void assertEqualTo(Neighbors found, int k, String what) {
        assertThat(found.size()).as(what).isEqualTo(size());
        assertThat(found.count()).as(what).isEqualTo(k);
        for (int i = 0; i < size(); i++) {
            int[] nearest = nearest(i);
            for (int q = 0; q < k; q++) {
                double d = distance[i][nearest[q]];
                int j = found.index(i, q);
                if (!(isSame(i, j, nearest[q]) && Math.abs(found.distance(i, q) - d) <= error(d))) {
                    assertThat(j).as("%s, neighbour %d of %d", what, q, i).isEqualTo(nearest[q]);
                    assertThat(found.distance(i, q))
                            .as("%s, distance of neighbour %d of %d", what, q, i)
                            .isCloseTo(d, within(error(d)));
                }
            }
            assertIsList(found, i);
        }
    }

    /** Equal cosine distances may differ by rounding; all other distances determine the order. */
    private boolean isSame(int i, int j, int expected) {
        return j == expected || (!relative && Math.abs(distance[i][j] - distance[i][expected]) < 1e-14);
    }

    /** Asserts that a list is sorted and holds neither the sample itself nor a duplicate. */
    static void assertIsList(Neighbors found, int i) {
        boolean[] seen = new boolean[found.size()];
        seen[i] = true;
        for (int q = 0; q < found.count(); q++) {
            int j = found.index(i, q);
            if (seen[j]) assertThat(j).as("neighbour %d of %d, again", q, i).isNegative();
            seen[j] = true;
            if (q == 0) continue;
            double step = found.distance(i, q) - found.distance(i, q - 1);
            if (!(step > 0 || (step == 0 && j > found.index(i, q - 1))))
                assertThat(step).as("step to neighbour %d of %d", q, i).isPositive();
        }
    }

    /** Returns the share of true neighbours in the lists; any sample as near as the k-th counts. */
    double recall(Neighbors found) {
        long hits = 0;
        int k = found.count();
        for (int i = 0; i < size(); i++) {
            double[] sorted = distance[i].clone();
            sorted[i] = Double.POSITIVE_INFINITY;
            Arrays.sort(sorted);
            for (int q = 0; q < k; q++)
                if (distance[i][found.index(i, q)] <= sorted[k - 1] + error(sorted[k - 1])) hits++;
        }
        return (double) hits / ((long) size() * k);
    }

    /** Points on the unit sphere are rounded, so small cosine distances have an absolute error. */
    private double error(double d) {
        return relative ? 1e-12 * d : 1e-12 * Math.max(1, d);
    }
}
