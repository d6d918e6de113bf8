package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.grapnel.linalg.TestMatrices;

/** All neighbours the obvious way: every distance by a loop over the features, then a sort; equals by the lower index. */
final class BruteForceNeighbors {
    private final double[][] distance;
    private final boolean relative;
    private final int[][] order;

    private BruteForceNeighbors(double[][] distance, boolean relative) {
        this.distance = distance;
        this.relative = relative;
        order = new int[distance.length][];
    }

    /** Of the columns of x, which are features × samples. */
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

    /** All others, the nearest first. */
    int[] nearest(int i) {
        if (order[i] == null)
            order[i] = IntStream.range(0, size())
                    .filter(j -> j != i)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(j -> distance[i][j])
                            .thenComparingInt(j -> j))
                    .mapToInt(j -> j)
                    .toArray();
        return order[i];
    }

    /** The same neighbours in the same order, at the same distances but for rounding. */
    void isEqualTo(Neighbors found, int k, String what) {
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
            isAList(found, i);
        }
    }

    /** Cosine distances that are equal in truth may differ by their rounding; all others have a right order. */
    private boolean isSame(int i, int j, int expected) {
        return j == expected || (!relative && Math.abs(distance[i][j] - distance[i][expected]) < 1e-14);
    }

    /** Sorted, without the sample itself, nobody twice. */
    static void isAList(Neighbors found, int i) {
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

    /** The share of true neighbours in the lists: a sample that is as near as the k-th counts, whichever it is. */
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

    /** Points on the unit sphere are rounded when they get there, so small cosine distances are right in absolute terms only. */
    private double error(double d) {
        return relative ? 1e-12 * d : 1e-12 * Math.max(1, d);
    }
}
