package org.grapnel.graph;

import java.util.stream.IntStream;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * Finds exact neighbours if only a block of columns of X is visible at a time: within one block, or between two.
 * Distances do not depend on the blocks, so the nearest neighbours of a sample among all are the first entries of its
 * merged lists, ordered by (squared distance, number). Equal samples get no special treatment.
 */
public final class BlockSearch {
    /** The nearest points of every point, nearest first, as columns of the searched matrix. */
    public static final class NeighborLists {
        private final int[] start;
        private final int[] point;
        private final double[] square;

        /** Takes ownership of the arrays: the list of point i is start[i] … start[i + 1] − 1. */
        NeighborLists(int[] start, int[] point, double[] square) {
            this.start = start;
            this.point = point;
            this.square = square;
        }

        /** Returns the number of points with a list. */
        public int size() {
            return start.length - 1;
        }

        /** Returns the length of a list. */
        public int count(int i) {
            return start[i + 1] - start[i];
        }

        public int point(int i, int rank) {
            return point[start[i] + rank];
        }

        /** Returns the squared distance; the distance of the metric follows from unit · √square. */
        public double square(int i, int rank) {
            return square[start[i] + rank];
        }

        /** Returns xᵀy of every entry, list after list. */
        public double[] dots(ExecutionContext context, Matrix X) {
            int[] starts = new int[X.cols() + 1];
            for (int i = 0; i < starts.length; i++) starts[i] = start[Math.min(i, size())];
            double[] dots = new double[point.length];
            X.columnDots(context, starts, point, dots);
            return dots;
        }

        /** Multiplies all distances by {@code times}; a power of two is exact. */
        NeighborLists scaleBy(double times) {
            if (times != 1) for (int e = 0; e < square.length; e++) square[e] = square[e] * times * times;
            return this;
        }
    }

    private BlockSearch() {}

    /**
     * Finds the k nearest of every column of X among the other columns. Lengths are in units of {@code unit}, a power
     * of two; 1 for cosine.
     */
    public static NeighborLists nearestWithin(ExecutionContext context, Matrix X, int k, Metric metric, double unit) {
        return nearestOfFront(context, X, IntStream.range(0, X.cols()).toArray(), X.cols(), k, metric, unit);
    }

    /**
     * Finds the k nearest of the first {@code front} columns among all columns. At equal distance the column with the
     * lower {@code name} comes first.
     */
    public static NeighborLists nearestOfFront(
            ExecutionContext context, Matrix X, int[] name, int front, int k, Metric metric, double unit) {
        check(k, metric, unit);
        return points(X, metric).listsOfFront(context, front, k, unit, name);
    }

    /** Finds the k nearest of every column of [A B] in the other matrix; A has {@code front} columns. */
    public static NeighborLists nearestBetween(
            ExecutionContext context, Matrix AB, int front, int k, Metric metric, double unit) {
        check(k, metric, unit);
        return points(AB, metric).listsAcross(context, front, k, unit);
    }

    /** Finds the k nearest of the first {@code front} columns among the other columns. */
    public static NeighborLists nearestAcross(
            ExecutionContext context, Matrix AB, int front, int k, Metric metric, double unit) {
        check(k, metric, unit);
        return points(AB, metric).listsOfFrontAcross(context, front, k, unit);
    }

    private static PointSubset points(Matrix X, Metric metric) {
        return new PointSubset(X, IntStream.range(0, X.cols()).toArray(), metric == Metric.COSINE);
    }

    private static void check(int k, Metric metric, double unit) {
        Preconditions.require(k >= 1, "neighbors must be at least 1, got %d", k);
        Preconditions.require(metric == Metric.EUCLIDEAN || unit == 1, "cosines have no unit, got %s", unit);
    }
}
