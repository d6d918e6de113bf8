package org.grapnel.graph;

import java.util.stream.IntStream;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * {@link ExactSearch} for those who see X a block of columns at a time: the nearest within a block, or between two. Distances do
 * not depend on the blocks, so the nearest of a sample among all are the first of its lists put together by (squared
 * distance, number). Equal samples are not looked for; the metric's points are what is compared.
 */
public final class BlockSearch {
    /** For every point its nearest, the nearest first, as columns of what was searched. */
    public static final class NeighborLists {
        private final int[] start;
        private final int[] point;
        private final double[] square;

        /** Takes over the arrays: the list of point i stands from start[i] to start[i + 1]. */
        NeighborLists(int[] start, int[] point, double[] square) {
            this.start = start;
            this.point = point;
            this.square = square;
        }

        /** How many points have one. */
        public int size() {
            return start.length - 1;
        }

        /** How long the list of a point is. */
        public int count(int i) {
            return start[i + 1] - start[i];
        }

        public int point(int i, int rank) {
            return point[start[i] + rank];
        }

        /** The squared distance; the metric's length is unit · √ of it. */
        public double square(int i, int rank) {
            return square[start[i] + rank];
        }

        /** xᵀy of every entry, list after list. */
        public double[] dots(ExecutionContext context, Matrix X) {
            int[] starts = new int[X.cols() + 1];
            for (int i = 0; i < starts.length; i++) starts[i] = start[Math.min(i, size())];
            double[] dots = new double[point.length];
            X.columnDots(context, starts, point, dots);
            return dots;
        }

        /** The same in units that are so many times smaller; a power of two costs no digit. */
        NeighborLists in(double times) {
            if (times != 1) for (int e = 0; e < square.length; e++) square[e] = square[e] * times * times;
            return this;
        }
    }

    private BlockSearch() {}

    /** The k nearest of every column of X among the others. Lengths are in units of {@code unit}, a power of two; 1 for cosine. */
    public static NeighborLists nearestWithin(ExecutionContext context, Matrix X, int k, Metric metric, double unit) {
        return nearestOfFront(context, X, IntStream.range(0, X.cols()).toArray(), X.cols(), k, metric, unit);
    }

    /** Of the first {@code front} columns the k nearest among all; of those at equal distances the one with the lower name. */
    public static NeighborLists nearestOfFront(
            ExecutionContext context, Matrix X, int[] name, int front, int k, Metric metric, double unit) {
        check(k, metric, unit);
        return part(X, metric).listsOfFront(context, front, k, unit, name);
    }

    /** Of every column of [A B] the k nearest on the other side. */
    public static NeighborLists nearestBetween(
            ExecutionContext context, Matrix AB, int front, int k, Metric metric, double unit) {
        check(k, metric, unit);
        return part(AB, metric).listsAcross(context, front, k, unit);
    }

    /** Of the first {@code front} columns alone the k nearest among the others. */
    public static NeighborLists nearestAcross(
            ExecutionContext context, Matrix AB, int front, int k, Metric metric, double unit) {
        check(k, metric, unit);
        return part(AB, metric).listsOfFrontAcross(context, front, k, unit);
    }

    private static PointSubset part(Matrix X, Metric metric) {
        return new PointSubset(X, IntStream.range(0, X.cols()).toArray(), metric == Metric.COSINE);
    }

    private static void check(int k, Metric metric, double unit) {
        Preconditions.require(k >= 1, "neighbors must be at least 1, got %d", k);
        Preconditions.require(metric == Metric.EUCLIDEAN || unit == 1, "cosines have no unit, got %s", unit);
    }
}
